/** What the page of a run shows beside its events. */
import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from './client.ts'

/** The state at one checkpoint. It never changes, so it is loaded once. */
export const checkpointStateQuery = (threadId: string, checkpointId: string | undefined) =>
  queryOptions({
    queryKey: ['checkpoint-state', threadId, checkpointId ?? ''],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/threads/{thread_id}/state/{checkpoint_id}', {
          params: { path: { thread_id: threadId, checkpoint_id: checkpointId ?? '' } },
          signal,
        }),
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
        await unwrap(
          api.GET('/api/v1/deliveries', { params: { query: { run_id: runId, limit: 100 } }, signal }),
        )
      ).data,
  })
