/** Paging by key: page 10,000 costs what page 1 costs, because each page seeks to where the last one ended. */
import { sql, type SelectQueryBuilder } from 'kysely'
import type { Tables } from './tables.js'

/** Where a page ended: the creation time (or version number) and the id of its last row. */
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

/** One row more than the page, so that "is there another page?" needs no second query. */
export const toPageParams = ({ limit, after }: PageRequest): PageParams => ({
  limit: limit + 1,
  at: after?.at ?? 0,
  id: after?.id ?? '',
})

/** Newest first, from the start or (`continued`) from the position in the parameters. */
export const orderNewestFirst = <T extends keyof Tables, O>(
  query: SelectQueryBuilder<Tables, T, O>,
  idColumn: string,
  p: PageParams,
  continued: boolean,
): SelectQueryBuilder<Tables, T, O> => {
  const id = sql.ref(idColumn)
  const page = query
    .orderBy(sql.ref('created_at'), 'desc')
    .orderBy(id, 'desc')
    .limit(sql<number>`${p.limit}`)
  return continued ? page.where(sql<boolean>`(created_at, ${id}) < (${p.at}, ${p.id})`) : page
}

/** Builds each variant of a query when it is first asked for. */
export const memoizeByShape = <Shape, Value>(create: (shape: Shape) => Value): ((shape: Shape) => Value) => {
  const cache = new Map<string, Value>()
  return (shape) => {
    const key = JSON.stringify(shape)
    let value = cache.get(key)
    if (value === undefined) cache.set(key, (value = create(shape)))
    return value
  }
}
