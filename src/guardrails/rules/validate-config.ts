/** Validates the `config` of a guardrail against the schema of its type and fills in the defaults. */
import { Ajv, type ValidateFunction } from 'ajv'
import { GUARDRAIL_CONFIGS, type GuardrailConfig, type GuardrailType } from '../../schema/guardrail.js'
import { toValidationProblems, type ValidationProblems } from '../../schema/validation-problems.js'

const ajv = new Ajv({
  allErrors: true,
  useDefaults: true,
  strict: false,
  // YAML can express .inf, and a limit of infinity would never apply.
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

export const validateConfig = <T extends GuardrailType>(
  type: T,
  input: unknown,
): { config: GuardrailConfig<T>; problems: ValidationProblems } => {
  const config = structuredClone(input ?? {}) as GuardrailConfig<T>
  const validate = getValidator(type)
  const problems = validate(config) ? {} : toValidationProblems(validate.errors ?? [])
  return { config, problems }
}
