/** Searches for assistants, for LangGraph clients, which page by offset. */
import { sql } from 'kysely'
import type { Database } from '../sql/database.js'
import { memoizeByShape } from '../sql/memoize-by-shape.js'
import type { SearchPage } from '../sql/page.js'
import { prepare } from '../sql/statement.js'
import type { Row } from '../sql/tables.js'

export interface AssistantFilter {
  metadata?: string | undefined
  graph_id?: string | undefined
  /** A part of the name; letter case is ignored. */
  name?: string | undefined
  /** JSON that the metadata must also contain, from the authorization rules. Null: no restriction. */
  authFilter?: string | null | undefined
}

type VersionFilter = Pick<AssistantFilter, 'metadata' | 'authFilter'>

export const makeAssistantSearch = (db: Database) => {
  const { kysely, jsonContains } = db.dialect

  type Shape = Record<keyof AssistantFilter, boolean>
  type Params = { tenant_id: string } & Record<keyof AssistantFilter, string>
  const selectMatching = ({ metadata, graph_id, name, authFilter }: Shape, p: Params) => {
    let query = kysely.selectFrom('assistants').where('tenant_id', '=', p.tenant_id)
    if (metadata) query = query.where(jsonContains('metadata', p.metadata))
    if (authFilter) query = query.where(jsonContains('metadata', p.authFilter))
    if (graph_id) query = query.where('graph_id', '=', p.graph_id)
    // Both databases ignore the case of at least the ASCII letters.
    if (name) query = query.where(sql<boolean>`replace(lower(name), lower(${p.name}), '') <> lower(name)`)
    return query
  }

  const selectPage = memoizeByShape(
    ({ page, ...shape }: Shape & { page: Pick<SearchPage, 'sort' | 'order'> }) =>
      prepare<Params & { limit: number; offset: number }>()((p) =>
        selectMatching(shape, p)
          .selectAll()
          .orderBy(sql.ref(page.sort), page.order)
          .orderBy('assistant_id', page.order)
          .limit(sql<number>`${p.limit}`)
          .offset(sql<number>`${p.offset}`),
      ),
  )
  const countMatching = memoizeByShape((shape: Shape) =>
    prepare<Params>()((p) => selectMatching(shape, p).select(({ fn }) => fn.countAll<number>().as('count'))),
  )

  const toQuery = (tenant_id: string, { metadata, graph_id, name, authFilter }: AssistantFilter) => ({
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

  type VersionParams = { tenant_id: string; assistant_id: string; limit: number; offset: number } & Record<
    keyof VersionFilter,
    string
  >
  const selectVersions = memoizeByShape((shape: Record<keyof VersionFilter, boolean>) =>
    prepare<VersionParams>()((p) => {
      let query = kysely
        .selectFrom('assistant_versions')
        .selectAll()
        .where('tenant_id', '=', p.tenant_id)
        .where('assistant_id', '=', p.assistant_id)
      if (shape.metadata) query = query.where(jsonContains('metadata', p.metadata))
      if (shape.authFilter) query = query.where(jsonContains('metadata', p.authFilter))
      return query
        .orderBy('version', 'desc')
        .limit(sql<number>`${p.limit}`)
        .offset(sql<number>`${p.offset}`)
    }),
  )

  return {
    /** The versions of an assistant, newest first. */
    searchVersions(
      key: { tenant_id: string; assistant_id: string },
      { metadata, authFilter }: VersionFilter,
      page: { limit: number; offset: number },
    ): Promise<Row<'assistant_versions'>[]> {
      const shape = { metadata: metadata !== undefined, authFilter: authFilter != null }
      const params = { ...key, ...page, metadata: metadata ?? '{}', authFilter: authFilter ?? '{}' }
      return db.read(selectVersions(shape)(params))
    },

    /** Returns one row more than the page if another page follows. */
    search(tenant_id: string, filter: AssistantFilter, page: SearchPage): Promise<Row<'assistants'>[]> {
      const { shape, params } = toQuery(tenant_id, filter)
      const { sort, order, limit, offset } = page
      return db.read(selectPage({ ...shape, page: { sort, order } })({ ...params, limit: limit + 1, offset }))
    },

    async count(tenant_id: string, filter: AssistantFilter): Promise<number> {
      const { shape, params } = toQuery(tenant_id, filter)
      return (await db.read(countMatching(shape)(params)))[0]?.count ?? 0
    },
  }
}

export type AssistantSearch = ReturnType<typeof makeAssistantSearch>
