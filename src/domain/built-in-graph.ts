/** The built-in graph, and the ids of the built-in assistants: every graph has one. */
import { v5 } from 'uuid'

export const BUILT_IN_GRAPH = 'agent'

// The UUID namespace of LangGraph's server, so that the built-in assistant of a graph has the same id there and here.
const ASSISTANT_NAMESPACE = '6ba7b821-9dad-11d1-80b4-00c04fd430c8'

export const builtInAssistantId = (graphId: string): string => v5(graphId, ASSISTANT_NAMESPACE)

/** The assistant of runs that name none: the agent, or the first graph of a project without a graph of that name. */
export const getDefaultAssistantId = (builtInAssistants: readonly string[]): string => {
  const [firstGraph = BUILT_IN_GRAPH] = builtInAssistants
  return builtInAssistantId(builtInAssistants.includes(BUILT_IN_GRAPH) ? BUILT_IN_GRAPH : firstGraph)
}
