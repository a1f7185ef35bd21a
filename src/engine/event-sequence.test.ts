import { expect, it } from 'vitest'
import { serializeChunk } from '../events/serialized-chunk.js'
import { EventSequence } from './event-sequence.js'

const AT = Date.parse('2026-01-31T09:30:00.000Z')

const makeChunk = (token: string, at: number) => ({
  type: 'llm.token',
  at,
  text: serializeChunk({ type: 'llm.token', token, at }, at),
})

it('events and chunks are numbered together, after those of earlier executions', () => {
  const sequence = new EventSequence({ seq: 7, type: 'run.released', at: AT })
  expect(sequence.addEvent({ type: 'run.started' }, AT).seq).toBe(8)
  expect(sequence.addChunk(makeChunk('a', AT)).seq).toBe(9)
  expect(sequence.addEvent({ type: 'run.completed' }, AT).seq).toBe(10)
})

it('no chunk is before an earlier event, whatever the clock of its thread says', () => {
  const sequence = new EventSequence(undefined)
  sequence.addEvent({ type: 'run.started' }, AT)
  const early = sequence.addChunk(makeChunk('a', AT - 2.5))
  expect(JSON.parse(early.text)).toMatchObject({ at: AT, timestamp: '2026-01-31T09:30:00.000Z' })
  const late = sequence.addChunk(makeChunk('b', AT + 2.5))
  expect(late.text).toBe(makeChunk('b', AT + 2.5).text)
})
