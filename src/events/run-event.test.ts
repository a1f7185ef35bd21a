import { expect, it } from 'vitest'
import { serializeEvent } from './run-event.js'

const AT = Date.parse('2026-01-31T09:30:00.000Z')

it('data that is serialized already gives the same event of the LangGraph API as an object', () => {
  const data = [{ content: 'Hello "you"', type: 'AIMessageChunk' }, { step: 1 }]
  const text = JSON.stringify(data)
  const serialized = serializeEvent(
    { type: 'lg.messages', at: AT, json: { field: 'data', text, length: text.length } },
    AT,
  )
  expect(serialized.text).toBe(serializeEvent({ type: 'lg.messages', at: AT, data }, AT).text)
})

it('a serialized field of an event of the native API is part of the event', () => {
  const json = { field: 'output', text: '{"a":1}', length: 7 }
  const { text } = serializeEvent({ type: 'run.completed', json }, AT)
  expect(JSON.parse(text)).toEqual({
    type: 'run.completed',
    timestamp: '2026-01-31T09:30:00.000Z',
    at: AT,
    output: { a: 1 },
  })
})
