/** The filters of the list of runs: what stands in the URL, and the query of the API that it means. */
import type { BulkTarget, RunCountQuery, RunFilterQuery } from '../api/runs.ts'
import type { Search } from './search.ts'

/** Ranges of time that end now, by their name in the URL. */
export const RANGES: Record<string, { label: string; ms: number }> = {
  '15m': { label: 'last 15 min', ms: 15 * 60_000 },
  '1h': { label: 'last hour', ms: 3_600_000 },
  '6h': { label: 'last 6 h', ms: 6 * 3_600_000 },
  '24h': { label: 'last 24 h', ms: 24 * 3_600_000 },
  '7d': { label: 'last 7 days', ms: 7 * 24 * 3_600_000 },
  '30d': { label: 'last 30 days', ms: 30 * 24 * 3_600_000 },
}

/** Names of filters in the URL and in the API, where both have the same text. */
const TEXT_FILTERS = {
  status: 'status',
  assistant: 'assistant_id',
  q: 'q',
  error: 'error_code',
  guardrail: 'guardrail_outcome',
  thread: 'thread_id',
  cron: 'cron_id',
  from: 'created_after',
  to: 'created_before',
  ended_from: 'ended_after',
  ended_to: 'ended_before',
} as const

const META = 'meta.'

export const splitList = (value: string | undefined): string[] =>
  (value ?? '').split(',').filter((item) => item !== '')

/** Adds the item to a list of the URL, or removes it. */
export const toggleInList = (value: string | undefined, item: string): string => {
  const items = splitList(value)
  return (items.includes(item) ? items.filter((other) => other !== item) : [...items, item]).join(',')
}

/** `true`, `3` and `"3"` are JSON; everything else is a text. */
const parseMetadataValue = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export const readMetadata = (search: Search): [key: string, value: string][] =>
  Object.entries(search).flatMap(([name, value]) =>
    name.startsWith(META) && name.length > META.length ? [[name.slice(META.length), value]] : [],
  )

/** Reads `1.5s`, `500ms` or `2m`; undefined if it is none of them. */
export const parseDuration = (text: string): number | undefined => {
  const [, digits, unit] = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h)$/.exec(text.trim()) ?? []
  if (digits === undefined || unit === undefined) return undefined
  return Number(digits) * { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }[unit as 'ms' | 's' | 'm' | 'h']
}

/** Reads a whole number from 1; undefined if the text is something else. */
export const parseAttempts = (text: string): number | undefined =>
  /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined

/** Times relative to now change only once a minute, so that the same URL means the same query for a while. */
const startOfRange = (range: string, now: number): string | undefined => {
  const ms = RANGES[range]?.ms
  return ms === undefined ? undefined : new Date(Math.floor((now - ms) / 60_000) * 60_000).toISOString()
}

/** Query parameters of `GET /api/v1/runs`. Unknown names in the URL are ignored. */
export const toRunQuery = (search: Search, now: number): RunFilterQuery => {
  const query: RunFilterQuery = {}
  for (const [name, parameter] of Object.entries(TEXT_FILTERS)) {
    const value = search[name]
    if (value !== undefined && value !== '') query[parameter] = value
  }
  const start = startOfRange(search['since'] ?? '', now)
  if (start !== undefined) query.created_after = start
  const slow = parseDuration(search['slow'] ?? '')
  if (slow !== undefined) query.min_duration_ms = Math.round(slow)
  const attempts = parseAttempts(search['attempts'] ?? '')
  if (attempts !== undefined) query.attempt_gte = attempts
  const metadata = readMetadata(search)
  if (metadata.length > 0) query.metadata = JSON.stringify(toMetadataObject(metadata))
  if (search['order'] === 'asc') query.order = 'asc'
  return query
}

const toMetadataObject = (metadata: [string, string][]): Record<string, unknown> =>
  Object.fromEntries(metadata.map(([key, value]) => [key, parseMetadataValue(value)]))

/** The same filters for counts, which have no order. */
export const toCountQuery = (search: Search, now: number): RunCountQuery => {
  const { order: _order, ...query } = toRunQuery(search, now)
  return query
}

/** The same filters for the body of a bulk operation. */
export const toBulkFilter = (
  search: Search,
  now: number,
): Extract<BulkTarget, { filter: unknown }>['filter'] => {
  const { metadata: _metadata, ...filter } = toCountQuery(search, now)
  const metadata = readMetadata(search)
  return { ...filter, ...(metadata.length > 0 && { metadata: toMetadataObject(metadata) }) }
}

/** True if the URL filters at all; the order is no filter. */
export const hasFilters = (search: Search): boolean =>
  Object.keys(toRunQuery(search, 0)).some((name) => name !== 'order')
