import { Errors } from 'typebox/schema'
import type { JsonObject } from '../../../schema/common.js'

/**
 * Describes how a value violates a user's JSON Schema; undefined if it matches. The schema is interpreted and
 * not compiled to code, because it is untrusted.
 */
export const findSchemaProblem = (schema: JsonObject, value: unknown): string | undefined => {
  const [valid, [first]] = Errors(schema, value)
  if (valid) return undefined
  const field = first?.instancePath.slice(1) ?? ''
  return `${field === '' ? 'it' : field} ${first?.message ?? 'does not match the schema'}`
}
