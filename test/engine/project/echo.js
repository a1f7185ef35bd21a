import { Annotation, END, START, StateGraph } from '@langchain/langgraph'

const Reply = Annotation.Root({ text: Annotation(), reply: Annotation() })

export const environment = new StateGraph(Reply)
  .addNode('look', () => ({ reply: process.env.FROM_PROJECT }))
  .addEdge(START, 'look')
  .addEdge('look', END)
  .compile()

export const graph = new StateGraph(Reply)
  .addNode('echo', async ({ text }) => ({ reply: `you said ${text}` }))
  .addEdge(START, 'echo')
  .addEdge('echo', END)
  .compile()
