import { expect, it } from 'vitest'
import { MAX_EVENT_CHARS, serializeEvent, type EventFields } from './run-event.js'
import { parseChunk, serializeChunk, setChunkTime } from './serialized-chunk.js'

const AT = Date.parse('2026-01-31T09:30:00.123Z')
const DATA = JSON.stringify([{ content: 'Hello "you" \u2028', type: 'AIMessageChunk' }, { step: 1 }])
const TOKEN = { type: 'llm.token', node_id: 'agent', call_id: 'c1', token: 'Hi "there"\n' }
const CHUNKS: Record<string, EventFields> = {
  'a token': TOKEN,
  'a message of the LangGraph API': { type: 'lg.messages', data: [{ content: 'Hi' }, {}] },
  'a serialized message': { type: 'lg.messages', json: { field: 'data', text: DATA, length: DATA.length } },
  'a token with a serialized field': { ...TOKEN, json: { field: 'data', text: DATA, length: DATA.length } },
  'a message that is too large to be serialized': {
    type: 'lg.messages',
    json: { field: 'data', text: undefined, length: MAX_EVENT_CHARS + 1 },
  },
  'a token that is too large to be stored': { ...TOKEN, token: 'x'.repeat(MAX_EVENT_CHARS) },
}

it.each(Object.entries(CHUNKS))('%s has the text of any other event', (_, event) => {
  for (const at of [AT, AT + 0.1, AT + 0.9, AT + 876.5])
    expect(serializeChunk({ ...event, at }, at)).toBe(serializeEvent({ ...event, at }, at).text)
})

it.each(Object.entries(CHUNKS))('%s can get a later time', (_, event) => {
  const chunk = { type: event.type, at: AT, text: serializeChunk({ ...event, at: AT }, AT) }
  const later = AT + 12
  expect(setChunkTime(chunk, later)).toBe(serializeEvent({ ...event, at: later }, later).text)
})

it('a chunk is parsed to the fields that webhooks receive', () => {
  const text = serializeChunk({ ...TOKEN, at: AT }, AT)
  expect(parseChunk({ type: 'llm.token', at: AT, text })).toEqual({ ...TOKEN, at: AT })
})
