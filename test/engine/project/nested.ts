import { Annotation, END, START, StateGraph } from '@langchain/langgraph'

const Counter = Annotation.Root({
  seen: Annotation<number>({ reducer: (old, added) => old + added, default: () => 0 }),
})

/** Keeps its own state across calls, so its checkpoints must be readable right after they are written. */
const inner = new StateGraph(Counter)
  .addNode('count', () => ({ seen: 1 }))
  .addEdge(START, 'count')
  .addEdge('count', END)
  .compile({ checkpointer: true })

const State = Annotation.Root({
  results: Annotation<number[]>({ reducer: (a, b) => [...a, ...b], default: () => [] }),
})

export const graph = new StateGraph(State)
  .addNode('again', async () => ({ results: [(await inner.invoke({})).seen] }))
  .addEdge(START, 'again')
  .addConditionalEdges('again', ({ results }) => (results.length < 4 ? 'again' : END))
  .compile()
