import { Annotation, StateGraph } from '@langchain/langgraph'

export const graph = new StateGraph(Annotation.Root({ name: Annotation(), messages: Annotation() }))
  .addNode('work', () => ({ name: '' }))
  .addEdge('__start__', 'work')
  .compile()
