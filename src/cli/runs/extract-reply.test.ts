import { expect, it } from 'vitest'
import { extractReply } from './extract-reply.js'

it.each([
  ['a response', { response: 'Hello', usage: {} }, 'Hello'],
  [
    'the last message',
    { messages: [{ content: 'Hi' }, { content: [{ type: 'text', text: 'Hello' }] }] },
    'Hello',
  ],
  ['the only text', { summary: 'Hello' }, 'Hello'],
])('the reply is %s', (_, output, reply) => {
  expect(extractReply(output)).toBe(reply)
})

it('the reply of a graph with several values is all of them, not its input', () => {
  const output = { message: 'The website is down', reply: 'We are on it.' }
  expect(JSON.parse(extractReply(output))).toEqual(output)
})
