/**
 * What the settings of a run, and a place in the history of its thread, must look like. LangGraph takes anything and fails late, or
 * not at all; the stores refuse what they cannot hold in words of their own.
 */
import { AppError } from '../../errors.js'
import { isStorable, type JsonObject } from '../../schema/common.js'
import type { CheckpointPlace } from '../../schema/inspection.js'
import type { RunKwargs } from '../../schema/run-kwargs.js'

export const refuse = (field: string, text: string): AppError =>
  new AppError('validation_error', `${field} ${text}`, { [field]: text })

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isText = (value: unknown): boolean => typeof value === 'string' && isStorable(value)

interface Rule {
  isRight: (value: unknown) => boolean
  text: string
}

const object: Rule = { isRight: isObject, text: 'must be an object' }
const text: Rule = { isRight: isText, text: 'must be a string without U+0000 or unpaired surrogates' }

const SETTINGS: Record<string, Rule> = {
  configurable: object,
  metadata: object,
  tags: {
    isRight: (value) => Array.isArray(value) && value.every((tag) => typeof tag === 'string'),
    text: 'must be a list of strings',
  },
  recursion_limit: {
    isRight: (value) => Number.isSafeInteger(value) && (value as number) >= 1,
    text: 'must be an integer of 1 or more',
  },
}

const PLACE: Record<string, Rule> = { checkpoint_id: text, checkpoint_ns: text, checkpoint_map: object }

/** What is null is what was not sent. */
const checked = (given: JsonObject, rules: Record<string, Rule>, field: string): JsonObject => {
  const kept = { ...given }
  for (const [name, { isRight, text: must }] of Object.entries(rules)) {
    // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- names of the table
    if (given[name] == null) delete kept[name]
    else if (!isRight(given[name])) throw refuse(`${field}.${name}`, must)
  }
  return kept
}

export const readConfig = (config: JsonObject): NonNullable<RunKwargs['config']> =>
  checked(config, SETTINGS, 'config')

/** A checkpoint by its id, or as the object that a state has; `thread_id` in it changes nothing. */
export const readPlace = (given: unknown, field = 'checkpoint'): CheckpointPlace => {
  if (given == null) return {}
  if (typeof given === 'string') return readPlace({ checkpoint_id: given }, field)
  if (!isObject(given)) throw refuse(field, 'must be an object')
  if (given['configurable'] != null) return readPlace(given['configurable'], field)
  const { checkpoint_id, checkpoint_ns, checkpoint_map } = checked(given, PLACE, field) as CheckpointPlace
  return {
    ...(checkpoint_id !== undefined && { checkpoint_id }),
    ...(checkpoint_ns !== undefined && { checkpoint_ns }),
    ...(checkpoint_map !== undefined && { checkpoint_map }),
  }
}
