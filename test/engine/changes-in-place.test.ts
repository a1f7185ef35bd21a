/**
 * Messages that a run has loaded are not compared with their stored texts before the first step is stored, unless code of the project has been
 * executed. A checkpoint must contain what such code has changed in place: a run that continues from it does not execute the code again.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { makeProject } from '../support/graph-project.js'

const IMPORTS = `
import { AIMessage } from '@langchain/core/messages'
import { Annotation, END, MessagesAnnotation, START, StateGraph, messagesStateReducer } from '@langchain/langgraph'
const reply = ({ messages }) => ({ messages: [new AIMessage('r'.repeat(1000))] })
const change = (messages) => { if (messages.length > 1) messages[0].content = 'changed with ' + messages.length }
`

/** Each of them changes the first message when it has loaded at least two. */
const GRAPHS = {
  reducer: `${IMPORTS}
    const reduce = (messages, added) => { change(messages); return messagesStateReducer(messages, added) }
    const State = Annotation.Root({ messages: Annotation({ reducer: reduce, default: () => [] }) })
    export const graph = new StateGraph(State)
      .addNode('reply', reply).addEdge(START, 'reply').addEdge('reply', END).compile()`,
  edge: `${IMPORTS}
    export const graph = new StateGraph(MessagesAnnotation)
      .addNode('reply', reply)
      .addConditionalEdges(START, ({ messages }) => { change(messages); return 'reply' }, ['reply'])
      .addEdge('reply', END).compile()`,
  unchanged: `${IMPORTS}
    export const graph = new StateGraph(MessagesAnnotation)
      .addNode('reply', reply).addEdge(START, 'reply').addEdge('reply', END).compile()`,
}

let app: TestApp
beforeAll(async () => {
  const { folder } = makeProject(GRAPHS)
  app = await startApp({ execute: true, project: folder })
})
afterAll(async () => {
  await app.stop()
})

interface Checkpoint {
  metadata: { step: number }
  values: { messages: { content: string }[] }
}

/** Returns the first message in the checkpoint after the input of the second run. */
const readFirstMessage = async (assistant_id: string): Promise<string | undefined> => {
  const { thread_id } = (await app.post('/threads', {})).body
  const input = { messages: [{ role: 'user', content: 'u'.repeat(1000) }] }
  for (const expected of [2, 4]) {
    const { body } = await app.post(`/threads/${thread_id}/runs/wait`, { assistant_id, input })
    expect(body.messages).toHaveLength(expected)
  }
  const history = (await app.get(`/threads/${thread_id}/history?limit=10`)).body as Checkpoint[]
  const afterInput = history.find(({ values }) => values.messages.length === 3)
  return afterInput?.values.messages[0]?.content
}

it('the checkpoint of the input contains what a reducer of the project has changed', async () => {
  expect(await readFirstMessage('reducer')).toBe('changed with 2')
})

it('the checkpoint of the input contains what a conditional edge of the start has changed', async () => {
  expect(await readFirstMessage('edge')).toBe('changed with 3')
})

it('messages that no code has changed stay as they are', async () => {
  expect(await readFirstMessage('unchanged')).toBe('u'.repeat(1000))
})
