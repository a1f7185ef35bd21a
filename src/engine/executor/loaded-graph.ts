import type { Pregel } from '@langchain/langgraph'
import type { JsonObject } from '../../schema/common.js'
import type { RequiredInterrupt } from '../threads/executor-protocol.js'

// oxlint-disable-next-line typescript/no-explicit-any -- graphs of every shape
export type AnyGraph = Pregel<any, any, any>

/** What a graph streams. */
export type Chunk = [namespace: string[], mode: string, content: unknown]

export interface LoadedGraph {
  graph: AnyGraph
  /** By node id. Nodes without an entry have the type `node`. */
  nodeTypes: Readonly<Record<string, string>>
  /** Computes the run's output, if the graph declares one; otherwise the output is all values of the state. */
  toOutput?: (values: JsonObject) => JsonObject
  /**
   * True if callbacks must be passed to the whole graph, because its nodes cannot be instrumented one by one.
   */
  needsGraphCallbacks?: boolean
  /** Returns true if the text that a node produces may be part of the run's output. */
  isFinalNode: (path: string) => boolean
  /** True if all values of the state are combined by code of LangGraph, or by ours. */
  hasTrustedReducers?: boolean
  /** State keys that are not part of the output. */
  hiddenKeys?: readonly string[]
}

/** LangGraph streams interrupts as values with this key. */
export const isInterruptChunk = (content: unknown): content is { __interrupt__: RequiredInterrupt[] } =>
  typeof content === 'object' && content !== null && '__interrupt__' in content
