import { queryOptions } from '@tanstack/react-query'
import type { ReplyRequest } from '../model/replies.ts'
import { api, unwrap } from './client.ts'
import { resumeRun, reviewRun, runsKey, submitToolOutputs } from './runs.ts'
import type { Run } from './types.ts'

const MAX_PAGES = 5

/** The runs that wait for a person, oldest first, with what they ask; up to five hundred. */
export const waitingRunsQuery = queryOptions({
  queryKey: [...runsKey, 'waiting'],
  queryFn: async ({ signal }) => {
    const runs: Run[] = []
    let cursor: string | undefined
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const query = {
        status: 'requires_action',
        order: 'asc',
        limit: 100,
        ...(cursor !== undefined && { cursor }),
      } as const
      const result = await unwrap(api.GET('/api/v1/runs', { params: { query }, signal }))
      // Without `view=summary`, an entry of the list has all fields of a run.
      runs.push(...(result.data as Run[]))
      if (result.next_cursor === null) return { runs, hasMore: false }
      cursor = result.next_cursor
    }
    return { runs, hasMore: true }
  },
})

const onRun = (id: string) => ({ params: { path: { run_id: id } } })

const BADGE_RUNS = 100

/** The runs that wait for a person, as far as the badge counts them. */
export const badgeRunsQuery = queryOptions({
  queryKey: [...runsKey, 'badge'],
  queryFn: ({ signal }) => {
    const query = { status: 'requires_action', view: 'summary', limit: BADGE_RUNS } as const
    return unwrap(api.GET('/api/v1/runs', { params: { query }, signal }))
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
