import type { Pregel } from '@langchain/langgraph'
import type { JsonObject } from '../../schema/common.js'

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- graphs of every shape
export type AnyGraph = Pregel<any, any, any>

export interface LoadedGraph {
  graph: AnyGraph
  /** By node id; what is not named is a `node`. */
  nodeTypes: Readonly<Record<string, string>>
  /** What the run's output holds, if the graph says so; otherwise all its values. */
  output?: (values: JsonObject) => JsonObject
  /** Whether callbacks are given to the whole graph, because its nodes do not hand them on. */
  needsGraphCallbacks?: boolean
  /** Whether what a node says may be the answer of the run. */
  answers: (path: string) => boolean
  /** Values that are not part of the output. */
  hiddenKeys?: readonly string[]
}
