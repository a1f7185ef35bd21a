// Keeps its documents in the state for three steps, each of which writes only a number.
import { Annotation, END, START, StateGraph } from '@langchain/langgraph'

const State = Annotation.Root({
  documents: Annotation(),
  steps: Annotation({ reducer: (sum, value) => sum + value, default: () => 0 }),
})

const countStep = async () => ({ steps: 1 })

export const graph = new StateGraph(State)
  .addNode('first', countStep)
  .addNode('second', countStep)
  .addNode('third', countStep)
  .addEdge(START, 'first')
  .addEdge('first', 'second')
  .addEdge('second', 'third')
  .addEdge('third', END)
  .compile()
