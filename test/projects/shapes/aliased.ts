import { Annotation, StateGraph } from '@langchain/langgraph'
import { greet } from '@shapes/greet'

export const graph = new StateGraph(
  Annotation.Root({ name: Annotation<string>, greeting: Annotation<string> }),
)
  .addNode('greet', ({ name }) => ({ greeting: greet(name) }))
  .addEdge('__start__', 'greet')
  .compile()
