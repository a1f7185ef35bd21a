import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ValidateFunction } from 'ajv'
import type { JsonObject } from '../../schema/common.js'
import { ToolFailed } from './errors.js'
import { toProblem } from './ajv-problems.js'

const MAX_PROBLEMS = 10

/**
 * A function that returns the arguments, with the defaults of the schema filled in, or throws what the model did
 * wrong. The schema is compiled at the first call: most tools of most runs are never called.
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

/** Each in an Ajv of its own: two tools may use one `$id`. */
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
    // An asynchronous one answers with a promise, which would pass for true.
    if (!('$async' in validate)) return validate
  } catch {
    // Told below.
  }
  if (validatedByServer) return ajv.compile(true)
  throw new ToolFailed('the parameters of this tool are not a JSON Schema that can be used')
}
