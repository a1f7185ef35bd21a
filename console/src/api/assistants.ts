import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from './client.ts'
import type { components } from './schema.d.ts'
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
