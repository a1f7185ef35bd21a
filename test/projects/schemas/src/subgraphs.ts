import { Annotation, StateGraph } from '@langchain/langgraph'
import { z } from 'zod'
import { imported } from './imported.js'

const Shared = { shared: Annotation<string> }

const withZod = new StateGraph(z.object({ shared: z.string() }))
  .addNode('leaf', () => ({ shared: 'leaf' }))
  .addEdge('__start__', 'leaf')
  .compile()

const called = new StateGraph(Annotation.Root({ ...Shared, isCalled: Annotation<boolean> }))
  .addNode('leaf', () => ({ shared: 'leaf' }))
  .addEdge('__start__', 'leaf')
  .compile()

// The other server finds `innermost` only if it and `middle` are declared after the other subgraphs.
const innermost = new StateGraph(Annotation.Root({ ...Shared, depth: Annotation<2> }))
  .addNode('leaf', () => ({ shared: 'leaf' }))
  .addEdge('__start__', 'leaf')
  .compile()

const middle = new StateGraph(Annotation.Root({ ...Shared, level: Annotation<1> }))
  .addNode('innermost', innermost)
  .addEdge('__start__', 'innermost')
  .compile()

const builder = new StateGraph(Annotation.Root(Shared))
  .addNode('middle', middle)
  .addNode('imported', imported)
  .addNode('zod', withZod)
  .addNode('called', async ({ shared }) => {
    await called.invoke({ shared })
    return { shared }
  })
  .addEdge('__start__', 'middle')
  .addEdge('middle', 'imported')
  .addEdge('imported', 'zod')
  .addEdge('zod', 'called')

export const graph = builder.compile()
