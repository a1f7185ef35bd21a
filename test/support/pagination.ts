import type { PageRequest, Position } from '../../src/store/sql/page.js'

/** Returns all pages of a list; each request starts after the last row of the previous page. */
export const collectPages = async <Row>(
  limit: number,
  list: (page: PageRequest) => Promise<Row[]>,
  toPosition: (row: Row) => Position,
): Promise<Row[][]> => {
  const pages: Row[][] = []
  let after: Position | undefined
  for (;;) {
    const rows = await list({ limit, after })
    const page = rows.slice(0, limit)
    pages.push(page)
    const last = page.at(-1)
    // The store returns one row more than the limit if another page follows.
    if (rows.length <= limit || last === undefined) return pages
    after = toPosition(last)
  }
}
