import type { RunnableConfig } from '@langchain/core/runnables'
import { Annotation, StateGraph } from '@langchain/langgraph'

const Input = Annotation.Root({ question: Annotation<string>, tags: Annotation<string[] | undefined> })
const Output = Annotation.Root({ reply: Annotation<{ text: string; score?: number }> })

/** Returns a graph that is not compiled, with an input and an output that differ from its state. */
export async function makeGraph(_config: RunnableConfig) {
  await Promise.resolve()
  return new StateGraph({
    input: Input,
    output: Output,
    stateSchema: Annotation.Root({ ...Input.spec, ...Output.spec, scratch: Annotation<number[]> }),
  })
    .addNode('work', () => ({ reply: { text: '' } }))
    .addEdge('__start__', 'work')
}
