/** The messages between the main thread and the schema thread, and the schemas that describe a graph. */
import type { JsonObject } from '../../schema/common.js'

/** JSON Schemas of a graph. One that cannot be derived is absent. */
export interface GraphSchemas {
  state?: JsonObject | undefined
  input?: JsonObject | undefined
  output?: JsonObject | undefined
  config?: JsonObject | undefined
}

/** The schemas of the types of a graph (`root`), and of its subgraphs by their path, for example `outer|inner`. */
export interface TypeSchemas {
  root: GraphSchemas
  subgraphs: Record<string, GraphSchemas>
}

/** A graph or subgraph, as an executor thread describes it. */
export interface DescribedGraph {
  /** The names of the nodes from the root graph, separated by `|`; empty for the root graph. */
  path: string
  /** Null if the graph declares no schemas at run time. */
  declared: GraphSchemas | null
  /** Schemas with the names of the channels only, for graphs whose types cannot be read. */
  channels: GraphSchemas
}

/** An export of a file of the project. */
export interface GraphSource {
  path: string
  exportName: string
}

export interface ExtractionRequest {
  id: number
  source: GraphSource
}

export type ExtractionReply = { id: number } & ({ schemas: TypeSchemas } | { error: string })
