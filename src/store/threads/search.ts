/**
 * Searches for threads, for LangGraph clients, which page by offset. A condition on the state is decided by the members in the row of the
 * thread. Where it asks for a member that the row does not contain, the whole state is read first, and the query that sorts and pages
 * gets the threads that match.
 */
import { sql } from 'kysely'
import { mapConcurrently } from '../../platform/map-concurrently.js'
import type { ThreadStatus } from '../../schema/thread.js'
import type { Database } from '../sql/database.js'
import { jsonContains as containsJson } from '../sql/json-conditions.js'
import { memoizeByShape } from '../sql/memoize-by-shape.js'
import type { SearchPage } from '../sql/page.js'
import { prepare } from '../sql/statement.js'
import { getColumnNames, type Row } from '../sql/tables.js'
import { makeThreadStates } from './thread-states.js'

export interface ThreadFilter {
  metadata?: string | undefined
  values?: string | undefined
  status?: ThreadStatus | undefined
  ids?: readonly string[] | undefined
  /** JSON that the metadata must also contain, from the authorization rules. Null: no restriction. */
  authFilter?: string | null | undefined
}

/** The state of a thread can have megabytes. */
const COLUMNS_WITHOUT_STATE = getColumnNames('threads').filter(
  (name) => !name.startsWith('state_') || name === 'state_updated_at',
)
/** So many whole states are read at the same time. */
const CONCURRENT_READS = 8

const idParam = (index: number) => `id${String(index)}` as `id${number}`

export const makeThreadSearch = (db: Database) => {
  const { kysely, jsonContains, jsonMayContain, isInList } = db.dialect
  const states = makeThreadStates(db)

  interface Shape {
    metadata: boolean
    values: boolean
    status: boolean
    ids: number | null
    authFilter: boolean
  }
  type Params = {
    tenant_id: string
    metadata: string
    values: string
    /** The IDs of the threads whose whole state contains `values`, as a JSON array. */
    verified: string
    status: ThreadStatus
    authFilter: string
  } & Record<`id${number}`, string>
  /** Does not compare the state. */
  const selectCandidates = ({ metadata, status, ids, authFilter }: Shape, p: Params) => {
    let query = kysely
      .selectFrom('threads')
      .where('tenant_id', '=', p.tenant_id)
      .where('temporary', '=', sql.lit(0))
    if (metadata) query = query.where(jsonContains('metadata', p.metadata))
    if (authFilter) query = query.where(jsonContains('metadata', p.authFilter))
    if (status) query = query.where('status', '=', p.status)
    if (ids !== null)
      query = query.where('thread_id', 'in', [
        // An empty list is not valid SQL; no thread has an empty ID.
        '',
        ...Array.from({ length: ids }, (_, index) => p[idParam(index)] ?? ''),
      ])
    return query
  }

  const selectMatching = (shape: Shape, p: Params) => {
    const query = selectCandidates(shape, p)
    return shape.values
      ? query.where((eb) =>
          eb.or([jsonContains('state_values', p.values), isInList(eb.ref('thread_id'), p.verified)]),
        )
      : query
  }

  /** Selects the threads whose members in the row do not decide. */
  const selectUndecided = memoizeByShape((shape: Shape) =>
    prepare<Params>()((p) =>
      selectCandidates(shape, p)
        .select(['tenant_id', 'thread_id', 'state_values', 'state_version', 'state_omitted'])
        .where('state_version', 'is not', null)
        .where(jsonMayContain('state_values', 'state_omitted', p.values))
        .where((eb) => eb.not(jsonContains('state_values', p.values))),
    ),
  )

  const selectPage = memoizeByShape(
    ({
      page,
      withState,
      ...shape
    }: Shape & { page: Pick<SearchPage, 'sort' | 'order'>; withState: boolean }) =>
      prepare<Params & { limit: number; offset: number }>()((p) =>
        selectMatching(shape, p)
          .select(withState ? getColumnNames('threads') : COLUMNS_WITHOUT_STATE)
          .orderBy(sql.ref(page.sort), page.order)
          .orderBy('thread_id', page.order)
          .limit(sql<number>`${p.limit}`)
          .offset(sql<number>`${p.offset}`),
      ),
  )
  const countMatching = memoizeByShape((shape: Shape) =>
    prepare<Params>()((p) => selectMatching(shape, p).select(({ fn }) => fn.countAll<number>().as('count'))),
  )

  const findVerified = async ({ shape, params }: ReturnType<typeof toQuery>): Promise<Params> => {
    if (!shape.values) return params
    const undecided = await db.read(selectUndecided(shape)(params))
    const verified = await mapConcurrently(undecided, CONCURRENT_READS, async (row) =>
      containsJson(await states.readWhole(row), params.values) === 1 ? [row.thread_id] : [],
    )
    return { ...params, verified: JSON.stringify(verified.flat()) }
  }

  const toQuery = (tenant_id: string, { metadata, values, status, ids, authFilter }: ThreadFilter) => ({
    shape: {
      metadata: metadata !== undefined,
      values: values !== undefined,
      status: status !== undefined,
      ids: ids?.length ?? null,
      authFilter: authFilter != null,
    },
    params: {
      tenant_id,
      metadata: metadata ?? '{}',
      values: values ?? '{}',
      verified: '[]',
      status: status ?? ('idle' as const),
      authFilter: authFilter ?? '{}',
      ...(Object.fromEntries((ids ?? []).map((id, index) => [idParam(index), id])) as Record<
        `id${number}`,
        string
      >),
    },
  })

  return {
    /** Returns one row more than the page if another page follows. Without `withState`, the states are not read and are null. */
    async search(
      tenant_id: string,
      filter: ThreadFilter,
      page: SearchPage,
      withState = true,
    ): Promise<Row<'threads'>[]> {
      const query = toQuery(tenant_id, filter)
      const params = await findVerified(query)
      const { sort, order, limit, offset } = page
      const statement = selectPage({ ...query.shape, page: { sort, order }, withState })
      const rows = await db.read(statement({ ...params, limit: limit + 1, offset }))
      if (!withState)
        return rows.map((row) => ({ ...row, state_values: null, state_version: null, state_omitted: null }))
      return mapConcurrently(rows as Row<'threads'>[], CONCURRENT_READS, states.expand)
    },

    async count(tenant_id: string, filter: ThreadFilter): Promise<number> {
      const query = toQuery(tenant_id, filter)
      const params = await findVerified(query)
      return (await db.read(countMatching(query.shape)(params)))[0]?.count ?? 0
    },
  }
}

export type ThreadSearch = ReturnType<typeof makeThreadSearch>
