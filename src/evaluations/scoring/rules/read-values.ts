/** What scorers look at, and what they hold it against. */
import { isDeepStrictEqual } from 'node:util'
import type { JsonObject } from '../../../schema/common.js'
import type { ScorerInput } from '../score.js'

/** By its own key, or by a path of keys with dots between. */
export const getField = (object: JsonObject | null, field: string): unknown => {
  if (object === null) return undefined
  if (Object.hasOwn(object, field)) return object[field]
  let current: unknown = object
  for (const key of field.split('.')) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined
    current = (current as JsonObject)[key]
  }
  return current
}

/** Undefined: the output has no such field. */
export const getText = (scorerInput: ScorerInput, field: string | undefined): string | undefined => {
  if (field === undefined) return scorerInput.text
  const value = getField(scorerInput.output, field)
  return value === undefined || typeof value === 'string' ? value : JSON.stringify(value)
}

/**
 * What the example expects: the same field, or the answer, or the only text that is there. `contains` is no answer but a
 * part of one.
 */
export const getReference = ({ expected }: ScorerInput, field: string | undefined): unknown => {
  if (expected === null) return undefined
  if (field !== undefined) return getField(expected, field)
  const { response } = expected
  if (response !== undefined) return typeof response === 'string' ? response : expected
  const otherEntries = Object.entries(expected).filter(([key]) => key !== 'contains')
  return otherEntries.length === 1 ? otherEntries[0]?.[1] : undefined
}

/** One way of writing for what looks the same, é as one sign or as two. */
export const normalizeText = (text: string, caseSensitive: boolean): string => {
  const composed = text.normalize('NFC')
  return caseSensitive ? composed : composed.toLowerCase()
}

export const isEqual = (a: unknown, b: unknown, caseSensitive = true): boolean =>
  typeof a === 'string' && typeof b === 'string'
    ? normalizeText(a, caseSensitive) === normalizeText(b, caseSensitive)
    : isDeepStrictEqual(a, b)
