import { queryOptions } from '@tanstack/react-query'
import { api, request, unwrap } from './client.ts'
import { runsKey } from './runs.ts'
import type { Page, Run } from './types.ts'

const MAX_PAGES = 5

/** The runs that wait for a person, oldest first, with what they ask; up to five hundred. */
export const waitingRunsQuery = queryOptions({
  queryKey: [...runsKey, 'waiting'],
  queryFn: async ({ signal }) => {
    const runs: Run[] = []
    let cursor: string | undefined
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const query = { status: 'requires_action', order: 'asc', limit: 100, cursor }
      const result = await request<Page<Run>>('GET', '/api/v1/runs', { query, signal })
      runs.push(...result.data)
      if (result.next_cursor === null) return { runs, hasMore: false }
      cursor = result.next_cursor
    }
    return { runs, hasMore: true }
  },
})

const reservePath = (id: string): string => `/api/v1/runs/${encodeURIComponent(id)}/reserve`

/** Reserves a waiting run for the caller, or extends the reservation. */
export const reserveRun = (id: string, seconds: number): Promise<Run> =>
  request<Run>('POST', reservePath(id), { body: { seconds } })

export const releaseRun = (id: string): Promise<Run> => request<Run>('DELETE', reservePath(id))

/** The messages of a thread, oldest first, up to a hundred. Graphs without messages have none. */
export const threadMessagesQuery = (threadId: string) =>
  queryOptions({
    queryKey: ['threads', 'messages', threadId],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/v1/threads/{thread_id}/messages', {
          params: { path: { thread_id: threadId }, query: { limit: 100 } },
          signal,
        }),
      ),
  })
