/** Searches for threads, for LangGraph clients, which page by offset. */
import { sql } from 'kysely'
import type { ThreadStatus } from '../../schema/thread.js'
import type { Database } from '../sql/database.js'
import { memoizeByShape } from '../sql/memoize-by-shape.js'
import type { SearchPage } from '../sql/page.js'
import { prepare } from '../sql/statement.js'
import { getColumnNames, type Row } from '../sql/tables.js'

export interface ThreadFilter {
  metadata?: string | undefined
  values?: string | undefined
  status?: ThreadStatus | undefined
  ids?: readonly string[] | undefined
  /** JSON that the metadata must also contain, from the authorization rules. Null: no restriction. */
  authFilter?: string | null | undefined
}

/** The state of a thread can have megabytes. */
const COLUMNS_WITHOUT_STATE = getColumnNames('threads').filter((name) => name !== 'state_values')

const idParam = (index: number) => `id${String(index)}` as `id${number}`

export const makeThreadSearch = (db: Database) => {
  const { kysely, jsonContains } = db.dialect

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
    status: ThreadStatus
    authFilter: string
  } & Record<`id${number}`, string>
  const selectMatching = ({ metadata, values, status, ids, authFilter }: Shape, p: Params) => {
    let query = kysely
      .selectFrom('threads')
      .where('tenant_id', '=', p.tenant_id)
      .where('temporary', '=', sql.lit(0))
    if (metadata) query = query.where(jsonContains('metadata', p.metadata))
    if (authFilter) query = query.where(jsonContains('metadata', p.authFilter))
    if (values) query = query.where(jsonContains('state_values', p.values))
    if (status) query = query.where('status', '=', p.status)
    if (ids !== null)
      query = query.where('thread_id', 'in', [
        // An empty list is not valid SQL; no thread has an empty ID.
        '',
        ...Array.from({ length: ids }, (_, index) => p[idParam(index)] ?? ''),
      ])
    return query
  }

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
      const { shape, params } = toQuery(tenant_id, filter)
      const { sort, order, limit, offset } = page
      const statement = selectPage({ ...shape, page: { sort, order }, withState })
      const rows = await db.read(statement({ ...params, limit: limit + 1, offset }))
      return rows.map((row) => ({ ...row, state_values: row.state_values ?? null }))
    },

    async count(tenant_id: string, filter: ThreadFilter): Promise<number> {
      const { shape, params } = toQuery(tenant_id, filter)
      return (await db.read(countMatching(shape)(params)))[0]?.count ?? 0
    },
  }
}

export type ThreadSearch = ReturnType<typeof makeThreadSearch>
