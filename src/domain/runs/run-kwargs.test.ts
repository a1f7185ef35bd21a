import { expect, it } from 'vitest'
import { parseKwargs, serializeKwargs, type RunKwargs } from '../../schema/run-kwargs.js'

const DEFAULT_KWARGS: RunKwargs = {
  stream_mode: ['values'],
  stream_subgraphs: false,
  stream_resumable: false,
  on_completion: 'delete',
  is_streamed: false,
  temporary: false,
}
const OTHER_KWARGS: RunKwargs = {
  input: null,
  config: { configurable: { user: 'ada' } },
  stream_mode: ['values', 'updates'],
  stream_subgraphs: true,
  stream_resumable: true,
  on_completion: 'keep',
  is_streamed: true,
  temporary: true,
}

it('the kwargs of most runs take no space', () => {
  expect(serializeKwargs(DEFAULT_KWARGS)).toBe('{}')
})

it.each([
  ['defaults', DEFAULT_KWARGS],
  ['other values', OTHER_KWARGS],
  ['values of both kinds', { ...DEFAULT_KWARGS, is_streamed: true, input: [false] }],
  ['the overrides of a native run', { checkpoint_id: 'a', overrides: { temperature: 0 } }],
])('%s are read as they were stored, also by an earlier version', (_, kwargs) => {
  expect(parseKwargs(serializeKwargs(kwargs))).toEqual(kwargs)
  expect(parseKwargs(JSON.stringify(kwargs))).toEqual(kwargs)
})

it('the kwargs of two runs do not share their stream modes', () => {
  expect(parseKwargs('{}')).toEqual(DEFAULT_KWARGS)
  expect((parseKwargs('{}') as RunKwargs).stream_mode).not.toBe((parseKwargs('{}') as RunKwargs).stream_mode)
})
