/** What scorers look at, and what they hold it against. */
import { isDeepStrictEqual } from 'node:util'
import type { JsonObject } from '../../../schema/common.js'
import type { Given } from '../score.js'

/** By its own key, or by a path of keys with dots between. */
export const fieldOf = (object: JsonObject | null, field: string): unknown => {
  if (object === null) return undefined
  if (Object.hasOwn(object, field)) return object[field]
  let at: unknown = object
  for (const key of field.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined
    at = (at as JsonObject)[key]
  }
  return at
}

/** Undefined: the output has no such field. */
export const textOf = (given: Given, field: string | undefined): string | undefined => {
  if (field === undefined) return given.text
  const value = fieldOf(given.output, field)
  return value === undefined || typeof value === 'string' ? value : JSON.stringify(value)
}

/**
 * What the example expects: the same field, or the answer, or the only text that is there. `contains` is no answer but a
 * part of one.
 */
export const referenceOf = ({ expected }: Given, field: string | undefined): unknown => {
  if (expected === null) return undefined
  if (field !== undefined) return fieldOf(expected, field)
  const { response } = expected
  if (response !== undefined) return typeof response === 'string' ? response : expected
  const others = Object.entries(expected).filter(([key]) => key !== 'contains')
  return others.length === 1 ? others[0]?.[1] : undefined
}

/** One way of writing for what looks the same, é as one sign or as two. */
export const folded = (text: string, caseSensitive: boolean): string => {
  const composed = text.normalize('NFC')
  return caseSensitive ? composed : composed.toLowerCase()
}

export const isSame = (one: unknown, other: unknown, caseSensitive = true): boolean =>
  typeof one === 'string' && typeof other === 'string'
    ? folded(one, caseSensitive) === folded(other, caseSensitive)
    : isDeepStrictEqual(one, other)
