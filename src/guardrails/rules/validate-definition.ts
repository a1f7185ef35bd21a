/**
 * Validates the definition of a guardrail: first its shape, then its config by compiling it. The rules are imported when
 * first needed: loading their word lists and patterns takes 0.1 s, which every start would pay.
 */
import { Ajv, type ValidateFunction } from 'ajv'
import { isStorable } from '../../schema/common.js'
import { GuardrailDefinition } from '../../schema/guardrail.js'
import { toValidationProblems, type ValidationProblems } from '../../schema/validation-problems.js'

const ajv = new Ajv({ allErrors: true, strict: false, meta: false, validateSchema: false })
let validator: ValidateFunction<GuardrailDefinition> | undefined

/** The paths are field names; fields of the config have no `config/` prefix. */
export const validateDefinition = async (value: unknown): Promise<ValidationProblems> => {
  const validate = (validator ??= ajv.compile<GuardrailDefinition>(GuardrailDefinition))
  if (!validate(value)) return toValidationProblems(validate.errors ?? [])
  if (!isStorable(value.name)) return { name: 'must not contain U+0000 or unpaired surrogates' }
  return validateDefinitionConfig(value)
}

/** Results are cached, because inline definitions of an assistant are validated again for every run. */
const MAX_CACHED = 500
const cachedProblems = new Map<string, ValidationProblems>()

export const validateDefinitionConfig = async ({
  type,
  config,
}: GuardrailDefinition): Promise<ValidationProblems> => {
  const key = JSON.stringify([type, config])
  const cached = cachedProblems.get(key)
  if (cached !== undefined) return cached
  const { compileGuardrails } = await import('./compile-guardrails.js')
  const { problems } = compileGuardrails([{ name: '', type, config: config ?? {} }])
  // Removes the leading slash: every path starts with the (empty) name and a slash.
  const configProblems = Object.fromEntries(
    Object.entries(problems).map(([path, text]) => [path.slice(1), text]),
  )
  if (cachedProblems.size >= MAX_CACHED) cachedProblems.clear()
  cachedProblems.set(key, configProblems)
  return configProblems
}
