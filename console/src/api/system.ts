import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from './client.ts'
import { ApiError } from './errors.ts'
import type { Health, ServiceNode } from './types.ts'

export const infoQuery = queryOptions({
  queryKey: ['info'],
  queryFn: ({ signal }) => unwrap(api.GET('/info', { signal })),
  staleTime: 10 * 60_000,
})

/** A service that cannot write responds with 503 and the same body, so that is no error here. */
export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: async ({ signal }): Promise<Health> => {
    const { data, error, response } = await api.GET('/health', { signal })
    if (data !== undefined) return data
    if (response.status === 503 && typeof error === 'object' && 'checks' in error) return error
    throw new ApiError(response.status, 'unknown', 'The health of the service is unknown')
  },
  refetchInterval: 60_000,
})

export const nodesQuery = queryOptions({
  queryKey: ['nodes'],
  queryFn: async ({ signal }) => (await unwrap(api.GET('/api/v1/nodes', { signal }))).data,
  refetchInterval: 300_000,
  staleTime: 60_000,
})

const onNode = (id: string) => ({ params: { path: { node_id: id } } })

/** The node finishes its runs and takes no more. */
export const drainNode = (id: string): Promise<ServiceNode> =>
  unwrap(api.POST('/api/v1/nodes/{node_id}/drain', onNode(id)))

export const resumeNode = (id: string): Promise<ServiceNode> =>
  unwrap(api.POST('/api/v1/nodes/{node_id}/resume', onNode(id)))

export const searchQuery = (text: string) =>
  queryOptions({
    queryKey: ['search', text],
    queryFn: async ({ signal }) =>
      (await unwrap(api.GET('/api/v1/search', { params: { query: { q: text } }, signal }))).data,
    enabled: text !== '',
  })
