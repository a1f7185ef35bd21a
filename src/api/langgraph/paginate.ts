/** Cuts the list to the page and sets the pagination headers. The total is a lower bound while there are more pages. */
export const paginate = <T>(
  items: readonly T[],
  { limit, offset }: { limit: number; offset: number },
  header: (name: string, value: string) => void,
): T[] => {
  const page = items.slice(0, limit)
  const next = offset + page.length
  const hasMore = items.length > limit
  header('x-pagination-total', String(hasMore ? next + 1 : next))
  if (hasMore) header('x-pagination-next', String(next))
  return page
}
