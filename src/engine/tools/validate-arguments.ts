import type { ErrorObject } from 'ajv'
import { toProblem } from '../../json-schema/ajv-problems.js'
import { compileUserSchema } from '../../json-schema/user-schema.js'
import type { JsonObject } from '../../schema/common.js'
import { ToolFailed } from './errors.js'

const MAX_PROBLEMS = 10
/** Bounds the number of errors: collecting them costs memory. */
const MAX_STEPS_FOR_ALL_PROBLEMS = 20_000

/**
 * Returns a function that validates arguments and fills in the schema's defaults. It throws ToolFailed with the problems,
 * which the model reads. The schema is compiled at the first call, because most tools of a run are never called.
 */
export const makeArgumentValidator =
  (parameters: JsonObject, validatedByServer: boolean): ((input: unknown) => JsonObject) =>
  (input) => {
    if (typeof input !== 'object' || input === null || Array.isArray(input)) {
      throw new ToolFailed('the arguments must be an object')
    }
    const compiled = compileUserSchema(parameters, { useDefaults: true, checkFormats: false })
    const args = structuredClone(input) as JsonObject
    if ('problem' in compiled) {
      if (validatedByServer) return args
      throw new ToolFailed(`the parameters of this tool are not a usable JSON Schema: ${compiled.problem}`)
    }
    const result = compiled.validate(args)
    if (result.valid === true) return args
    if (result.valid === null) throw new ToolFailed(`the arguments cannot be checked: ${result.problem}`)
    const errors = findAllErrors(parameters, structuredClone(input) as JsonObject) ?? result.errors
    const problems = errors.map(toProblem).map(([path, text]) => `${path} ${text}`.trim())
    throw new ToolFailed(`wrong arguments: ${[...new Set(problems)].slice(0, MAX_PROBLEMS).join('; ')}`)
  }

/** Returns undefined if there are too many. */
const findAllErrors = (parameters: JsonObject, args: JsonObject): readonly ErrorObject[] | undefined => {
  const compiled = compileUserSchema(parameters, {
    allErrors: true,
    useDefaults: true,
    checkFormats: false,
    maxSteps: MAX_STEPS_FOR_ALL_PROBLEMS,
  })
  const result = 'validate' in compiled ? compiled.validate(args) : undefined
  return result?.valid === false ? result.errors : undefined
}
