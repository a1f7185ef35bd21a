/**
 * Lists and counts runs. Both use the same filter, in the same order: of one index, a range of candidates is read, and each candidate
 * is checked. A filter that few candidates meet would read the whole range, so each request reads at most `MAX_ROWS_READ` candidates:
 * a list then returns a short page with the position to continue from, a count says that it is a lower bound.
 */
import { sql, type SelectQueryBuilder } from 'kysely'
import { MAX_ROWS_READ, type CountedField } from '../../schema/run-list.js'
import type { RunStatus } from '../../schema/run.js'
import type { Database } from '../sql/database.js'
import { memoizeByShape } from '../sql/memoize-by-shape.js'
import type { Position } from '../sql/page.js'
import { bindLimit, prepare } from '../sql/statement.js'
import { getColumnNames, type Row, type Tables } from '../sql/tables.js'
import { makeThreadValueStore } from '../threads/thread-values.js'
import { expandOutputs } from './stored-values.js'
import {
  buildConditions,
  isUnsatisfiable,
  toFilterParams,
  toFilterShape,
  type FilterParams,
  type FilterShape,
  type RunFilter,
} from './run-filter.js'

type RunRow = Row<'runs'>
export type Order = 'asc' | 'desc'

/** Columns that the summary of a run does not need. Some hold megabytes. */
const PAYLOAD_COLUMNS = ['input', 'output', 'required_action', 'resume', 'kwargs'] as const
export type RunSummaryRow = Omit<RunRow, (typeof PAYLOAD_COLUMNS)[number]>

export type RunPosition = Pick<RunRow, 'created_at' | 'run_id'>

export interface RunListRequest {
  limit: number
  after?: Position | undefined
  order?: Order | undefined
}

export interface RunListPage<T> {
  rows: T[]
  /** Where the next page starts. Undefined: no more runs match. */
  next: Position | undefined
}

/** A range of candidates: after `from`, up to and including `to`, in the order of the list. */
interface RangeParams {
  from_at: number
  from_id: string
  to_at: number
  to_id: string
  limit: number
}

interface ListShape extends FilterShape {
  order: Order
}

type Params = FilterParams & RangeParams

/** Most filters find a page among the first candidates. */
const CANDIDATES_PER_READ = [1_000, MAX_ROWS_READ - 1_000]
const LAST_TIME = Number.MAX_SAFE_INTEGER
/** A run is created before it ends; the clocks of two nodes can differ by less than this. */
const CLOCK_TOLERANCE_MS = 60_000
/** Follows every ID and every beginning of one. */
const LAST_ID = 'g'

const SUMMARY_COLUMNS = getColumnNames('runs').filter(
  (name) => !(PAYLOAD_COLUMNS as readonly string[]).includes(name),
)
const COLUMNS = {
  full: getColumnNames('runs'),
  summary: SUMMARY_COLUMNS,
  position: ['created_at', 'run_id'],
} as const

type View = keyof typeof COLUMNS

