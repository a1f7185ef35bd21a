import assert from 'node:assert/strict'
import { test } from 'node:test'
import { InMemoryStore } from '@langchain/langgraph'
import { builder } from './graph.js'

const graph = builder.compile({ store: new InMemoryStore() })

const ask = async (content: string): Promise<string> => {
  const { messages } = await graph.invoke({ messages: [{ role: 'user', content }] })
  return messages.at(-1)?.text ?? ''
}

test('documents are added and found', async () => {
  assert.match(await ask('When do you open?'), /no documents yet/)
  assert.match(await ask('remember: We open at nine.'), /added/)
  assert.equal(await ask('When do you open?'), 'I found this:\n- We open at nine.')
})
