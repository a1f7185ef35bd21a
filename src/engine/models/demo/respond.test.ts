import { describe, expect, test } from 'vitest'
import { respond, type DemoRequest } from './respond.js'
import type { Turn } from './conversation.js'

const respondTo = (turns: Turn[], overrides: Partial<DemoRequest> = {}) =>
  respond({ turns, tools: [], toolChoice: 'free', format: { kind: 'text' }, ...overrides })
const user = (text: string): Turn => ({ role: 'user', text })
const IDENTITY = "I am Heddle's built-in demo model: rule-based, not an AI model."

test('the demo model says what it is and how to configure a real model', () => {
  expect(respondTo([user('What is the meaning of life?')]).text).toBe(
    `${IDENTITY} You wrote: "What is the meaning of life?" For real answers set OPENAI_API_KEY or OPENAI_BASE_URL.`,
  )
  expect(respondTo([user('Translate hello into French')]).text).toContain('I cannot translate.')
  expect(respondTo([{ role: 'system', text: 'You are a translator.' }, user('hello')]).text).toContain(
    'I cannot translate.',
  )
  expect(respondTo([]).text).toContain(IDENTITY)
})

test('a long message is quoted up to a whole word, so that no half of an address is shown', () => {
  const message = `${'word '.repeat(37)}jane.doe@example.com and more`
  expect(respondTo([user(message)]).text).toContain(`You wrote: "${'word '.repeat(37).trim()}…"`)
})

test('the demo model greets users by a name from the conversation', () => {
  expect(respondTo([user('Hi!')]).text).toBe(`Hello! ${IDENTITY} How can I help?`)
  expect(respondTo([user('My name is Ada'), user('Hello again')]).text).toBe(
    `Hello, Ada! ${IDENTITY} How can I help?`,
  )
})

describe('a tool result', () => {
  const turns = (text: string, failed = false): Turn[] => [
    user('Where is order 1017?'),
    { role: 'assistant', text: '', calls: [{ name: 'lookup_order', args: { order_id: '1017' } }] },
    { role: 'tool', text, tool: 'lookup_order', failed },
  ]

  test.each([
    ['It is in Rome', false, 'The tool lookup_order returned: It is in Rome.'],
    [
      '{"order_id":"1017","stops":["Oslo","Rome"]}',
      false,
      'The tool lookup_order returned: order id: 1017, stops: Oslo; Rome.',
    ],
    ['no such order', true, 'The tool lookup_order failed: no such order.'],
    ['', false, 'The tool lookup_order returned nothing.'],
  ])('"%s" is described in a sentence', (text, failed, expected) => {
    expect(respondTo(turns(text, failed)).text).toBe(expected)
  })

  test('does not cause a second call of the tool', () => {
    const tools = [{ name: 'lookup_order', description: '', parameters: { type: 'object', properties: {} } }]
    expect(respondTo(turns('found'), { tools }).calls).toEqual([])
    expect(respondTo(turns('found').slice(0, 1), { tools }).calls).toHaveLength(1)
  })

  test('is a source for structured output', () => {
    const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
    expect(respondTo(turns('The parcel is in Rome'), { format: { kind: 'schema', schema } }).text).toBe(
      '{"city":"Rome"}',
    )
  })
})

test('toolChoice none prevents tool calls', () => {
  const tools = [{ name: 'get_weather', description: '', parameters: {} }]
  expect(respondTo([user('weather?')], { tools, toolChoice: 'none' }).calls).toEqual([])
  expect(respondTo([user('weather?')], { tools }).calls).toEqual([{ name: 'get_weather', args: {} }])
})

test('JSON format without a schema returns an object with the text', () => {
  expect(respondTo([user('what is 2 + 2?')], { format: { kind: 'json' } }).text).toBe(
    '{"answer":"2 + 2 = 4"}',
  )
})
