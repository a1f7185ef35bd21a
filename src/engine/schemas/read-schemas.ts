/**
 * Reads the schemas of a graph and of its subgraphs. Those that the graph declares at run time come first, then those
 * of its types, then the names of its channels. The result for a graph of the project stays valid until a reload.
 */
import { LRUCache } from 'lru-cache'
import { getOrCreate } from '../../platform/get-or-create.js'
import type { JsonObject } from '../../schema/common.js'
import type { Inspection } from '../../schema/inspection.js'
import type { StartRun } from '../threads/executor-protocol.js'
import type { DescribedGraph, GraphSchemas } from './protocol.js'
import type { TypeSchemaCache } from './type-schemas.js'

const MAX_CACHED_GRAPHS = 1_000

type SchemaInspection = Extract<Inspection, { kind: 'schemas' | 'subgraphs' }>

export const isSchemaInspection = (inspection: Inspection): inspection is SchemaInspection =>
  inspection.kind === 'schemas' || inspection.kind === 'subgraphs'

export const makeSchemaReader = (typeSchemas: TypeSchemaCache) => {
  const cache = new LRUCache<string, Promise<DescribedGraph[]>>({ max: MAX_CACHED_GRAPHS })

  /** A factory may return another graph for another config. */
  const describe = (
    assistant: StartRun['assistant'],
    inspection: SchemaInspection,
    inspect: () => Promise<DescribedGraph[]>,
  ): Promise<DescribedGraph[]> => {
    if (!typeSchemas.hasGraph(assistant)) return inspect()
    const key = JSON.stringify([typeSchemas.generation, assistant.graph_id, assistant.config, inspection])
    return getOrCreate(cache, key, inspect)
  }

  return async (
    assistant: StartRun['assistant'],
    inspection: SchemaInspection,
    inspect: () => Promise<DescribedGraph[]>,
  ): Promise<JsonObject> => {
    const graphs = await describe(assistant, inspection, inspect)
    const types = graphs.some(({ declared }) => declared === null)
      ? await typeSchemas.find(assistant)
      : undefined
    const resolve = ({ path, declared, channels }: DescribedGraph): GraphSchemas =>
      declared ?? (path === '' ? undefined : types?.subgraphs[path]) ?? types?.root ?? channels
    const [root] = graphs
    return inspection.kind === 'schemas' && root !== undefined
      ? toRootSchemas(assistant.graph_id, resolve(root))
      : Object.fromEntries(graphs.map((graph) => [graph.path, resolve(graph)]))
  }
}

/** LangGraph.js has one schema for the config and the context. */
const toRootSchemas = (graph_id: string, { input, output, state, config }: GraphSchemas): JsonObject => ({
  graph_id,
  input_schema: input,
  output_schema: output,
  state_schema: state,
  config_schema: config,
  context_schema: config,
})
