import assert from 'node:assert/strict'
import { test } from 'node:test'
import { graph } from './graph.js'

const ask = async (content: string) => {
  const { messages } = await graph.invoke({ messages: [{ role: 'user', content }] })
  return messages
}

test('the agent looks up an order with its tool', async () => {
  const messages = await ask('Where is order 1017?')
  assert.deepEqual(
    messages.map(({ type }) => type),
    ['human', 'ai', 'tool', 'ai'],
  )
  assert.equal(messages.at(-1)?.text, 'Order 1017: shipped yesterday.')
})

test('the agent asks back if there is no number', async () => {
  const messages = await ask('Where is my order?')
  assert.match(messages.at(-1)?.text ?? '', /Which order/)
})
