/** The `config` of a guardrail, held against its schema and filled with its defaults. All problems at once, by path. */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { GUARDRAIL_CONFIGS, type GuardrailConfig, type GuardrailType } from '../../schema/guardrail.js'

const ajv = new Ajv({
  allErrors: true,
  useDefaults: true,
  strict: false,
  // YAML has .inf, and an amount over that is no limit.
  strictNumbers: true,
  meta: false,
  validateSchema: false,
})
const validators = new Map<GuardrailType, ValidateFunction>()

const getValidator = (type: GuardrailType): ValidateFunction => {
  const cached = validators.get(type)
  if (cached !== undefined) return cached
  const validator = ajv.compile(GUARDRAIL_CONFIGS[type])
  validators.set(type, validator)
  return validator
}

export type ValidationProblems = Record<string, string>

export const validateConfig = <T extends GuardrailType>(
  type: T,
  input: unknown,
): { config: GuardrailConfig<T>; problems: ValidationProblems } => {
  const config = structuredClone(input ?? {}) as GuardrailConfig<T>
  const validate = getValidator(type)
  const problems = validate(config) ? {} : toValidationProblems(validate.errors ?? [])
  return { config, problems }
}

export const toValidationProblems = (errors: readonly ErrorObject[]): ValidationProblems =>
  Object.fromEntries(
    errors.map(({ instancePath, keyword, params, message = 'is invalid' }) => {
      const path = instancePath.slice(1)
      const toPath = (name: unknown): string => [path, String(name)].filter((part) => part !== '').join('/')
      if (keyword === 'required') return [toPath(params['missingProperty']), 'is required']
      if (keyword === 'additionalProperties')
        return [toPath(params['additionalProperty']), 'is no key that is known here']
      if (keyword === 'enum')
        return [path, `must be one of ${(params['allowedValues'] as string[]).join(', ')}`]
      return [path, message]
    }),
  )
