/** Keyset pagination: page 10,000 costs as much as page 1, because each page seeks to the end of the previous one. */
import { sql, type SelectQueryBuilder } from 'kysely'
import { bindLimit } from './statement.js'
import type { Tables } from './tables.js'

/** The end of a page: the creation time (or version number) and the ID of its last row. */
export interface Position {
  at: number
  id: string
}

export interface PageRequest {
  limit: number
  after?: Position | undefined
}

export interface PageParams {
  limit: number
  at: number
  id: string
}

/** Requests one row more than the page holds: the extra row shows that another page follows, without a second query. */
export const toPageParams = ({ limit, after }: PageRequest): PageParams => ({
  limit: limit + 1,
  at: after?.at ?? 0,
  id: after?.id ?? '',
})

/** Sorts by creation time, newest first. With `continued` the page starts after the position in the parameters. */
export const orderNewestFirst = <T extends keyof Tables, O>(
  query: SelectQueryBuilder<Tables, T, O>,
  idColumn: string,
  p: PageParams,
  continued: boolean,
): SelectQueryBuilder<Tables, T, O> => {
  const id = sql.ref(idColumn)
  const page = query.orderBy(sql.ref('created_at'), 'desc').orderBy(id, 'desc').limit(bindLimit(p.limit))
  return continued ? page.where(sql<boolean>`(created_at, ${id}) < (${p.at}, ${p.id})`) : page
}

/** A page by offset, for LangGraph clients. */
export interface SearchPage {
  sort: string
  order: 'asc' | 'desc'
  limit: number
  offset: number
}
