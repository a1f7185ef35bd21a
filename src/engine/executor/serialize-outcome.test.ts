import { expect, it } from 'vitest'
import { isShared, readText, shareText } from '../../platform/shared-text.js'
import type { GraphOutcome } from '../threads/executor-protocol.js'
import { serializeOutcome } from './serialize-outcome.js'
import { ThreadValues } from './thread-values.js'

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
