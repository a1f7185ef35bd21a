import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, unwrap } from './client.ts'
import type { components } from './schema.d.ts'
import type { GraphStructure } from './dialect.ts'
import type { Assistant } from './types.ts'

type Schemas = components['schemas']

export const assistantsKey = ['assistants'] as const

const MAX_PAGES = 10

/** All assistants, up to a thousand: filters, names in lists and the palette need them. */
export const assistantsQuery = queryOptions({
  queryKey: assistantsKey,
  queryFn: async ({ signal }) => {
    const assistants: Assistant[] = []
    let cursor: string | undefined
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const query = { limit: 100, ...(cursor !== undefined && { cursor }) }
      const result = await unwrap(api.GET('/api/v1/assistants', { params: { query }, signal }))
      assistants.push(...result.data)
      if (result.next_cursor === null) break
      cursor = result.next_cursor
    }
    return assistants
  },
  staleTime: 60_000,
})

export const assistantQuery = (id: string) =>
  queryOptions({
    queryKey: [...assistantsKey, id],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/v1/assistants/{assistant_id}', { params: { path: { assistant_id: id } }, signal }),
      ),
    staleTime: 60_000,
  })

/** The versions of an assistant, newest first, up to a hundred. */
export const assistantVersionsQuery = (id: string) =>
  queryOptions({
    queryKey: [...assistantsKey, id, 'versions'],
    queryFn: async ({ signal }) => {
      const params = { path: { assistant_id: id }, query: { limit: 100 } }
      const page = await unwrap(api.GET('/api/v1/assistants/{assistant_id}/versions', { params, signal }))
      return page.data
    },
    staleTime: 60_000,
  })

export const updateAssistant = (id: string, body: Schemas['AssistantUpdate']): Promise<Assistant> =>
  unwrap(api.PATCH('/api/v1/assistants/{assistant_id}', { params: { path: { assistant_id: id } }, body }))

export type AssistantVersion = Schemas['AssistantVersion']

export const createAssistant = (body: Schemas['AssistantCreate']): Promise<Assistant> =>
  unwrap(api.POST('/api/v1/assistants', { body }))

export const deleteAssistant = (id: string): Promise<unknown> =>
  unwrap(api.DELETE('/api/v1/assistants/{assistant_id}', { params: { path: { assistant_id: id } } }))

export const setCurrentVersion = (id: string, version: number): Promise<Assistant> =>
  unwrap(
    api.POST('/api/v1/assistants/{assistant_id}/latest', {
      params: { path: { assistant_id: id } },
      body: { version },
    }),
  )

export interface AssistantCheck {
  /** What is wrong, by the path of the field. */
  problems: Record<string, string>
  graph: GraphStructure | undefined
}

/** Checks a graph as saving it would, and draws it. Nothing is stored. */
export const graphCheckQuery = (graph_schema: Record<string, unknown>) =>
  queryOptions({
    queryKey: [...assistantsKey, 'check', graph_schema],
    queryFn: async ({ signal }): Promise<AssistantCheck> => {
      const body = { graph_schema }
      const { problems, graph } = await unwrap(api.POST('/api/v1/assistants/check', { body, signal }))
      const edges = graph?.edges.map(({ source, target, conditional, label }) => ({
        source,
        target,
        conditional,
        ...(label !== null && { data: label }),
      }))
      return {
        problems,
        graph:
          graph === null ? undefined : { nodes: graph.nodes.map(({ id }) => ({ id })), edges: edges ?? [] },
      }
    },
    gcTime: 60_000,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })

export const nodeTypesQuery = queryOptions({
  queryKey: [...assistantsKey, 'node-types'],
  queryFn: async ({ signal }) => (await unwrap(api.GET('/api/v1/graph_node_types', { signal }))).types,
  staleTime: Number.POSITIVE_INFINITY,
})
