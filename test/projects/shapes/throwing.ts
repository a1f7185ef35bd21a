import { Annotation, START, StateGraph } from '@langchain/langgraph'

const State = Annotation.Root({
  where: Annotation<string>,
  log: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }),
})

const inner = new StateGraph(State)
  .addNode('deep', ({ where }) => {
    if (where === 'subgraph') throw new TypeError('The subgraph failed')
    return { log: ['deep'] }
  })
  .addEdge(START, 'deep')
  .compile()

export const graph = new StateGraph(State)
  .addNode('prepare', () => ({ log: ['prepare'] }))
  .addNode('fail', ({ where }) => {
    if (where === 'node') throw new RangeError('The node failed')
    return { log: ['fail'] }
  })
  .addNode('inner', inner)
  .addEdge(START, 'prepare')
  .addEdge('prepare', 'fail')
  .addEdge('fail', 'inner')
  .compile()
