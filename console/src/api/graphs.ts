import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from './client.ts'
import type { GraphStructure } from './dialect.ts'

export const fetchGraph = async (
  assistantId: string,
  isOpen: boolean,
  signal: AbortSignal,
): Promise<GraphStructure> => {
  const { nodes, edges } = await unwrap(
    api.GET('/assistants/{assistant_id}/graph', {
      params: { path: { assistant_id: assistantId }, query: { xray: isOpen } },
      signal,
    }),
  )
  return { edges, nodes: nodes.map((node) => ({ ...node, id: String(node.id) })) }
}

/** The graph of an assistant; with `isOpen` the nodes of nested graphs take the place of the nodes that contain them. */
export const openGraphQuery = (assistantId: string, isOpen: boolean) =>
  queryOptions({
    queryKey: ['graph', assistantId, isOpen ? 'open' : 'closed'],
    queryFn: ({ signal }) => fetchGraph(assistantId, isOpen, signal),
    staleTime: 5 * 60_000,
  })
