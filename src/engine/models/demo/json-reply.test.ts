import { expect, test } from 'vitest'
import { respondWithJson } from './json-reply.js'

const inWords = () => 'in words'

test.each([
  [
    'Reply with JSON with the keys name, age and email.',
    'My name is Ada, age 36, ada@example.com',
    { name: 'Ada', age: 36, email: 'ada@example.com' },
  ],
  [
    'Extract the order as JSON: {"order_id": string, "city": string, "reason": string}',
    'Send order A-17 to Rome',
    { order_id: 'A-17', city: 'Rome', reason: null },
  ],
  [
    '',
    'Return JSON with the fields "date" and "text".\nWe met on 2026-03-01',
    { date: '2026-03-01', text: 'We met on 2026-03-01' },
  ],
  ['Answer in JSON.', 'Hello', { answer: 'in words' }],
])('the instruction "%s" with "%s" returns JSON', (system, request, expected) => {
  expect(JSON.parse(respondWithJson(system, request, inWords) ?? '')).toEqual(expected)
})

test('a message that only mentions JSON is not a request for JSON', () => {
  expect(respondWithJson('', 'What is JSON?', inWords)).toBeUndefined()
})
