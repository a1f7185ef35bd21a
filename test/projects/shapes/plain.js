import { Annotation, StateGraph } from '@langchain/langgraph'

const State = Annotation.Root({ text: Annotation() })

export const graph = new StateGraph(State)
  .addNode('shout', ({ text }) => ({ text: text.toUpperCase() }))
  .addEdge('__start__', 'shout')
  .compile()

export default graph
