/** Stores notes and confirms each one to the authenticated user. */
import { Annotation, START, StateGraph, type LangGraphRunnableConfig } from '@langchain/langgraph'

const Notebook = Annotation.Root({
  /** The new note. */
  note: Annotation<string>(),
  notes: Annotation<string[]>({ reducer: (old, added) => [...old, ...added], default: () => [] }),
  reply: Annotation<string>(),
})

const write = ({ note, notes }: typeof Notebook.State, config: LangGraphRunnableConfig) => {
  const user = config.configurable?.['langgraph_auth_user'] as { display_name?: string } | undefined
  const count = notes.length + 1
  return {
    notes: [note],
    reply: `${user?.display_name ?? 'Unknown user'}, this is your note number ${String(count)}: ${note}`,
  }
}

export const graph = new StateGraph(Notebook).addNode('write', write).addEdge(START, 'write').compile()