export const makeRunListStore = (db: Database) => {
  const { dialect } = db
  const { kysely } = dialect
  const values = makeThreadValueStore(db)

  const orderRuns = <O>(query: SelectQueryBuilder<Tables, 'runs', O>, { index, order }: ListShape) =>
    // IDs are sorted by time of creation too.
    (index === 'id' ? query : query.orderBy('created_at', order)).orderBy('run_id', order)

  /** One range of candidates, in order; the status is a literal because the index on it is partial. */
  const selectRange = (shape: ListShape, p: Params, status: RunStatus | undefined) => {
    const [from, to] = shape.order === 'desc' ? ['<', '>='] : ['>', '<=']
    const key = shape.index === 'id' ? sql`run_id` : sql`(created_at, run_id)`
    const bound = (at: number, id: string) =>
      shape.index === 'id' ? sql`${id}` : sql`(cast(${at} as bigint), ${id})`
    const query = kysely
      .selectFrom('runs')
      .where('tenant_id', '=', p.tenant_id)
      .$if(shape.index === 'thread', (q) => q.where('thread_id', '=', p.thread_id))
      .$if(shape.index === 'assistant', (q) => q.where('assistant_id', '=', p.assistant_id))
      .$if(status !== undefined, (q) =>
        q
          .where('status', '=', sql.lit(status as RunStatus))
          // SQLite uses a partial index only if its condition is part of the query.
          .where('status', '<>', sql.lit('completed')),
      )
      .where(sql<boolean>`${key} ${sql.raw(from)} ${bound(p.from_at, p.from_id)}`)
      .where(sql<boolean>`${key} ${sql.raw(to)} ${bound(p.to_at, p.to_id)}`)
    return orderRuns(query, shape).limit(bindLimit(p.limit))
  }

  /** All ranges of the shape, merged in order. `isChecked`: only candidates that meet the conditions. */
  const selectRuns = (
    shape: ListShape,
    p: Params,
    columns: readonly (keyof RunRow)[],
    isChecked = shape.hasConditions,
  ) => {
    const statuses = shape.statuses.length === 0 ? [undefined] : shape.statuses
    const [first, ...others] = statuses.map((status) =>
      selectRange(shape, p, status)
        .select(columns)
        .$if(isChecked, (query) => query.where(buildConditions(dialect, p))),
    ) as [SelectQueryBuilder<Tables, 'runs', RunRow>, ...SelectQueryBuilder<Tables, 'runs', RunRow>[]]
    if (others.length === 0) return first
    const toMember = (query: typeof first) => kysely.selectFrom(query.as('candidates')).selectAll()
    const merged = others.reduce((union, query) => union.unionAll(toMember(query)), toMember(first))
    return orderRuns(merged as unknown as typeof first, shape).limit(bindLimit(p.limit))
  }

  const selectPage = memoizeByShape(({ view, ...shape }: ListShape & { view: View }) =>
    prepare<Params>()((p) => selectRuns(shape, p, COLUMNS[view])),
  )

  /** Selects the last of the next `limit` candidates, if there are as many. */
  const selectEnd = memoizeByShape((shape: ListShape) =>
    prepare<Params>()((p) =>
      kysely
        .selectFrom(selectRuns(shape, p, COLUMNS.position, false).as('candidates'))
        .select(['created_at', 'run_id'])
        .limit(sql.lit(1))
        .offset(sql<number>`cast(${p.limit} as bigint) - 1`),
    ),
  )

  const selectCounts = memoizeByShape(({ by, ...shape }: ListShape & { by: CountedField | undefined }) =>
    prepare<Params>()((p) => {
      const columns = [
        ...COLUMNS.position,
        ...(by === undefined ? [] : ([by === 'error_code' ? 'error' : by] as const)),
      ]
      const value =
        by === undefined
          ? sql<string>`''`
          : by === 'error_code'
            ? dialect.errorCode('error')
            : sql.ref<string>(by)
      return kysely
        .selectFrom(selectRuns(shape, p, columns).as('counted'))
        .select(({ fn }) => [value.as('value'), fn.countAll<number>().as('count')])
        .groupBy(sql.raw('1'))
    }),
  )

  /** The whole range of the filter, after `after`. */
  const toRange = (
    filter: RunFilter,
    order: Order,
    after: Position | undefined,
  ): Omit<RangeParams, 'limit'> => {
    const { created_after = 0, created_before = LAST_TIME, ended_before = LAST_TIME, id_prefix = '' } = filter
    const newest = Math.min(created_before, ended_before + CLOCK_TOLERANCE_MS)
    // No ID is empty, so it does not matter whether the bounds are inclusive.
    const first = { at: created_after, id: id_prefix === '' ? '' : toPredecessor(id_prefix) }
    const last = { at: newest, id: id_prefix === '' ? '' : `${id_prefix}${LAST_ID}` }
    const [from, to] = order === 'desc' ? [after ?? last, first] : [after ?? first, last]
    return { from_at: from.at, from_id: from.id, to_at: to.at, to_id: to.id }
  }

  const findEnd = async (shape: ListShape, params: Params): Promise<Position | undefined> => {
    const [end] = await db.read(selectEnd(shape)(params))
    return end && { at: end.created_at, id: end.run_id }
  }

  const upTo = (end: Position | undefined) => end && { to_at: end.at, to_id: end.id }

  const list = async <T extends RunPosition>(
    view: View,
    tenant_id: string,
    filter: RunFilter,
    { limit, after, order = 'desc' }: RunListRequest,
    now: number,
  ): Promise<RunListPage<T>> => {
    if (isUnsatisfiable(filter)) return { rows: [], next: undefined }
    const shape = { ...toFilterShape(filter), order }
    const params = toFilterParams(tenant_id, filter, now)
    const rows: T[] = []
    let position = after
    for (const candidates of shape.hasConditions ? CANDIDATES_PER_READ : [undefined]) {
      const range = toRange(filter, order, position)
      const end =
        candidates === undefined
          ? undefined
          : await findEnd(shape, { ...params, ...range, limit: candidates })
      // The row after the page shows that another page follows.
      const missing = limit + 1 - rows.length
      const read = selectPage({ ...shape, view })({ ...params, ...range, ...upTo(end), limit: missing })
      rows.push(...((await db.read(read)) as unknown as T[]))
      if (rows.length > limit) {
        const last = rows[limit - 1]
        return { rows: rows.slice(0, limit), next: last && { at: last.created_at, id: last.run_id } }
      }
      if (end === undefined) return { rows, next: undefined }
      position = end
    }
    return { rows, next: position }
  }

  return {
    async list(
      tenant_id: string,
      filter: RunFilter,
      request: RunListRequest,
      now: number,
    ): Promise<RunListPage<RunRow>> {
      const { rows, next } = await list<RunRow>('full', tenant_id, filter, request, now)
      return { rows: await expandOutputs(values, rows), next }
    },

    listPositions: (tenant_id: string, filter: RunFilter, request: RunListRequest, now: number) =>
      list<RunPosition>('position', tenant_id, filter, request, now),

    listSummaries: (tenant_id: string, filter: RunFilter, request: RunListRequest, now: number) =>
      list<RunSummaryRow>('summary', tenant_id, filter, request, now),

    /** Counts the newest runs by the values of a field; `isCapped` if there may be more. */
    async count(
      tenant_id: string,
      filter: RunFilter,
      by: CountedField | undefined,
      now: number,
    ): Promise<{ counts: { value: string; count: number }[]; isCapped: boolean }> {
      if (isUnsatisfiable(filter)) return { counts: [], isCapped: false }
      const shape: ListShape = { ...toFilterShape(filter), order: 'desc' }
      const range = toRange(filter, 'desc', undefined)
      const params = { ...toFilterParams(tenant_id, filter, now), ...range }
      const end = await findEnd(shape, { ...params, limit: MAX_ROWS_READ + 1 })
      const counted = selectCounts({ ...shape, by })({ ...params, ...upTo(end), limit: MAX_ROWS_READ })
      const rows = await db.read(counted)
      return {
        counts: rows.map(({ value, count }) => ({ value: value ?? '', count })),
        isCapped: end !== undefined,
      }
    },
  }
}

/** A text between the IDs that start with the prefix and all smaller ones. */
const toPredecessor = (prefix: string): string => {
  const last = prefix.length - 1
  return `${prefix.slice(0, last)}${String.fromCharCode(prefix.charCodeAt(last) - 1)}${LAST_ID}`
}

export type RunListStore = ReturnType<typeof makeRunListStore>
