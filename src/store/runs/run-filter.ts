/**
 * The filter of lists and counts of runs. It has two parts. The indexed part selects a range of one index, the candidates; the other
 * conditions check each candidate. Only lengths of ranges decide how long a query takes, so run-lists.ts limits them.
 *
 * Every distinct SQL text stays prepared, so the text must not depend on which conditions a request has: the conditions are all in
 * it, and those without a value are true.
 */
import { sql, type ExpressionBuilder, type ExpressionWrapper, type SqlBool } from 'kysely'
import type { Outcome } from '../../schema/guardrail.js'
import type { RunStatus } from '../../schema/run.js'
import type { Dialect } from '../sql/dialect.js'
import type { Tables } from '../sql/tables.js'

export interface RunFilter {
  thread_id?: string | undefined
  statuses?: readonly RunStatus[] | undefined
  assistant_ids?: readonly string[] | undefined
  excluded_assistant_ids?: readonly string[] | undefined
  error_codes?: readonly string[] | undefined
  guardrail_outcomes?: readonly Outcome[] | undefined
  /** Inclusive. */
  created_after?: number | undefined
  /** Exclusive. */
  created_before?: number | undefined
  /** Inclusive. */
  ended_after?: number | undefined
  /** Exclusive. */
  ended_before?: number | undefined
  min_duration_ms?: number | undefined
  attempt_gte?: number | undefined
  /** JSON objects that the metadata contains. */
  metadata?: string | undefined
  cron_metadata?: string | undefined
  /** The beginning of the ID. */
  id_prefix?: string | undefined
  /** All of these words, in lower case, are in the preview, or the ID starts with `id_text`. */
  words?: readonly string[] | undefined
  id_text?: string | undefined
}

/** An index of the table of runs: the range of candidates is a part of it. */
type CandidateIndex = 'newest' | 'thread' | 'assistant' | 'status' | 'id'

export interface FilterShape {
  index: CandidateIndex
  /** The statuses of the candidates; each is a range of its own. Empty for other indexes than `status`. */
  statuses: RunStatus[]
  /** True if candidates have to be checked. */
  hasConditions: boolean
}

export interface FilterParams {
  tenant_id: string
  thread_id: string | null
  assistant_id: string | null
  statuses: string | null
  assistant_ids: string | null
  excluded_assistant_ids: string | null
  error_codes: string | null
  guardrail_outcomes: string | null
  created_after: number
  created_before: number
  ended_after: number | null
  ended_before: number | null
  min_duration_ms: number | null
  attempt_gte: number | null
  metadata: string | null
  cron_metadata: string | null
  words: string | null
  id_text: string | null
  now: number
}

/** The conditions that the ranges of each index already meet. */
const TIMES = ['created_after', 'created_before'] as const
const MET_CONDITIONS: Record<CandidateIndex, readonly (keyof RunFilter)[]> = {
  newest: TIMES,
  thread: [...TIMES, 'thread_id'],
  assistant: [...TIMES, 'assistant_ids'],
  status: [...TIMES, 'statuses'],
  id: ['id_prefix'],
}

/** The partial index by status does not contain completed runs, because they are the majority. */
const chooseIndex = (filter: RunFilter): CandidateIndex => {
  if (filter.id_prefix !== undefined) return 'id'
  if (filter.thread_id !== undefined) return 'thread'
  if (filter.statuses !== undefined && !filter.statuses.includes('completed')) return 'status'
  return filter.assistant_ids?.length === 1 ? 'assistant' : 'newest'
}

export const toFilterShape = (filter: RunFilter): FilterShape => {
  const index = chooseIndex(filter)
  const conditions = (Object.keys(filter) as (keyof RunFilter)[]).filter(
    (name) => filter[name] !== undefined && !MET_CONDITIONS[index].includes(name),
  )
  const statuses = index === 'status' ? [...new Set(filter.statuses)].toSorted() : []
  return { index, statuses, hasConditions: conditions.length > 0 }
}

