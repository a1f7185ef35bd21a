/** The built-in graph, and the ids of the assistants that every hosted graph has. */
import { v5 } from 'uuid'

export const BUILT_IN_GRAPH = 'agent'

// The namespace that LangGraph servers use, so that a graph's built-in assistant has the same id everywhere.
const ASSISTANT_NAMESPACE = '6ba7b821-9dad-11d1-80b4-00c04fd430c8'

export const builtInAssistantId = (graphId: string): string => v5(graphId, ASSISTANT_NAMESPACE)
