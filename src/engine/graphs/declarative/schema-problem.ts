import { compileUserSchema } from '../../../json-schema/user-schema.js'
import type { JsonObject } from '../../../schema/common.js'

/** Describes how a value violates a user's JSON Schema; undefined if it matches. Throws if the schema cannot be used. */
export const findSchemaProblem = (schema: JsonObject, value: unknown): string | undefined => {
  const compiled = compileUserSchema(schema)
  if ('problem' in compiled) throw new Error(`the schema cannot be used: ${compiled.problem}`)
  const result = compiled.validate(value)
  return result.valid === true ? undefined : result.problem
}
