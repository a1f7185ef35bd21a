/** What the client functions of an assistant return, if their definitions say so. */
import { type JsonSchema } from './json-schema.ts'
import type { OutputSchemas } from './question.ts'
import { isRecord } from './is-record.ts'

const readTool = (tool: unknown): [string, JsonSchema][] => {
  if (!isRecord(tool) || tool['type'] !== 'function') return []
  // A definition has its fields inside of `function`, or beside `type`.
  const definition = isRecord(tool['function']) ? tool['function'] : tool
  const { name, output_schema: schema } = definition
  return typeof name === 'string' && isRecord(schema) ? [[name, schema]] : []
}

/** The `output_schema` of each client function in `config.tools`. */
export const outputSchemasOf = (config: unknown): OutputSchemas => {
  const tools = isRecord(config) ? config['tools'] : undefined
  return new Map(Array.isArray(tools) ? tools.flatMap(readTool) : [])
}
