// The graph of the benchmarks: a text in, a text out, one node.
import { Annotation, END, START, StateGraph } from '@langchain/langgraph'

const State = Annotation.Root({ text: Annotation(), reply: Annotation() })

export const graph = new StateGraph(State)
  .addNode('shout', async ({ text }) => ({ reply: text.toUpperCase() }))
  .addEdge(START, 'shout')
  .addEdge('shout', END)
  .compile()
