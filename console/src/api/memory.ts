/** The long-term store, by the routes of the LangGraph API. Looking at items does not extend their time to live. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, unwrap } from './client.ts'
import type { StoreItem } from './types.ts'

export const memoryKey = ['memory'] as const
const ITEMS_PER_PAGE = 50
export const MAX_NAMESPACES = 1_000

export const namespacesQuery = queryOptions({
  queryKey: [...memoryKey, 'namespaces'],
  queryFn: async ({ signal }) =>
    (await unwrap(api.POST('/store/namespaces', { body: { limit: MAX_NAMESPACES }, signal }))).namespaces,
})

export const itemsQuery = (namespace: string[], query: string) =>
  infiniteQueryOptions({
    queryKey: [...memoryKey, 'items', namespace, query],
    queryFn: async ({ pageParam, signal }) => {
      const page = { limit: ITEMS_PER_PAGE, offset: pageParam, refresh_ttl: false }
      const body = { namespace_prefix: namespace, ...page, ...(query !== '' && { query }) }
      return (await unwrap(api.POST('/store/items/search', { body, signal }))).items
    },
    initialPageParam: 0,
    getNextPageParam: (page: StoreItem[], pages) =>
      page.length < ITEMS_PER_PAGE ? undefined : pages.length * ITEMS_PER_PAGE,
  })

export const putItem = (item: Pick<StoreItem, 'namespace' | 'key' | 'value'>): Promise<unknown> =>
  unwrap(api.PUT('/store/items', { body: item }))

export const deleteItem = ({ namespace, key }: Pick<StoreItem, 'namespace' | 'key'>): Promise<unknown> =>
  unwrap(api.DELETE('/store/items', { body: { namespace, key } }))