/** True if no run can match. */
export const isUnsatisfiable = ({ statuses, assistant_ids }: RunFilter): boolean =>
  statuses?.length === 0 || assistant_ids?.length === 0

const toJson = (values: readonly string[] | undefined): string | null =>
  values === undefined ? null : JSON.stringify(values)

export const toFilterParams = (tenant_id: string, filter: RunFilter, now: number): FilterParams => ({
  tenant_id,
  thread_id: filter.thread_id ?? null,
  assistant_id: filter.assistant_ids?.[0] ?? null,
  statuses: toJson(filter.statuses),
  assistant_ids: toJson(filter.assistant_ids),
  excluded_assistant_ids: toJson(filter.excluded_assistant_ids),
  error_codes: toJson(filter.error_codes),
  guardrail_outcomes: toJson(filter.guardrail_outcomes),
  created_after: filter.created_after ?? 0,
  created_before: filter.created_before ?? Number.MAX_SAFE_INTEGER,
  ended_after: filter.ended_after ?? null,
  ended_before: filter.ended_before ?? null,
  min_duration_ms: filter.min_duration_ms ?? null,
  attempt_gte: filter.attempt_gte ?? null,
  metadata: filter.metadata ?? null,
  cron_metadata: filter.cron_metadata ?? null,
  words: toJson(filter.words),
  id_text: filter.id_text ?? null,
  now,
})

type Condition = ExpressionWrapper<Tables, 'runs', SqlBool>

/** The conditions that are checked for each candidate. */
export const buildConditions =
  (dialect: Dialect, p: FilterParams) =>
  (eb: ExpressionBuilder<Tables, 'runs'>): Condition => {
    const text = (value: string | null) => sql<string>`cast(${value} as text)`
    const number = (value: number | null) => sql<number>`cast(${value} as bigint)`
    const unless = (isAbsent: ReturnType<typeof text | typeof number>, condition: unknown) =>
      sql<SqlBool>`(${isAbsent} is null or ${condition})`
    const isIn = (value: Parameters<Dialect['isInList']>[0], json: string | null) =>
      dialect.isInList(value, json as string)
    const contains = (json: string | null) =>
      unless(text(json), dialect.jsonContains('metadata', json as string))
    const hasIdText = sql<SqlBool>`substr(run_id, 1, length(${text(p.id_text)})) = ${text(p.id_text)}`
    return eb.and([
      unless(text(p.thread_id), eb('thread_id', '=', text(p.thread_id))),
      unless(text(p.statuses), isIn(eb.ref('status'), p.statuses)),
      unless(text(p.assistant_ids), isIn(eb.ref('assistant_id'), p.assistant_ids)),
      unless(
        text(p.excluded_assistant_ids),
        sql`not (${isIn(eb.ref('assistant_id'), p.excluded_assistant_ids)})`,
      ),
      unless(text(p.error_codes), isIn(dialect.errorCode('error'), p.error_codes)),
      unless(text(p.guardrail_outcomes), isIn(eb.ref('guardrail_outcome'), p.guardrail_outcomes)),
      eb('created_at', '>=', number(p.created_after)),
      eb('created_at', '<', number(p.created_before)),
      unless(number(p.ended_after), eb('completed_at', '>=', number(p.ended_after))),
      unless(number(p.ended_before), eb('completed_at', '<', number(p.ended_before))),
      unless(
        number(p.min_duration_ms),
        sql`coalesce(completed_at, ${number(p.now)}) - started_at >= ${number(p.min_duration_ms)}`,
      ),
      unless(number(p.attempt_gte), eb('attempt', '>=', number(p.attempt_gte))),
      contains(p.metadata),
      contains(p.cron_metadata),
      unless(text(p.words), sql`(${hasIdText} or (${dialect.containsWords('preview', p.words as string)}))`),
    ])
  }
