import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from './client.ts'
import type { View } from './types.ts'

export const viewsKey = ['views'] as const

export const viewsQuery = (screen: string) =>
  queryOptions({
    queryKey: [...viewsKey, screen],
    queryFn: async ({ signal }) =>
      (await unwrap(api.GET('/api/v1/views', { params: { query: { screen, limit: 100 } }, signal }))).data,
    staleTime: 60_000,
  })

export const createView = (view: Pick<View, 'name' | 'screen' | 'query' | 'shared'>): Promise<View> =>
  unwrap(api.POST('/api/v1/views', { body: view }))

const onView = (id: string) => ({ params: { path: { view_id: id } } })

export const updateView = (
  id: string,
  change: Partial<Pick<View, 'name' | 'query' | 'shared'>>,
): Promise<View> => unwrap(api.PATCH('/api/v1/views/{view_id}', { ...onView(id), body: change }))

export const deleteView = (id: string): Promise<unknown> =>
  unwrap(api.DELETE('/api/v1/views/{view_id}', onView(id)))
