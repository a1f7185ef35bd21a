/** The input, output and state of a graph as JSON Schema. For graphs without schemas, only the channel names are known. */
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

/** LangGraph's marker for an input that is the state with all fields optional. */
const PARTIAL_STATE = Symbol.for('langgraph.state.partial')

interface SelfDescribing {
  /** LangGraph's StateSchema, whose fields may accept other input than they store. */
  getJsonSchema?: () => JsonObject
  getInputJsonSchema?: () => JsonObject
  toJSONSchema?: (options: object) => JsonObject
  '~standard'?: { jsonSchema?: Record<'input' | 'output', (options: object) => JsonObject> }
}

/** Schema libraries convert themselves to JSON Schema (Standard JSON Schema of zod 4 and others). */
const toJsonSchema = (schema: unknown, side: 'input' | 'output', isInput = false): JsonObject | undefined => {
  const candidate = (schema ?? {}) as SelfDescribing
  try {
    const ownSchema = isInput ? candidate.getInputJsonSchema : candidate.getJsonSchema
    if (typeof ownSchema === 'function') return ownSchema.call(schema)
    if (typeof candidate.toJSONSchema === 'function') return candidate.toJSONSchema({ io: side })
    return candidate['~standard']?.jsonSchema?.[side]({ target: 'draft-2020-12' })
  } catch {
    // The schema has types that JSON Schema cannot express.
    return undefined
  }
}

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
