import type { Outcome } from '../threads/executor-protocol.js'
import { runDialect } from './langgraph/run-langgraph.js'
import { runGraph, type Execution } from './run-graph.js'

/** In the way of the dialect in which the run was made. */
export const runEither = (execution: Execution): Promise<Outcome> => {
  const { kwargs } = execution.start
  return kwargs === null ? runGraph(execution) : runDialect(execution, kwargs)
}
