import { queryOptions } from '@tanstack/react-query'
import type { ReplyRequest } from '../model/replies.ts'
import { withoutWaitingRuns } from '../model/waiting-threads.ts'
import { api, unwrap } from './client.ts'
import type { WaitingThread } from './dialect.ts'
import { resumeRun, reviewRun, runsKey, submitToolOutputs } from './runs.ts'
import { threadsKey } from './threads.ts'
import type { Run } from './types.ts'
import { fetchInterruptedThreads } from './waiting-threads.ts'

const MAX_PAGES = 5
export const PAGE = 100

const fetchWaitingRuns = async (signal: AbortSignal): Promise<{ runs: Run[]; hasMore: boolean }> => {
  const runs: Run[] = []
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = {
      status: 'requires_action',
      order: 'asc',
      limit: PAGE,
      ...(cursor !== undefined && { cursor }),
    } as const
    const result = await unwrap(api.GET('/api/v1/runs', { params: { query }, signal }))
    // Without `view=summary`, an entry of the list has all fields of a run.
    runs.push(...(result.data as Run[]))
    if (result.next_cursor === null) return { runs, hasMore: false }
    cursor = result.next_cursor
  }
  return { runs, hasMore: true }
}

const fetchAllInterruptedThreads = async (
  signal: AbortSignal,
): Promise<{ threads: WaitingThread[]; hasMore: boolean }> => {
  const threads: WaitingThread[] = []
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const found = await fetchInterruptedThreads(PAGE, page * PAGE, signal)
    threads.push(...found)
    if (found.length < PAGE) return { threads, hasMore: false }
  }
  return { threads, hasMore: true }
}

/** What waits for a person, oldest first, with what it asks: up to five hundred runs and as many threads. */
export const waitingQuery = queryOptions({
  queryKey: [...runsKey, 'waiting'],
  queryFn: async ({ signal }) => {
    // Threads come first: a run that starts to wait in between is then listed as a run only.
    const threads = await fetchAllInterruptedThreads(signal)
    const runs = await fetchWaitingRuns(signal)
    return {
      runs: runs.runs,
      threads: withoutWaitingRuns(threads.threads, runs.runs, runs.hasMore),
      hasMore: runs.hasMore || threads.hasMore,
    }
  },
})

const onRun = (id: string) => ({ params: { path: { run_id: id } } })

const fetchBadgeRuns = (signal: AbortSignal) => {
  const query = { status: 'requires_action', view: 'summary', order: 'asc', limit: PAGE } as const
  return unwrap(api.GET('/api/v1/runs', { params: { query }, signal }))
}

/** The runs that wait for a person, as far as the badge counts them. */
export const badgeRunsQuery = queryOptions({
  queryKey: [...runsKey, 'badge'],
  queryFn: ({ signal }) => fetchBadgeRuns(signal),
})

/** The number of threads that wait themselves, as far as the badge counts them. */
export const badgeThreadsQuery = queryOptions({
  queryKey: [...threadsKey, 'badge'],
  queryFn: async ({ signal }) => {
    const threads = await fetchInterruptedThreads(PAGE, 0, signal)
    if (threads.length === 0) return { count: 0, hasMore: false }
    const runs = await fetchBadgeRuns(signal)
    const waiting = withoutWaitingRuns(threads, runs.data, runs.has_more)
    return { count: waiting.length, hasMore: threads.length === PAGE }
  },
})

/** Reserves a waiting run for the caller, or extends the reservation. */
export const reserveRun = (id: string, seconds: number): Promise<Run> =>
  unwrap(api.POST('/api/v1/runs/{run_id}/reserve', { ...onRun(id), body: { seconds } }))

export const releaseRun = (id: string): Promise<Run> =>
  unwrap(api.DELETE('/api/v1/runs/{run_id}/reserve', onRun(id)))

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

/** The latest decisions of a guardrail about an assistant, newest first. */
export const guardrailAuditQuery = (guardrail: string, assistantId: string) =>
  queryOptions({
    queryKey: ['audit', guardrail, assistantId],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/v1/governance/audit', {
          params: { query: { guardrail, assistant_id: assistantId, limit: 100 } },
          signal,
        }),
      ),
  })

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
