/** Threads that wait for a person. A run of the LangGraph API ends at an interrupt, and another run continues its thread. */
import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from './client.ts'
import type { LangGraphRun, RunRequest, WaitingThread } from './dialect.ts'
import { ApiError } from './errors.ts'
import { startRun, threadKey } from './threads.ts'
import { isRecord } from '../model/is-record.ts'

const WAITING_FIELDS = ['thread_id', 'updated_at', 'state_updated_at', 'interrupts']

/** A page of the interrupted threads, oldest first. A project can disable the routes of threads or restrict them to its own users. */
export const fetchInterruptedThreads = async (
  limit: number,
  offset: number,
  signal: AbortSignal,
): Promise<WaitingThread[]> => {
  const body = {
    status: 'interrupted' as const,
    limit,
    offset,
    sort_by: 'updated_at' as const,
    sort_order: 'asc' as const,
    select: WAITING_FIELDS,
    extract: { assistant_id: 'assistant_id' },
  }
  try {
    // The response has the fields that were selected.
    return (await unwrap(api.POST('/threads/search', { body, signal }))) as WaitingThread[]
  } catch (error) {
    if (error instanceof ApiError && (error.status === 403 || error.status === 404)) return []
    throw error
  }
}

const onThread = (id: string) => ({ params: { path: { thread_id: id } } })

const fetchLastRun = async (id: string, signal?: AbortSignal): Promise<LangGraphRun | null> => {
  const params = { path: { thread_id: id }, query: { limit: 1 } }
  const runs = await unwrap(
    api.GET('/threads/{thread_id}/runs', { params, ...(signal !== undefined && { signal }) }),
  )
  // Without `select`, the response has all fields. A copy of a thread has no runs.
  return (runs[0] as LangGraphRun | undefined) ?? null
}

/** `since` is the time of the state, so that a thread that waits again is read again. */
export const lastRunQuery = (id: string, since: number) =>
  queryOptions({
    queryKey: [...threadKey(id), 'last-run', since],
    queryFn: ({ signal }) => fetchLastRun(id, signal),
  })

/** The nodes that come next in a thread; `since` as above. */
export const nextNodesQuery = (id: string, since: number) =>
  queryOptions({
    queryKey: [...threadKey(id), 'next', since],
    queryFn: async ({ signal }) =>
      (await unwrap(api.GET('/threads/{thread_id}/state', { ...onThread(id), signal }))).next,
  })

/**
 * Continues a thread with the assistant and the context of its last run; the service adds the `configurable` of the thread. The state is
 * compared first, because a reply to a thread that has continued meanwhile would become the reply to another question.
 */
export const continueThread = async (
  { thread_id, state_updated_at, extracted }: WaitingThread,
  continuation: Pick<RunRequest, 'input' | 'command'>,
): Promise<LangGraphRun> => {
  const [thread, last] = await Promise.all([
    unwrap(api.GET('/threads/{thread_id}', onThread(thread_id))),
    fetchLastRun(thread_id),
  ])
  if (thread.status !== 'interrupted' || thread.state_updated_at !== state_updated_at)
    throw new ApiError(409, 'resource_conflict', 'The thread has continued or its state was edited')
  const assistant_id = last?.assistant_id ?? extracted.assistant_id
  if (assistant_id === null)
    throw new ApiError(422, 'unprocessable_entity', 'The thread has no assistant that could continue it')
  const context = last?.kwargs['context']
  return startRun(thread_id, {
    assistant_id,
    ...continuation,
    ...(isRecord(context) && Object.keys(context).length > 0 && { context }),
    multitask_strategy: 'reject',
  })
}
