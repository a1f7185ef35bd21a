import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Command, MemorySaver } from '@langchain/langgraph'
import { graph } from './graph.js'

// The service stores checkpoints itself; a test has to do it.
graph.checkpointer = new MemorySaver()

const request = (content: string) => ({ messages: [{ role: 'user', content }] })

/** Asks for a refund, replies to the question, and returns the question and the last message. */
const askAndReply = async (thread_id: string, approved: boolean) => {
  const config = { configurable: { thread_id } }
  await graph.invoke(request('Refund 84.90 please'), config)
  const { tasks } = await graph.getState(config)
  const { id = '', value } = tasks[0]?.interrupts[0] ?? {}
  const { messages } = await graph.invoke(new Command({ resume: { [id]: approved } }), config)
  return { question: value as unknown, reply: messages.at(-1)?.text }
}

test('a large refund is paid after it was approved', async () => {
  assert.deepEqual(await askAndReply('approved', true), {
    question: { question: 'Refund 84.9 EUR?' },
    reply: 'I have refunded 84.9 EUR.',
  })
})

test('a rejected refund is not paid', async () => {
  const { reply } = await askAndReply('rejected', false)
  assert.equal(reply, 'The refund was declined.')
})

test('a small refund is paid at once', async () => {
  const { messages } = await graph.invoke(request('Refund 20'), { configurable: { thread_id: 'small' } })
  assert.equal(messages.at(-1)?.text, 'I have refunded 20 EUR.')
})
