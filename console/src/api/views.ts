import { queryOptions } from '@tanstack/react-query'
import { request } from './client.ts'
import type { Page, View } from './types.ts'

export const viewsKey = ['views'] as const

export const viewsQuery = (screen: string) =>
  queryOptions({
    queryKey: [...viewsKey, screen],
    queryFn: async ({ signal }) =>
      (await request<Page<View>>('GET', '/api/v1/views', { query: { screen, limit: 100 }, signal })).data,
    staleTime: 60_000,
  })

export const createView = (view: Pick<View, 'name' | 'screen' | 'query' | 'shared'>): Promise<View> =>
  request<View>('POST', '/api/v1/views', { body: view })

export const updateView = (
  id: string,
  change: Partial<Pick<View, 'name' | 'query' | 'shared'>>,
): Promise<View> => request<View>('PATCH', `/api/v1/views/${encodeURIComponent(id)}`, { body: change })

export const deleteView = (id: string): Promise<unknown> =>
  request('DELETE', `/api/v1/views/${encodeURIComponent(id)}`)
