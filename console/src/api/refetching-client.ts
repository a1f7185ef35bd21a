import { QueryClient, type InvalidateOptions, type InvalidateQueryFilters } from '@tanstack/react-query'

/**
 * Repeats requests that are in flight when their query is invalidated. TanStack Query only does so if the query has data already: the first
 * response, which may be older than the change, would stay on the screen.
 */
export class RefetchingClient extends QueryClient {
  override async invalidateQueries(
    filters?: InvalidateQueryFilters,
    options?: InvalidateOptions,
  ): Promise<void> {
    const loading = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter(({ state }) => state.data === undefined)
    await super.invalidateQueries(filters, options)
    if (loading.length > 0)
      await super.invalidateQueries({ predicate: (query) => loading.includes(query) }, options)
  }
}
