/** Paginates resources of the file in the order of the file. */
import type { Page } from '../../schema/common.js'
import { toPageRequest, toPage, type ListQuery } from '../../domain/cursor.js'

export const paginateFile = <T extends { name: string }>(
  listKey: string,
  query: ListQuery,
  items: readonly T[],
): Page<T> => {
  const page = toPageRequest(listKey, query)
  const start = page.after === undefined ? 0 : page.after.at + 1
  const numbered = items.map((item, index) => ({ item, index })).slice(start, start + page.limit + 1)
  return toPage(
    listKey,
    page,
    numbered,
    ({ item, index }) => ({ at: index, id: item.name }),
    ({ item }) => item,
  )
}
