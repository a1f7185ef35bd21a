import { infiniteQueryOptions } from '@tanstack/react-query'
import { api, unwrap } from './client.ts'
import type { operations } from './schema.d.ts'

export type AuditFilter = Omit<
  NonNullable<operations['listAuditEntries']['parameters']['query']>,
  'limit' | 'cursor'
>

const ENTRIES_PER_PAGE = 50

export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        api.GET('/api/v1/audit', {
          params: {
            query: { ...filter, limit: ENTRIES_PER_PAGE, ...(pageParam !== '' && { cursor: pageParam }) },
          },
          signal,
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })
