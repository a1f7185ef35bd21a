/** What the page of a run shows beside its events. */
import { queryOptions } from '@tanstack/react-query'
import { request } from './client.ts'
import type { ThreadState } from './dialect.ts'
import type { Delivery, Page } from './types.ts'

/** The state at one checkpoint. It never changes, so it is loaded once. */
export const checkpointStateQuery = (threadId: string, checkpointId: string | undefined) =>
  queryOptions({
    queryKey: ['checkpoint-state', threadId, checkpointId ?? ''],
    queryFn: ({ signal }) =>
      request<ThreadState>(
        'GET',
        `/threads/${encodeURIComponent(threadId)}/state/${encodeURIComponent(checkpointId ?? '')}`,
        { signal },
      ),
    enabled: checkpointId !== undefined,
    staleTime: Infinity,
  })

/** Events of the run that were sent to webhooks. */
export const runDeliveriesQuery = (runId: string) =>
  queryOptions({
    queryKey: ['deliveries', runId],
    queryFn: async ({ signal }) =>
      (
        await request<Page<Delivery>>('GET', '/api/v1/deliveries', {
          query: { run_id: runId, limit: 100 },
          signal,
        })
      ).data,
    retry: false,
  })
