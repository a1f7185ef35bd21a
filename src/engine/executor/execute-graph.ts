import type { GraphOutcome } from '../threads/executor-protocol.js'
import { runLangGraph } from './langgraph/run-langgraph.js'
import { runGraph, type GraphExecution } from './run-graph.js'

/** Runs the graph with the semantics of the API that created the run: native, or LangGraph. */
export const executeGraph = (execution: GraphExecution): Promise<GraphOutcome> => {
  const { kwargs } = execution.start
  return kwargs === null ? runGraph(execution) : runLangGraph(execution, kwargs)
}
