/**
 * Conditions on the JSON in a column. PostgreSQL evaluates them in SQL (dialect.ts), SQLite with this function; both
 * give the same result.
 */
import { isDeepStrictEqual } from 'node:util'

export const OPERATORS = ['$eq', '$ne', '$gt', '$gte', '$lt', '$lte', '$in', '$nin'] as const
export type Operator = (typeof OPERATORS)[number]

/**
 * Compares `value` with the value at the path; the empty path is the whole document. `$in` and `$nin` take an array.
 */
export interface JsonCondition {
  path: readonly string[]
  op: Operator | 'contains'
  value: unknown
}

/**
 * The SQL function json_meets(json, conditions): both arguments are JSON texts, the second an array of conditions.
 * Returns 0 or 1.
 */
export const jsonMatches = (json: unknown, conditions: unknown): number => {
  if (conditions === '[]') return 1
  if (typeof json !== 'string' || typeof conditions !== 'string') return 0
  const whole: unknown = JSON.parse(json)
  return (JSON.parse(conditions) as JsonCondition[]).every((condition) => matchesCondition(whole, condition))
    ? 1
    : 0
}

const matchesCondition = (whole: unknown, { path, op, value }: JsonCondition): boolean => {
  const found = path.reduce(getChild, whole)
  switch (op) {
    case 'contains':
      return containsJson(found, value)
    case '$eq':
      return isDeepStrictEqual(found, value)
    case '$ne':
      return !isDeepStrictEqual(found, value)
    case '$in':
      return (value as unknown[]).some((candidate) => isDeepStrictEqual(found, candidate))
    case '$nin':
      return !(value as unknown[]).some((candidate) => isDeepStrictEqual(found, candidate))
    case '$gt':
      return compare(found, value) > 0
    case '$gte':
      return compare(found, value) >= 0
    case '$lt':
      return compare(found, value) < 0
    case '$lte':
      return compare(found, value) <= 0
  }
}

const getChild = (value: unknown, key: string): unknown => {
  if (Array.isArray(value)) return /^-?\d{1,9}$/.test(key) ? (value as unknown[]).at(Number(key)) : undefined
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
  return (value as Record<string, unknown>)[key]
}

/**
 * Compares two numbers, or two strings by their bytes. Returns NaN for values that cannot be compared, which is neither
 * more nor less.
 */
const compare = (a: unknown, b: unknown): number => {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b))
  return NaN
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** JSON containment with the meaning of PostgreSQL's `@>`: objects by key, arrays by element, other values by equality. */
const containsJson = (whole: unknown, part: unknown): boolean => {
  if (isObject(part))
    return (
      isObject(whole) &&
      Object.entries(part).every(
        ([key, value]) => Object.hasOwn(whole, key) && containsJson(whole[key], value),
      )
    )
  if (Array.isArray(part))
    return (
      Array.isArray(whole) &&
      part.every((expected) => (whole as unknown[]).some((item) => containsJson(item, expected)))
    )
  return whole === part
}

/** The SQL function json_contains(whole, part): both arguments are JSON texts. Returns 0 or 1. */
export const jsonContains = (whole: unknown, part: unknown): number =>
  typeof whole === 'string' && typeof part === 'string' && containsJson(JSON.parse(whole), JSON.parse(part))
    ? 1
    : 0

/**
 * The SQL function json_may_contain(members, omitted, part): `members` is the JSON of an object without the members whose names are in
 * `omitted`, a JSON array. Returns 0 if the object cannot contain `part`, whatever those members are.
 */
export const jsonMayContain = (members: unknown, omitted: unknown, part: unknown): number => {
  if (typeof members !== 'string' || typeof part !== 'string') return 0
  const known: unknown = JSON.parse(members)
  const names = new Set(typeof omitted === 'string' ? (JSON.parse(omitted) as string[]) : [])
  const required = Object.entries(JSON.parse(part) as Record<string, unknown>)
  return isObject(known) &&
    required.every(([name, value]) => names.has(name) || containsJson(known, { [name]: value }))
    ? 1
    : 0
}

/** The SQL function contains_words(text, words): the second argument is a JSON array of words in lower case. Returns 0 or 1. */
export const containsWords = (text: unknown, words: unknown): number => {
  if (typeof text !== 'string' || typeof words !== 'string') return 0
  const lowerCase = text.toLowerCase()
  return (JSON.parse(words) as string[]).every((word) => lowerCase.includes(word)) ? 1 : 0
}
