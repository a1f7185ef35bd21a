/** Reads the values that the rules compare: fields of the output, the output text, and the reference of the example. */
import { isDeepStrictEqual } from 'node:util'
import type { JsonObject } from '../../../schema/common.js'
import type { ScorerInput } from '../score.js'

/** Reads a key of the object, or a dotted path of keys. */
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

/** Returns undefined if the output has no such field. */
export const getText = (scorerInput: ScorerInput, field: string | undefined): string | undefined => {
  if (field === undefined) return scorerInput.text
  const value = getField(scorerInput.output, field)
  return value === undefined || typeof value === 'string' ? value : JSON.stringify(value)
}

/**
 * The expected value of the example: the same field, `response`, or the only key. `contains` is not a reference, because it
 * is only a part of the expected text.
 */
export const getReference = ({ expected }: ScorerInput, field: string | undefined): unknown => {
  if (expected === null) return undefined
  if (field !== undefined) return getField(expected, field)
  const { response } = expected
  if (response !== undefined) return typeof response === 'string' ? response : expected
  const otherEntries = Object.entries(expected).filter(([key]) => key !== 'contains')
  return otherEntries.length === 1 ? otherEntries[0]?.[1] : undefined
}

/** Normalizes to NFC, because é can be one code point or two. */
export const normalizeText = (text: string, caseSensitive: boolean): string => {
  const composed = text.normalize('NFC')
  return caseSensitive ? composed : composed.toLowerCase()
}

export const isEqual = (a: unknown, b: unknown, caseSensitive = true): boolean =>
  typeof a === 'string' && typeof b === 'string'
    ? normalizeText(a, caseSensitive) === normalizeText(b, caseSensitive)
    : isDeepStrictEqual(a, b)
