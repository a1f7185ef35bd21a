import { Annotation, END, START, StateGraph } from '@langchain/langgraph'

export const graph = new StateGraph(Annotation.Root({ text: Annotation(), reply: Annotation() }))
  .addNode('echo', async ({ text }) => ({ reply: `you said ${text}` }))
  .addEdge(START, 'echo')
  .addEdge('echo', END)
  .compile()
