/** Turns the filters of a request into the filter of the store. */
import { validationError } from '../../errors.js'
import { isUuid } from '../../platform/ids.js'
import { isObject, isStorable, type JsonObject } from '../../schema/common.js'
import { OUTCOMES } from '../../schema/guardrail.js'
import { RUN_FAILURES, RUN_STATUSES, type RunStatus } from '../../schema/run.js'
import type { RunFilter as RunFilterBody, RunCountQuery } from '../../schema/run-list.js'
import type { RunFilter } from '../../store/runs/run-filter.js'

/** The filters of a query, where metadata is JSON text, or of a body. */
export type RequestedFilter = Omit<RunFilterBody, 'metadata'> & { metadata?: string | JsonObject }

/** Looks up the assistants with this name. */
export type FindAssistants = (name: string) => Promise<string[]>

/** A text of this form is searched among IDs only. Shorter texts may also be words. */
const ID_PREFIX = /^[0-9a-f]{8}(-[0-9a-f-]{0,27})?$/
const ID_TEXT = /^[0-9a-f-]+$/

export const parseRunFilter = async (
  requested: RequestedFilter | RunCountQuery,
  findAssistants: FindAssistants,
): Promise<RunFilter> => {
  const error_codes = parseList('error_code', requested.error_code, Object.keys(RUN_FAILURES))
  const statuses = parseList('status', requested.status, RUN_STATUSES)
  return omitUndefined({
    thread_id: requested.thread_id?.toLowerCase(),
    // Only failed runs have an error, and their index is smaller than that of all runs.
    statuses: error_codes === undefined ? statuses : (statuses ?? ['failed' as const]).filter(isFailed),
    error_codes,
    guardrail_outcomes: parseList('guardrail_outcome', requested.guardrail_outcome, OUTCOMES),
    ...(await parseAssistants(requested.assistant_id, findAssistants)),
    created_after: toTime(requested.created_after),
    created_before: toTime(requested.created_before),
    ended_after: toTime(requested.ended_after),
    ended_before: toTime(requested.ended_before),
    min_duration_ms: requested.min_duration_ms,
    attempt_gte: requested.attempt_gte,
    metadata: parseMetadata(requested.metadata),
    // The run of a cron has its ID in its metadata.
    cron_metadata: requested.cron_id && JSON.stringify({ cron_id: requested.cron_id.toLowerCase() }),
    ...parseText(requested.q),
  })
}

const isFailed = (status: RunStatus): boolean => status === 'failed'

const omitUndefined = (filter: RunFilter): RunFilter =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))

const toTime = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Date.parse(text)

const splitList = (value: string | string[] | undefined): string[] | undefined => {
  if (value === undefined) return undefined
  const items = [value].flat().flatMap((text) => text.split(','))
  return [...new Set(items.map((item) => item.trim()))]
}

const parseList = <T extends string>(
  field: string,
  value: string | string[] | undefined,
  allowed: readonly T[],
): T[] | undefined => {
  const items = splitList(value)
  const unknown = items?.find((item) => !(allowed as readonly string[]).includes(item))
  if (unknown !== undefined)
    throw validationError(field, `must be one of ${allowed.join(', ')}, not "${unknown}"`)
  return items as T[] | undefined
}

/** IDs and names, each with `!` if it is excluded. */
const parseAssistants = async (
  value: string | string[] | undefined,
  findAssistants: FindAssistants,
): Promise<Pick<RunFilter, 'assistant_ids' | 'excluded_assistant_ids'>> => {
  const items = splitList(value) ?? []
  if (items.some((item) => item.replace(/^!/, '') === '' || !isStorable(item)))
    throw validationError('assistant_id', 'must contain IDs or names of assistants')
  const resolve = async (names: string[]): Promise<string[]> =>
    (
      await Promise.all(
        names.map(async (name) => (isUuid(name) ? [name.toLowerCase()] : findAssistants(name))),
      )
    ).flat()
  const included = items.filter((item) => !item.startsWith('!'))
  const excluded = items.filter((item) => item.startsWith('!')).map((item) => item.slice(1))
  const excludedIds = await resolve(excluded)
  return {
    assistant_ids: included.length === 0 ? undefined : await resolve(included),
    // Unknown names exclude nothing.
    excluded_assistant_ids: excludedIds.length === 0 ? undefined : excludedIds,
  }
}

const parseMetadata = (value: string | JsonObject | undefined): string | undefined => {
  if (value === undefined) return undefined
  const metadata = typeof value === 'string' ? parseJson(value) : value
  if (!isObject(metadata)) throw validationError('metadata', 'must be a JSON object')
  if (!isStorable(metadata))
    throw validationError('metadata', 'must not contain U+0000 or unpaired surrogates')
  return JSON.stringify(metadata)
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const parseText = (q: string | undefined): Pick<RunFilter, 'id_prefix' | 'id_text' | 'words'> => {
  const text = q?.trim().toLowerCase()
  if (text === undefined) return {}
  if (ID_PREFIX.test(text)) return { id_prefix: text }
  return {
    words: text.split(/\s+/).filter((word) => word !== ''),
    id_text: ID_TEXT.test(text) ? text : undefined,
  }
}
