import { queryOptions } from '@tanstack/react-query'
import { request } from './client.ts'
import type { GraphStructure } from './dialect.ts'

/** The graph of an assistant; with `isOpen` the nodes of nested graphs take the place of the nodes that contain them. */
export const openGraphQuery = (assistantId: string, isOpen: boolean) =>
  queryOptions({
    queryKey: ['graph', assistantId, isOpen ? 'open' : 'closed'],
    queryFn: ({ signal }) =>
      request<GraphStructure>('GET', `/assistants/${encodeURIComponent(assistantId)}/graph`, {
        query: { xray: isOpen },
        signal,
      }),
    staleTime: 5 * 60_000,
  })
