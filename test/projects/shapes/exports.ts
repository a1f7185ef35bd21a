import { Annotation, StateGraph } from '@langchain/langgraph'

export { agent } from './quick-start.ts'

const build = () =>
  new StateGraph(Annotation.Root({ text: Annotation<string> }))
    .addNode('reverse', ({ text }) => ({ text: [...text].reverse().join('') }))
    .addEdge('__start__', 'reverse')

export const uncompiled = build()
export const promised = Promise.resolve(build().compile())
