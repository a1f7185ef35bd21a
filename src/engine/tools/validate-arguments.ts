import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ValidateFunction } from 'ajv'
import type { JsonObject } from '../../schema/common.js'
import { ToolFailed } from './errors.js'
import { toProblem } from '../../domain/json-schema/ajv-problems.js'

const MAX_PROBLEMS = 10

/**
 * Returns a function that validates arguments and fills in the schema's defaults. It throws ToolFailed with the problems,
 * which the model reads. The schema is compiled at the first call, because most tools of a run are never called.
 */
export const makeArgumentValidator = (
  parameters: JsonObject,
  validatedByServer: boolean,
): ((input: unknown) => JsonObject) => {
  let validate: ValidateFunction | undefined
  return (input) => {
    if (typeof input !== 'object' || input === null || Array.isArray(input)) {
      throw new ToolFailed('the arguments must be an object')
    }
    validate ??= compileSchema(parameters, validatedByServer)
    const args = structuredClone(input) as JsonObject
    if (validate(args)) return args
    const problems = (validate.errors ?? []).map(toProblem).map(([path, text]) => `${path} ${text}`.trim())
    throw new ToolFailed(`wrong arguments: ${[...new Set(problems)].slice(0, MAX_PROBLEMS).join('; ')}`)
  }
}

/** Uses a new Ajv instance per tool, because two tools can use the same `$id`. */
const compileSchema = (parameters: JsonObject, validatedByServer: boolean): ValidateFunction => {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: false,
    useDefaults: true,
    validateFormats: false,
    meta: false,
    validateSchema: false,
  })
  const { $schema: _, ...schema } = parameters
  try {
    const validate = ajv.compile(schema)
    // An asynchronous validator returns a promise, which would be truthy.
    if (!('$async' in validate)) return validate
  } catch {
    // The error below reports it.
  }
  if (validatedByServer) return ajv.compile(true)
  throw new ToolFailed('the parameters of this tool are not a usable JSON Schema')
}
