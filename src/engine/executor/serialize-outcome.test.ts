import { expect, it } from 'vitest'
import { isShared, readText, shareText } from '../../platform/shared-text.js'
import type { GraphOutcome, PostedOutcome } from '../threads/executor-protocol.js'
import { serializeOutcome } from './serialize-outcome.js'
import { ThreadValues } from './thread-values.js'

type PostedCompletion = Extract<PostedOutcome, { status: 'completed' }>
type Inspected = Extract<GraphOutcome, { status: 'inspected' }>

const serialize = (kind: Inspected['kind'], result: unknown): unknown => {
  const outcome: Inspected = { status: 'inspected', kind, result, usage: null }
  return (serializeOutcome(outcome, new ThreadValues('t'), shareText) as Inspected).result
}

const LARGE = { values: { text: `é "${'x'.repeat(70_000)}"` }, next: [] }

it.each([
  ['state', LARGE],
  ['history', [LARGE, LARGE]],
] as const)('a large result of kind %s is posted as the text of the response', (kind, result) => {
  const posted = serialize(kind, result)
  if (!isShared(posted)) throw new Error('the result is not a shared text')
  expect(JSON.parse(readText(posted))).toEqual(result)
})

it('a small state, and what the main thread reads itself, are posted as they are', () => {
  const small = { values: {}, next: [] }
  expect(serialize('state', small)).toBe(small)
  expect(serialize('schemas', LARGE)).toBe(LARGE)
})

it('the state of a thread is posted as texts', () => {
  const posted = serialize('thread_state', { values: LARGE.values, interrupts: {}, isPaused: true })
  expect(posted).toMatchObject({ interrupts: '{}', isPaused: true })
  expect(isShared((posted as { values: unknown }).values)).toBe(true)
  expect(serialize('thread_state', { values: { a: 1 }, interrupts: { t: [] }, isPaused: false })).toEqual({
    values: '{"a":1}',
    interrupts: '{"t":[]}',
    isPaused: false,
  })
})

it('a large state is posted as a reference to the version of the output', () => {
  const values = new ThreadValues('t')
  const state = { values: { user: 'ada', ...LARGE.values }, interrupts: {}, isPaused: false }
  const completed = { status: 'completed', output: state.values, state, usage: null } as const
  const posted = serializeOutcome(completed, values, shareText) as PostedCompletion
  expect(values.takeRows()).toHaveLength(1)
  const { version } = posted.output
  const reference = { members: '{"user":"ada"}', omitted: '["text"]', version }
  expect(posted.state).toEqual({ values: null, reference, interrupts: '{}', isPaused: false })
})

it('a large state that differs from the output is a version of its own', () => {
  const values = new ThreadValues('t')
  const state = { values: LARGE.values, interrupts: {}, isPaused: true }
  const output = { ...LARGE.values, __interrupt__: [] }
  const completed = { status: 'completed', output, state, usage: null } as const
  const posted = serializeOutcome(completed, values, shareText) as PostedCompletion
  expect(values.takeRows().map(({ version }) => version)).toEqual([
    posted.output.version,
    posted.state?.reference?.version,
  ])
})
