/** The graphs that this server hosts. Each has a built-in assistant of its own name. */
import { v5 } from 'uuid'

export const BUILT_IN_GRAPH = 'agent'
export const hostedGraphs: readonly string[] = [BUILT_IN_GRAPH]

// The namespace that LangGraph servers use, so that a graph's built-in assistant has the same id everywhere.
const ASSISTANT_NAMESPACE = '6ba7b821-9dad-11d1-80b4-00c04fd430c8'

export const builtInAssistantId = (graphId: string): string => v5(graphId, ASSISTANT_NAMESPACE)
