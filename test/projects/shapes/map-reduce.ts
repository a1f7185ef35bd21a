import { Annotation, Send, StateGraph } from '@langchain/langgraph'

const State = Annotation.Root({
  subjects: Annotation<string[]>,
  jokes: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }),
})

export const graph = new StateGraph(State)
  .addNode('plan', ({ subjects }) => ({ subjects }))
  .addNode('tell', async ({ subject }: { subject: string }) => ({ jokes: [`A joke about ${subject}`] }))
  .addEdge('__start__', 'plan')
  .addConditionalEdges('plan', ({ subjects }) => subjects.map((subject) => new Send('tell', { subject })))
  .addEdge('tell', '__end__')
  .compile()
