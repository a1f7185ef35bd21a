import type { Pregel } from '@langchain/langgraph'

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- graphs of every shape
export type AnyGraph = Pregel<any, any, any>

export interface LoadedGraph {
  graph: AnyGraph
  /** By node id; what is not named is a `node`. */
  nodeTypes: Readonly<Record<string, string>>
}
