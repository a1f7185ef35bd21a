/** What the JSON in a column may be asked for. PostgreSQL has it as SQL (dialect.ts), SQLite as this function; both mean the same. */
import { isDeepStrictEqual } from 'node:util'
import { containsJson } from './json-contains.js'

export const OPERATORS = ['$eq', '$ne', '$gt', '$gte', '$lt', '$lte', '$in', '$nin'] as const
export type Operator = (typeof OPERATORS)[number]

/** All of `value` is compared with what lies at the path; the empty path is the whole. `$in` and `$nin` take an array. */
export interface JsonCondition {
  path: readonly string[]
  op: Operator | 'contains'
  value: unknown
}

/** As a function of SQL: both are texts, the second an array of conditions, and the answer is a number. */
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

/** Numbers with numbers, texts with texts by their characters; what cannot be compared is neither more nor less (NaN). */
const compare = (a: unknown, b: unknown): number => {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b))
  return NaN
}
