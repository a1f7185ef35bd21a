import { queryOptions } from '@tanstack/react-query'
import type { ReplyRequest } from '../model/replies.ts'
import { api, request, unwrap } from './client.ts'
import { resumeRun, reviewRun, runsKey, submitToolOutputs } from './runs.ts'
import type { Page, Run, RunSummary } from './types.ts'

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

const BADGE_RUNS = 100

/** The runs that wait for a person, as far as the badge counts them. */
export const badgeRunsQuery = queryOptions({
  queryKey: [...runsKey, 'badge'],
  queryFn: ({ signal }) =>
    request<Page<RunSummary>>('GET', '/api/v1/runs', {
      query: { status: 'requires_action', view: 'summary', limit: BADGE_RUNS },
      signal,
    }),
})

const reservePath = (id: string): string => `/api/v1/runs/${encodeURIComponent(id)}/reserve`

/** Reserves a waiting run for the caller, or extends the reservation. */
export const reserveRun = (id: string, seconds: number): Promise<Run> =>
  request<Run>('POST', reservePath(id), { body: { seconds } })

export const releaseRun = (id: string): Promise<Run> => request<Run>('DELETE', reservePath(id))

/** Sends the reply of a person to a run that waits. */
export const sendReply = (runId: string, reply: ReplyRequest): Promise<Run> => {
  switch (reply.route) {
    case 'resume':
      return resumeRun(runId, reply.body)
    case 'submit_tool_outputs':
      return submitToolOutputs(runId, reply.outputs)
    case 'review':
      return reviewRun(runId, reply.body)
  }
}

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
