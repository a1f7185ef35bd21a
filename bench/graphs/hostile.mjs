// Graphs that block, stop or exhaust their executor thread.
import { Annotation, END, START, StateGraph } from '@langchain/langgraph'

const State = Annotation.Root({ text: Annotation() })

const makeGraph = (node) =>
  new StateGraph(State).addNode('harm', node).addEdge(START, 'harm').addEdge('harm', END).compile()

export const loops = makeGraph(async () => {
  for (;;);
})

export const exits = makeGraph(async () => {
  process.exit(1)
})

export const hoardsArrays = makeGraph(async () => {
  const leaked = []
  for (;;) leaked.push(new Array(1_000).fill(leaked.length))
})

// Buffers are outside the V8 heap, so the heap limit does not stop this graph.
export const hoardsBuffers = makeGraph(async () => {
  const leaked = []
  for (;;) leaked.push(Buffer.alloc(1_000_000, 1))
})
