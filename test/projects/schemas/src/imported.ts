import { Annotation, StateGraph } from '@langchain/langgraph'

export const imported = new StateGraph(
  Annotation.Root({ shared: Annotation<string>, from: Annotation<'another file'> }),
)
  .addNode('leaf', () => ({ shared: 'leaf' }))
  .addEdge('__start__', 'leaf')
  .compile()
