/**
 * The filters that the handlers of a project's `auth` return: `{key: value}`, `{key: {$eq: value}}`, `{key: {$contains: value}}`. Each is
 * a statement of what metadata must hold, so all of them together are one JSON object, and to match is to contain it.
 */
import type { JsonObject } from '../schema/common.js'
import { jsonContains } from '../store/sql/json-conditions.js'

/** JSON text of what metadata must hold; null: anything. */
export type AuthFilter = string | null

const isScalar = (value: unknown): boolean =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)

const toContainedValue = (condition: unknown): unknown => {
  if (isScalar(condition)) return condition
  if (typeof condition !== 'object' || Array.isArray(condition)) return undefined
  const { $eq, $contains, ...otherOperators } = condition as JsonObject
  if (Object.keys(otherOperators).length > 0) return undefined
  if ($eq !== undefined) return $contains === undefined && isScalar($eq) ? $eq : undefined
  const values: unknown[] = Array.isArray($contains) ? $contains : [$contains]
  return values.every(isScalar) ? values : undefined
}

/** Undefined: these are no filters, and to let everything through would be wrong. */
export const parseAuthFilters = (filters: unknown): AuthFilter | undefined => {
  if (filters == null) return null
  if (typeof filters !== 'object' || Array.isArray(filters)) return undefined
  const entries = Object.entries(filters).map(
    ([key, condition]) => [key, toContainedValue(condition)] as const,
  )
  if (entries.some(([, value]) => value === undefined)) return undefined
  return entries.length === 0 ? null : JSON.stringify(Object.fromEntries(entries))
}

/** `metadata` is JSON text, as rows have it. */
export const matchesAuthFilter = (metadata: string, authFilter: AuthFilter): boolean =>
  authFilter === null || jsonContains(metadata, authFilter) === 1
