import { Errors } from 'typebox/schema'
import type { JsonObject } from '../../../schema/common.js'

/**
 * How a value fails a JSON Schema that a user wrote; undefined: it matches. The schema is interpreted: compiling it
 * to code would run what a stranger wrote.
 */
export const findSchemaProblem = (schema: JsonObject, value: unknown): string | undefined => {
  const [valid, [first]] = Errors(schema, value)
  if (valid) return undefined
  const field = first?.instancePath.slice(1) ?? ''
  return `${field === '' ? 'it' : field} ${first?.message ?? 'does not match the schema'}`
}
