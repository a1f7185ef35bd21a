/**
 * Validates the config of a run and the reference to a checkpoint. LangGraph accepts anything and fails late or not at all, and the
 * databases reject unstorable text with their own error messages.
 */
import { validationError } from '../../errors.js'
import { isObject, isStorable, type JsonObject } from '../../schema/common.js'
import type { CheckpointReference } from '../../schema/inspection.js'
import type { RunKwargs } from '../../schema/run-kwargs.js'

const isStorableText = (value: unknown): boolean => typeof value === 'string' && isStorable(value)

interface Rule {
  isValid: (value: unknown) => boolean
  text: string
}

const object: Rule = { isValid: isObject, text: 'must be an object' }
const text: Rule = { isValid: isStorableText, text: 'must be a string without U+0000 or unpaired surrogates' }

const CONFIG_RULES: Record<string, Rule> = {
  configurable: object,
  metadata: object,
  tags: {
    isValid: (value) => Array.isArray(value) && value.every((tag) => typeof tag === 'string'),
    text: 'must be a list of strings',
  },
  recursion_limit: {
    isValid: (value) => Number.isSafeInteger(value) && (value as number) >= 1,
    text: 'must be an integer of 1 or more',
  },
}

const CHECKPOINT_RULES: Record<string, Rule> = {
  checkpoint_id: text,
  checkpoint_ns: text,
  checkpoint_map: object,
}

/** A null field means the same as an absent field and is removed. */
const checkFields = (value: JsonObject, rules: Record<string, Rule>, field: string): JsonObject => {
  const result = { ...value }
  for (const [name, { isValid, text: message }] of Object.entries(rules)) {
    // oxlint-disable-next-line typescript/no-dynamic-delete -- names of the table
    if (value[name] == null) delete result[name]
    else if (!isValid(value[name])) throw validationError(`${field}.${name}`, message)
  }
  return result
}

export const parseConfig = (config: JsonObject): NonNullable<RunKwargs['config']> =>
  checkFields(config, CONFIG_RULES, 'config')

/** Returns the problem of a recursion limit that is higher than the service allows. The schemas check its type. */
export const findRecursionLimitProblem = (
  config: JsonObject | null | undefined,
  maxRecursionLimit: number,
): string | undefined => {
  const limit = config?.['recursion_limit']
  return typeof limit === 'number' && limit > maxRecursionLimit
    ? `must be at most ${String(maxRecursionLimit)} (RUN_MAX_RECURSION_LIMIT)`
    : undefined
}

export const checkRecursionLimit = (
  { config }: { config?: JsonObject | null | undefined },
  maxRecursionLimit: number,
): void => {
  const problem = findRecursionLimitProblem(config, maxRecursionLimit)
  if (problem !== undefined) throw validationError('config.recursion_limit', problem)
}

/** Applies the limit of the service to a config that was stored when a higher one was allowed. */
export const limitRecursion = <T extends JsonObject>(config: T, maxRecursionLimit: number): T =>
  findRecursionLimitProblem(config, maxRecursionLimit) === undefined
    ? config
    : { ...config, recursion_limit: maxRecursionLimit }

/** Accepts a checkpoint ID, or the `checkpoint` object of a state. `thread_id` in the object is ignored. */
export const parseCheckpoint = (value: unknown, field = 'checkpoint'): CheckpointReference => {
  if (value == null) return {}
  if (typeof value === 'string') return parseCheckpoint({ checkpoint_id: value }, field)
  if (!isObject(value)) throw validationError(field, 'must be an object')
  if (value['configurable'] != null) return parseCheckpoint(value['configurable'], field)
  const { checkpoint_id, checkpoint_ns, checkpoint_map } = checkFields(
    value,
    CHECKPOINT_RULES,
    field,
  ) as CheckpointReference
  return {
    ...(checkpoint_id !== undefined && { checkpoint_id }),
    ...(checkpoint_ns !== undefined && { checkpoint_ns }),
    ...(checkpoint_map !== undefined && { checkpoint_map }),
  }
}
