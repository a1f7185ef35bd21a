/** What a graph takes, gives and holds, as JSON Schema: of those that were made with schemas, and the names of the others' channels. */
import type { JsonObject } from '../../../schema/common.js'
import type { AnyGraph } from '../loaded-graph.js'

interface GraphInternals {
  builder?: {
    _schemaRuntimeDefinition?: unknown
    _inputRuntimeDefinition?: unknown
    _outputRuntimeDefinition?: unknown
    _configRuntimeSchema?: unknown
  }
}

export interface GraphSchemas {
  input_schema: JsonObject | null
  output_schema: JsonObject | null
  state_schema: JsonObject | null
  config_schema: JsonObject | null
  context_schema: JsonObject | null
}

export const getGraphSchemas = (graph: AnyGraph): GraphSchemas => {
  const { builder = {} } = graph as unknown as GraphInternals
  const { _schemaRuntimeDefinition: stateDefinition, _inputRuntimeDefinition: inputDefinition } = builder
  const state =
    toJsonSchema(stateDefinition, 'input') ?? toChannelSchema(Object.keys(graph.channels as object))
  const config = toJsonSchema(builder._configRuntimeSchema, 'input')
  return {
    input_schema:
      toJsonSchema(inputDefinition === PARTIAL_STATE ? stateDefinition : inputDefinition, 'input', true) ??
      toChannelSchema(listChannels(graph.inputChannels, graph)),
    output_schema:
      toJsonSchema(builder._outputRuntimeDefinition, 'output') ??
      toChannelSchema(listChannels(graph.outputChannels, graph)),
    state_schema: state,
    config_schema: config ?? null,
    context_schema: config ?? null,
  }
}

/** So LangGraph marks an input that is the state, of which nothing is required. */
const PARTIAL_STATE = Symbol.for('langgraph.state.partial')

interface SelfDescribing {
  /** LangGraph's own, whose fields may take other values than they hold. */
  getJsonSchema?: () => JsonObject
  getInputJsonSchema?: () => JsonObject
  toJSONSchema?: (options: object) => JsonObject
  '~standard'?: { jsonSchema?: Record<'input' | 'output', (options: object) => JsonObject> }
}

/** Schemas know themselves how to become JSON Schema (the Standard JSON Schema of zod 4 and others). */
const toJsonSchema = (schema: unknown, side: 'input' | 'output', isInput = false): JsonObject | undefined => {
  const candidate = (schema ?? {}) as SelfDescribing
  try {
    const ownSchema = isInput ? candidate.getInputJsonSchema : candidate.getJsonSchema
    if (typeof ownSchema === 'function') return ownSchema.call(schema)
    if (typeof candidate.toJSONSchema === 'function') return candidate.toJSONSchema({ io: side })
    return candidate['~standard']?.jsonSchema?.[side]({ target: 'draft-2020-12' })
  } catch {
    // It holds what JSON Schema cannot say.
    return undefined
  }
}

/** Channels that LangGraph keeps for itself. */
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
