/** Writes down what it is told, and says so to whoever is signed in. */
import { Annotation, START, StateGraph, type LangGraphRunnableConfig } from '@langchain/langgraph'

const Notebook = Annotation.Root({
  /** What is to be written down. */
  note: Annotation<string>(),
  notes: Annotation<string[]>({ reducer: (old, added) => [...old, ...added], default: () => [] }),
  reply: Annotation<string>(),
})

const write = ({ note, notes }: typeof Notebook.State, config: LangGraphRunnableConfig) => {
  const user = config.configurable?.['langgraph_auth_user'] as { display_name?: string } | undefined
  const count = notes.length + 1
  return {
    notes: [note],
    reply: `${user?.display_name ?? 'Whoever you are'}, this is your note number ${String(count)}: ${note}`,
  }
}

export const graph = new StateGraph(Notebook).addNode('write', write).addEdge(START, 'write').compile()
