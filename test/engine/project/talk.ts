import { FakeListChatModel } from '@langchain/core/utils/testing'
import { entrypoint, MessagesAnnotation, START, StateGraph, task } from '@langchain/langgraph'

const model = new FakeListChatModel({ responses: ['one two three'] })

const inner = new StateGraph(MessagesAnnotation)
  .addNode('speak', async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
  .addEdge(START, 'speak')
  .compile()

/** Part of `outer` and also a graph of the project. */
export const graph = inner

export const outer = new StateGraph(MessagesAnnotation)
  .addNode('nested', inner)
  .addEdge(START, 'nested')
  .compile()

const speak = task('speak', async (text: string) => (await model.invoke(text)).content)

export const functional = entrypoint('functional', async ({ text }: { text: string }) => ({
  said: await speak(text),
}))
