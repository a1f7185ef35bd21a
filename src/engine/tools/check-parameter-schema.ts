import { checkUserSchema, withoutUnknownDraft } from '../../json-schema/user-schema.js'
import type { JsonObject } from '../../schema/common.js'
import type { ValidationProblems } from '../../schema/validation-problems.js'

/** Returns the problems of the JSON Schema of a tool's arguments, by path. */
export const checkParameterSchema = (schema: JsonObject): ValidationProblems =>
  schema['type'] !== undefined && schema['type'] !== 'object'
    ? { type: 'must be "object"' }
    : checkUserSchema(withoutUnknownDraft(schema))
