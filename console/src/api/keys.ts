import { infiniteQueryOptions } from '@tanstack/react-query'
import { api, unwrap } from './client.ts'
import type { components } from './schema.d.ts'
import type { ApiKey } from './types.ts'

type Schemas = components['schemas']
export type ApiKeyCreate = Schemas['ApiKeyCreate']
export type ApiKeyCreated = Schemas['ApiKeyCreated']

const KEYS_PER_PAGE = 100

export const keysQuery = infiniteQueryOptions({
  queryKey: ['api-keys'],
  queryFn: ({ pageParam, signal }) =>
    unwrap(
      api.GET('/api/v1/api-keys', {
        params: { query: { limit: KEYS_PER_PAGE, ...(pageParam !== '' && { cursor: pageParam }) } },
        signal,
      }),
    ),
  initialPageParam: '',
  getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
})

const onKey = (id: string) => ({ params: { path: { key_id: id } } })

export const createKey = (body: ApiKeyCreate): Promise<ApiKeyCreated> =>
  unwrap(api.POST('/api/v1/api-keys', { body }))

export const renameKey = (id: string, name: string): Promise<ApiKey> =>
  unwrap(api.PATCH('/api/v1/api-keys/{key_id}', { ...onKey(id), body: { name } }))

export const revokeKey = (id: string): Promise<ApiKey> =>
  unwrap(api.DELETE('/api/v1/api-keys/{key_id}', onKey(id)))
