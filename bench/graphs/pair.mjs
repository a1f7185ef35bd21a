// Two nodes, otherwise as small as the echo graph.
import { Annotation, END, START, StateGraph } from '@langchain/langgraph'

const State = Annotation.Root({ text: Annotation(), length: Annotation(), reply: Annotation() })

export const graph = new StateGraph(State)
  .addNode('measure', async ({ text }) => ({ length: text.length }))
  .addNode('shout', async ({ text }) => ({ reply: text.toUpperCase() }))
  .addEdge(START, 'measure')
  .addEdge('measure', 'shout')
  .addEdge('shout', END)
  .compile()
