/** Searches for assistants and threads, for LangGraph clients, which page by offset. */
import { sql } from 'kysely'
import type { ThreadStatus } from '../../schema/thread.js'
import type { Database } from '../sql/database.js'
import { memoizeByShape } from '../sql/memoize-by-shape.js'
import { prepare } from '../sql/statement.js'
import type { Row } from '../sql/tables.js'

export interface SearchPage {
  sort: string
  order: 'asc' | 'desc'
  limit: number
  offset: number
}

export interface AssistantSearch {
  metadata?: string | undefined
  graph_id?: string | undefined
  /** A part of the name; letter case is ignored. */
  name?: string | undefined
  /** JSON that the metadata must also contain, from the authorization rules. Null: no restriction. */
  authFilter?: string | null | undefined
}

export interface ThreadSearch {
  metadata?: string | undefined
  values?: string | undefined
  status?: ThreadStatus | undefined
  ids?: readonly string[] | undefined
  /** JSON that the metadata must also contain, from the authorization rules. Null: no restriction. */
  authFilter?: string | null | undefined
}

const idParam = (index: number) => `id${String(index)}` as `id${number}`

export const makeSearchStore = (db: Database) => {
  const { kysely, jsonContains } = db.dialect

  type AssistantShape = Record<keyof AssistantSearch, boolean>
  type AssistantParams = { tenant_id: string } & Record<keyof AssistantSearch, string>
  const selectMatchingAssistants = (
    { metadata, graph_id, name, authFilter }: AssistantShape,
    p: AssistantParams,
  ) => {
    let query = kysely.selectFrom('assistants').where('tenant_id', '=', p.tenant_id)
    if (metadata) query = query.where(jsonContains('metadata', p.metadata))
    if (authFilter) query = query.where(jsonContains('metadata', p.authFilter))
    if (graph_id) query = query.where('graph_id', '=', p.graph_id)
    // Both databases ignore the case of at least the ASCII letters.
    if (name) query = query.where(sql<boolean>`replace(lower(name), lower(${p.name}), '') <> lower(name)`)
    return query
  }

  type ThreadShape = {
    metadata: boolean
    values: boolean
    status: boolean
    ids: number | null
    authFilter: boolean
  }
  type ThreadParams = {
    tenant_id: string
    metadata: string
    values: string
    status: ThreadStatus
    authFilter: string
  } & Record<`id${number}`, string>
  const selectMatchingThreads = (
    { metadata, values, status, ids, authFilter }: ThreadShape,
    p: ThreadParams,
  ) => {
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
        '',
        ...Array.from({ length: ids }, (_, index) => p[idParam(index)] ?? ''),
      ])
    return query
  }

  type PageWindow = { limit: number; offset: number }
  const selectAssistants = memoizeByShape(
    ({ page, ...shape }: AssistantShape & { page: Pick<SearchPage, 'sort' | 'order'> }) =>
      prepare<AssistantParams & PageWindow>()((p) =>
        selectMatchingAssistants(shape, p)
          .selectAll()
          .orderBy(sql.ref(page.sort), page.order)
          .orderBy('assistant_id', page.order)
          .limit(sql<number>`${p.limit}`)
          .offset(sql<number>`${p.offset}`),
      ),
  )
  const countAssistants = memoizeByShape((shape: AssistantShape) =>
    prepare<AssistantParams>()((p) =>
      selectMatchingAssistants(shape, p).select(({ fn }) => fn.countAll<number>().as('count')),
    ),
  )
  const selectThreads = memoizeByShape(
    ({ page, ...shape }: ThreadShape & { page: Pick<SearchPage, 'sort' | 'order'> }) =>
      prepare<ThreadParams & PageWindow>()((p) =>
        selectMatchingThreads(shape, p)
          .selectAll()
          .orderBy(sql.ref(page.sort), page.order)
          .orderBy('thread_id', page.order)
          .limit(sql<number>`${p.limit}`)
          .offset(sql<number>`${p.offset}`),
      ),
  )
  const countThreads = memoizeByShape((shape: ThreadShape) =>
    prepare<ThreadParams>()((p) =>
      selectMatchingThreads(shape, p).select(({ fn }) => fn.countAll<number>().as('count')),
    ),
  )

  const toAssistantQuery = (
    tenant_id: string,
    { metadata, graph_id, name, authFilter }: AssistantSearch,
  ) => ({
    shape: {
      metadata: metadata !== undefined,
      graph_id: graph_id !== undefined,
      name: name !== undefined,
      authFilter: authFilter != null,
    },
    params: {
      tenant_id,
      metadata: metadata ?? '{}',
      graph_id: graph_id ?? '',
      name: name ?? '',
      authFilter: authFilter ?? '{}',
    },
  })
  const toThreadQuery = (tenant_id: string, { metadata, values, status, ids, authFilter }: ThreadSearch) => ({
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
    /** Returns one row more than the page if another page follows. */
    searchAssistants(
      tenant_id: string,
      search: AssistantSearch,
      page: SearchPage,
    ): Promise<Row<'assistants'>[]> {
      const { shape, params } = toAssistantQuery(tenant_id, search)
      const { sort, order, limit, offset } = page
      return db.read(
        selectAssistants({ ...shape, page: { sort, order } })({ ...params, limit: limit + 1, offset }),
      )
    },
    async countAssistants(tenant_id: string, search: AssistantSearch): Promise<number> {
      const { shape, params } = toAssistantQuery(tenant_id, search)
      return (await db.read(countAssistants(shape)(params)))[0]?.count ?? 0
    },
    searchThreads(tenant_id: string, search: ThreadSearch, page: SearchPage): Promise<Row<'threads'>[]> {
      const { shape, params } = toThreadQuery(tenant_id, search)
      const { sort, order, limit, offset } = page
      return db.read(
        selectThreads({ ...shape, page: { sort, order } })({ ...params, limit: limit + 1, offset }),
      )
    },
    async countThreads(tenant_id: string, search: ThreadSearch): Promise<number> {
      const { shape, params } = toThreadQuery(tenant_id, search)
      return (await db.read(countThreads(shape)(params)))[0]?.count ?? 0
    },
  }
}

export type SearchStore = ReturnType<typeof makeSearchStore>
