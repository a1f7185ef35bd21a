import assert from 'node:assert/strict'
import { test } from 'node:test'
import { graph } from './graph.js'

test('the graph repeats what the user wrote', async () => {
  const { messages } = await graph.invoke({ messages: [{ role: 'user', content: 'Hello' }] })
  assert.equal(messages.at(-1)?.text, 'You wrote: Hello')
})
