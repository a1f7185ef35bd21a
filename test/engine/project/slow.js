import { Annotation, END, START, StateGraph } from '@langchain/langgraph'
import { appendFileSync } from 'node:fs'

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
const State = Annotation.Root({ effects: Annotation(), ms: Annotation(), name: Annotation() })

const step =
  (node) =>
  async ({ effects, ms, name }) => {
    if (effects) appendFileSync(effects, `${name ?? ''} ${node} begins\n`)
    await sleep(ms ?? 0)
    if (effects) appendFileSync(effects, `${name ?? ''} ${node} ends\n`)
    return {}
  }

export const graph = new StateGraph(State)
  .addNode('one', step('one'))
  .addNode('two', step('two'))
  .addEdge(START, 'one')
  .addEdge('one', 'two')
  .addEdge('two', END)
  .compile()

export const failing = new StateGraph(State)
  .addNode('one', step('one'))
  .addNode('bad', () => {
    throw new Error('this node always fails')
  })
  .addEdge(START, 'one')
  .addEdge('one', 'bad')
  .addEdge('bad', END)
  .compile()
