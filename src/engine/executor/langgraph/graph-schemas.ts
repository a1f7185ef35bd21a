/** What a graph takes, gives and holds, as JSON Schema: of those that were made with schemas, and the names of the others' channels. */
import type { JsonObject } from '../../../schema/common.js'
import type { AnyGraph } from '../loaded-graph.js'

interface Described {
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

export const schemasOf = (graph: AnyGraph): GraphSchemas => {
  const { builder = {} } = graph as unknown as Described
  const { _schemaRuntimeDefinition: ofState, _inputRuntimeDefinition: ofInput } = builder
  const state = describe(ofState, 'input') ?? channelsOf(Object.keys(graph.channels as object))
  const config = describe(builder._configRuntimeSchema, 'input')
  return {
    input_schema:
      describe(ofInput === PART_OF_STATE ? ofState : ofInput, 'input', true) ??
      channelsOf(namesOf(graph.inputChannels, graph)),
    output_schema:
      describe(builder._outputRuntimeDefinition, 'output') ??
      channelsOf(namesOf(graph.outputChannels, graph)),
    state_schema: state,
    config_schema: config ?? null,
    context_schema: config ?? null,
  }
}

/** So LangGraph marks an input that is the state, of which nothing is required. */
const PART_OF_STATE = Symbol.for('langgraph.state.partial')

interface SelfDescribing {
  /** LangGraph's own, whose fields may take other values than they hold. */
  getJsonSchema?: () => JsonObject
  getInputJsonSchema?: () => JsonObject
  toJSONSchema?: (options: object) => JsonObject
  '~standard'?: { jsonSchema?: Record<'input' | 'output', (options: object) => JsonObject> }
}

/** Schemas know themselves how to become JSON Schema (the Standard JSON Schema of zod 4 and others). */
const describe = (schema: unknown, side: 'input' | 'output', isGiven = false): JsonObject | undefined => {
  const described = (schema ?? {}) as SelfDescribing
  try {
    const own = isGiven ? described.getInputJsonSchema : described.getJsonSchema
    if (typeof own === 'function') return own.call(schema)
    if (typeof described.toJSONSchema === 'function') return described.toJSONSchema({ io: side })
    return described['~standard']?.jsonSchema?.[side]({ target: 'draft-2020-12' })
  } catch {
    // It holds what JSON Schema cannot say.
    return undefined
  }
}

/** Channels that LangGraph keeps for itself. */
const isOwn = (name: string): boolean => name.startsWith('__') || name.includes(':')

const namesOf = (channels: unknown, graph: AnyGraph): string[] => {
  const names = (Array.isArray(channels) ? channels : [channels]) as string[]
  return names.some(isOwn) ? Object.keys(graph.channels as object) : names
}

const channelsOf = (names: readonly string[]): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(
    names.filter((name) => !isOwn(name)).map((name) => [name, name === 'messages' ? { type: 'array' } : {}]),
  ),
})
