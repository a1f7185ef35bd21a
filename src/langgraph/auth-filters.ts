/**
 * The filters that the handlers of a project's `auth` return: `{key: value}`, `{key: {$eq: value}}`, `{key: {$contains: value}}`. Each is
 * a statement of what metadata must hold, so all of them together are one JSON object, and to match is to contain it.
 */
import type { JsonObject } from '../schema/common.js'
import { jsonContains } from '../store/sql/json-contains.js'

/** JSON text of what metadata must hold; null: anything. */
export type Only = string | null

const isScalar = (value: unknown): boolean =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)

const partOf = (wanted: unknown): unknown => {
  if (isScalar(wanted)) return wanted
  if (typeof wanted !== 'object' || Array.isArray(wanted)) return undefined
  const { $eq, $contains, ...others } = wanted as JsonObject
  if (Object.keys(others).length > 0) return undefined
  if ($eq !== undefined) return $contains === undefined && isScalar($eq) ? $eq : undefined
  const items: unknown[] = Array.isArray($contains) ? $contains : [$contains]
  return items.every(isScalar) ? items : undefined
}

/** Undefined: these are no filters, and to let everything through would be wrong. */
export const readFilters = (filters: unknown): Only | undefined => {
  if (filters == null) return null
  if (typeof filters !== 'object' || Array.isArray(filters)) return undefined
  const parts = Object.entries(filters).map(([key, wanted]) => [key, partOf(wanted)] as const)
  if (parts.some(([, part]) => part === undefined)) return undefined
  return parts.length === 0 ? null : JSON.stringify(Object.fromEntries(parts))
}

/** `metadata` is JSON text, as rows have it. */
export const isWithin = (metadata: string, only: Only): boolean =>
  only === null || jsonContains(metadata, only) === 1
