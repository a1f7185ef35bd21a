/**
 * Whether something is the definition of a guardrail that works: its shape, then its config. The rules are loaded when
 * they are first needed: with their word lists and patterns they take a tenth of a second of every start.
 */
import { Ajv, type ValidateFunction } from 'ajv'
import { isStorable } from '../../schema/common.js'
import { GuardrailDefinition } from '../../schema/guardrail.js'
import { toValidationProblems, type ValidationProblems } from './validate-config.js'

const ajv = new Ajv({ allErrors: true, strict: false, meta: false, validateSchema: false })
let validator: ValidateFunction<GuardrailDefinition> | undefined

/** By field; those of the config without `config/` before them, because that is how people speak of them. */
export const validateDefinition = async (value: unknown): Promise<ValidationProblems> => {
  const validate = (validator ??= ajv.compile<GuardrailDefinition>(GuardrailDefinition))
  if (!validate(value)) return toValidationProblems(validate.errors ?? [])
  if (!isStorable(value.name)) return { name: 'holds U+0000 or an unpaired surrogate' }
  return validateDefinitionConfig(value)
}

/** Compiled configs are checked over and over: with every run of an assistant that holds its own. */
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
  // The name and the slash that each begins with.
  const configProblems = Object.fromEntries(
    Object.entries(problems).map(([path, text]) => [path.slice(1), text]),
  )
  if (cachedProblems.size >= MAX_CACHED) cachedProblems.clear()
  cachedProblems.set(key, configProblems)
  return configProblems
}
