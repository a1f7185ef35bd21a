/**
 * The schemas that a graph knows at run time: from a `StateSchema`, or from zod schemas with the metadata that
 * LangGraph's zod registry has for them. For all other graphs only the names of the channels are known here; the
 * types of their code are read in the schema thread.
 */
import { toJsonSchema } from '@langchain/core/utils/json_schema'
import { isZodSchemaV3, isZodSchemaV4 } from '@langchain/core/utils/types'
import * as ownZodSchemas from '@langchain/langgraph/zod/schema'
import type { JsonObject } from '../../../schema/common.js'
import { findCopyOf } from '../../graphs/langgraph-copies.js'
import type { DescribedGraph, GraphSchemas } from '../../schemas/protocol.js'
import type { AnyGraph } from '../loaded-graph.js'

interface GraphInternals {
  builder?: {
    _schemaRuntimeDefinition?: unknown
    _inputRuntimeDefinition?: unknown
    _outputRuntimeDefinition?: unknown
    _configRuntimeSchema?: unknown
  }
}

type Builder = NonNullable<GraphInternals['builder']>
type ZodSchemas = Pick<
  typeof ownZodSchemas,
  'getUpdateTypeSchema' | 'getInputTypeSchema' | 'getOutputTypeSchema' | 'getConfigTypeSchema'
>

/** Describes a graph, or subgraphs of it. `file` is the file of a project that exports the graph. */
export const makeGraphDescriber = async (root: AnyGraph, file: string | undefined) => {
  const copy = file === undefined ? undefined : await findCopyOf(root, file)
  const zodSchemas =
    file === undefined ? ownZodSchemas : ((await copy?.load('./zod/schema')) as ZodSchemas | undefined)
  return (graph: AnyGraph, path: string): DescribedGraph => {
    const { builder } = graph as unknown as GraphInternals
    const declared =
      builder &&
      (describeStateSchemas(builder) ?? describeRegisteredZod(graph, zodSchemas) ?? describeZod(builder))
    return { path, declared: declared ?? null, channels: describeChannels(graph) }
  }
}

/** LangGraph's marker for an input that is the state with all fields optional. */
const PARTIAL_STATE = Symbol.for('langgraph.state.partial')

interface StateSchemaLike {
  getJsonSchema: () => JsonObject
  getInputJsonSchema: () => JsonObject
}

const isStateSchema = (value: unknown): value is StateSchemaLike =>
  typeof value === 'object' && value !== null && 'getJsonSchema' in value && 'getInputJsonSchema' in value

/** The config is omitted, as on LangGraph's server. */
const describeStateSchemas = (builder: Builder): GraphSchemas | undefined => {
  const { _schemaRuntimeDefinition: state, _outputRuntimeDefinition: output } = builder
  const input = builder._inputRuntimeDefinition === PARTIAL_STATE ? state : builder._inputRuntimeDefinition
  return omitIfEmpty({
    state: isStateSchema(state) ? state.getJsonSchema() : undefined,
    input: isStateSchema(input) ? input.getInputJsonSchema() : undefined,
    output: isStateSchema(output) ? output.getJsonSchema() : undefined,
  })
}

/** Undefined if a schema has types that JSON Schema cannot express, or if the copy of LangGraph has no zod registry. */
const describeRegisteredZod = (
  graph: AnyGraph,
  zodSchemas: ZodSchemas | undefined,
): GraphSchemas | undefined => {
  if (zodSchemas === undefined) return undefined
  try {
    return omitIfEmpty({
      state: zodSchemas.getUpdateTypeSchema(graph),
      input: zodSchemas.getInputTypeSchema(graph),
      output: zodSchemas.getOutputTypeSchema(graph),
      config: zodSchemas.getConfigTypeSchema(graph),
    })
  } catch {
    return undefined
  }
}

/** For schemas that the registry cannot convert. The state serves as the input, with all fields optional. */
const describeZod = (builder: Builder): GraphSchemas | undefined => {
  const state = convertZod(builder._schemaRuntimeDefinition)
  return omitIfEmpty({
    state,
    input: convertZod(builder._inputRuntimeDefinition) ?? (state && { ...state, required: undefined }),
    output: convertZod(builder._outputRuntimeDefinition),
    config: convertZod(builder._configRuntimeSchema),
  })
}

const convertZod = (schema: unknown): JsonObject | undefined => {
  if (!isZodSchemaV4(schema) && !isZodSchemaV3(schema)) return undefined
  try {
    return toJsonSchema(schema as never)
  } catch {
    return undefined
  }
}

const omitIfEmpty = (schemas: GraphSchemas): GraphSchemas | undefined =>
  Object.values(schemas).every((schema) => schema === undefined) ? undefined : schemas

const describeChannels = (graph: AnyGraph): GraphSchemas => ({
  state: toChannelSchema(Object.keys(graph.channels as object)),
  input: toChannelSchema(listChannels(graph.inputChannels, graph)),
  output: toChannelSchema(listChannels(graph.outputChannels, graph)),
})

/** Internal channels of LangGraph. */
const isInternalChannel = (name: string): boolean => name.startsWith('__') || name.includes(':')

const listChannels = (channels: unknown, graph: AnyGraph): string[] => {
  const names = (Array.isArray(channels) ? channels : [channels]) as string[]
  return names.some(isInternalChannel) ? Object.keys(graph.channels as object) : names
}

const toChannelSchema = (names: readonly string[]): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(
    names
      .filter((name) => !isInternalChannel(name))
      .map((name) => [name, name === 'messages' ? { type: 'array' } : {}]),
  ),
})
