import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from './client.ts'

/** The webhooks of the tenant, up to a hundred. */
export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: async ({ signal }) =>
    (await unwrap(api.GET('/api/v1/webhooks', { params: { query: { limit: 100 } }, signal }))).data,
  staleTime: 60_000,
  refetchInterval: 180_000,
})
