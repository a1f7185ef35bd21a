/** The `config` of a guardrail, held against its schema and filled with its defaults. All problems at once, by path. */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { CONFIGS, type GuardrailConfig, type GuardrailType } from '../../schema/guardrail.js'

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

const validatorOf = (type: GuardrailType): ValidateFunction => {
  const known = validators.get(type)
  if (known !== undefined) return known
  const made = ajv.compile(CONFIGS[type])
  validators.set(type, made)
  return made
}

export type Problems = Record<string, string>

export const checkConfig = <T extends GuardrailType>(
  type: T,
  given: unknown,
): { config: GuardrailConfig<T>; problems: Problems } => {
  const config = structuredClone(given ?? {}) as GuardrailConfig<T>
  const validate = validatorOf(type)
  const problems = validate(config) ? {} : problemsOf(validate.errors ?? [])
  return { config, problems }
}

export const problemsOf = (errors: readonly ErrorObject[]): Problems =>
  Object.fromEntries(
    errors.map(({ instancePath, keyword, params, message = 'is invalid' }) => {
      const path = instancePath.slice(1)
      const named = (name: unknown): string => [path, String(name)].filter((part) => part !== '').join('/')
      if (keyword === 'required') return [named(params['missingProperty']), 'is required']
      if (keyword === 'additionalProperties')
        return [named(params['additionalProperty']), 'is no key that is known here']
      if (keyword === 'enum')
        return [path, `must be one of ${(params['allowedValues'] as string[]).join(', ')}`]
      return [path, message]
    }),
  )
