/**
 * Filters that the handlers of a project's `auth` return: `{key: value}`, `{key: {$eq: value}}`, `{key: {$contains: value}}`. Each names
 * something that metadata must contain, so all filters together are one JSON object, and metadata matches if it contains that object.
 * An object or array without operators must be contained in the metadata; LangGraph's server ignores such a condition, which would show
 * the resources of all users.
 */
import { isObject } from '../schema/common.js'
import { jsonContains } from '../store/sql/json-conditions.js'

/** JSON text that the metadata must contain; null matches everything. */
export type AuthFilter = string | null

const isScalar = (value: unknown): boolean =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)

/** Returns undefined for an invalid condition. As on LangGraph's server, `$eq` takes precedence over `$contains`. */
const toContainedValue = (condition: unknown): unknown => {
  if (!isObject(condition)) return condition
  const { $eq, $contains } = condition
  if ($eq !== undefined) return isScalar($eq) ? $eq : undefined
  if ($contains !== undefined) return Array.isArray($contains) ? $contains : [$contains]
  return Object.keys(condition).some((name) => name.startsWith('$')) ? undefined : condition
}

/** Returns undefined for invalid filters, so that the caller rejects the request instead of allowing everything. */
export const parseAuthFilters = (filters: unknown): AuthFilter | undefined => {
  if (filters == null) return null
  if (typeof filters !== 'object' || Array.isArray(filters)) return undefined
  const entries = Object.entries(filters).map(
    ([key, condition]) => [key, toContainedValue(condition)] as const,
  )
  if (entries.some(([, value]) => value === undefined)) return undefined
  return entries.length === 0 ? null : JSON.stringify(Object.fromEntries(entries))
}

/** `metadata` is the JSON text of the database column. */
export const matchesAuthFilter = (metadata: string, authFilter: AuthFilter): boolean =>
  authFilter === null || jsonContains(metadata, authFilter) === 1
