import type { GraphOutcome } from '../threads/executor-protocol.js'
import { runLangGraph } from './langgraph/run-langgraph.js'
import { runGraph, type GraphExecution } from './run-graph.js'

/** In the way of the dialect in which the run was made. */
export const executeGraph = (execution: GraphExecution): Promise<GraphOutcome> => {
  const { kwargs } = execution.start
  return kwargs === null ? runGraph(execution) : runLangGraph(execution, kwargs)
}
