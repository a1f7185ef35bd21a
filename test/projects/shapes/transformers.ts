import { Annotation, StateGraph, StreamChannel, type StreamTransformer } from '@langchain/langgraph'

const State = Annotation.Root({ word: Annotation<string> })

/** Emits a value for each update, and at the end how many there were. */
const countUpdates = (): StreamTransformer<{ steps: StreamChannel<string>; count: Promise<number> }> => {
  const steps = StreamChannel.remote<string>('steps')
  let resolveCount: (count: number) => void
  const count = new Promise<number>((resolve) => (resolveCount = resolve))
  let total = 0
  return {
    init: () => ({ steps, count }),
    process: (event) => {
      if (event.method === 'updates') steps.push(`update ${++total}`)
      return true
    },
    finalize: () => resolveCount(total),
  }
}

export const graph = new StateGraph(State)
  .addNode('first', () => ({ word: 'a' }))
  .addNode('second', () => ({ word: 'b' }))
  .addEdge('__start__', 'first')
  .addEdge('first', 'second')
  .compile({ transformers: [countUpdates] })
