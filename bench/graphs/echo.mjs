// The benchmark graph: one node that takes a text and returns a text.
import { Annotation, END, START, StateGraph } from '@langchain/langgraph'

const State = Annotation.Root({ text: Annotation(), reply: Annotation() })

export const graph = new StateGraph(State)
  .addNode('shout', async ({ text }) => ({ reply: text.toUpperCase() }))
  .addEdge(START, 'shout')
  .addEdge('shout', END)
  .compile()
