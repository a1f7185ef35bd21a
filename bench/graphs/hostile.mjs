// Graphs that do to their thread what no graph should.
import { Annotation, END, START, StateGraph } from '@langchain/langgraph'

const State = Annotation.Root({ text: Annotation() })

const ofNode = (node) =>
  new StateGraph(State).addNode('harm', node).addEdge(START, 'harm').addEdge('harm', END).compile()

export const loops = ofNode(async () => {
  for (;;);
})

export const exits = ofNode(async () => {
  process.exit(1)
})

export const hoardsArrays = ofNode(async () => {
  const kept = []
  for (;;) kept.push(new Array(1_000).fill(kept.length))
})

// Outside of the heap, so that no limit on the heap ends it.
export const hoardsBuffers = ofNode(async () => {
  const kept = []
  for (;;) kept.push(Buffer.alloc(1_000_000, 1))
})
