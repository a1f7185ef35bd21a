/** Threads, their states and their runs, by the routes of the LangGraph API. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, unwrap } from './client.ts'
import type { LangGraphRun, LangGraphThread, RunRequest, ThreadState, ThreadStatus } from './dialect.ts'
import { fetchGraph } from './graphs.ts'
import type { components } from './schema.d.ts'
import type { Assistant } from './types.ts'

export const threadsKey = ['threads'] as const
const THREADS_PER_PAGE = 50
const STATES_PER_PAGE = 100

/** List responses carry no state, except the first message, which serves as a title of threads that have none. */
const EXTRACTED_PATHS = {
  title: 'title',
  first_message: 'values.messages[0].content',
  input: 'values.input',
  assistant_id: 'assistant_id',
}
const LIST_FIELDS = ['thread_id', 'created_at', 'updated_at', 'metadata', 'status'] as const

export interface ThreadFilter {
  status?: ThreadStatus
  metadata?: Record<string, unknown>
  ids?: string[]
}

export type ListedThread = Pick<LangGraphThread, (typeof LIST_FIELDS)[number]> & {
  extracted?: Record<string, unknown>
}

export const threadListQuery = (filter: ThreadFilter) =>
  infiniteQueryOptions({
    queryKey: [...threadsKey, 'list', filter],
    queryFn: async ({ pageParam, signal }) => {
      const page = { limit: THREADS_PER_PAGE, offset: pageParam }
      const body = { ...filter, ...page, select: [...LIST_FIELDS], extract: EXTRACTED_PATHS }
      // The response has the fields that were selected.
      return (await unwrap(api.POST('/threads/search', { body, signal }))) as ListedThread[]
    },
    initialPageParam: 0,
    getNextPageParam: (page: ListedThread[], pages) =>
      page.length < THREADS_PER_PAGE ? undefined : pages.length * THREADS_PER_PAGE,
  })

export const threadCountQuery = (filter: ThreadFilter) =>
  queryOptions({
    queryKey: [...threadsKey, 'count', filter],
    queryFn: ({ signal }) => unwrap(api.POST('/threads/count', { body: filter, signal })),
    enabled: filter.ids === undefined,
  })

const onThread = (id: string) => ({ params: { path: { thread_id: id } } })
export const threadKey = (id: string) => [...threadsKey, 'thread', id] as const

export const threadQuery = (id: string) =>
  queryOptions({
    queryKey: [...threadKey(id), 'thread'],
    queryFn: ({ signal }) => unwrap(api.GET('/threads/{thread_id}', { ...onThread(id), signal })),
  })

/** The title and the assistant of a thread, which the LangGraph API does not have. */
export const nativeThreadQuery = (id: string) =>
  queryOptions({
    queryKey: [...threadKey(id), 'native'],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/threads/{thread_id}', { ...onThread(id), signal })),
  })

const fetchHistory = (id: string, before: string, signal: AbortSignal): Promise<ThreadState[]> =>
  unwrap(
    api.POST('/threads/{thread_id}/history', {
      ...onThread(id),
      body: { limit: STATES_PER_PAGE, ...(before !== '' && { before }) },
      signal,
    }),
  )

/** The history does not contain what finished tasks of an open step have written; the current state does. */
const fetchNewestHistory = async (id: string, signal: AbortSignal): Promise<ThreadState[]> => {
  const [states, current] = await Promise.all([
    fetchHistory(id, '', signal),
    unwrap(api.GET('/threads/{thread_id}/state', { ...onThread(id), signal })),
  ])
  const newest = current.checkpoint?.checkpoint_id
  return states.map((state) =>
    state.checkpoint?.checkpoint_id === newest ? { ...state, ...current } : state,
  )
}

/** The states of a thread, newest first, in pages. */
export const historyQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...threadKey(id), 'history'],
    queryFn: ({ pageParam, signal }) =>
      pageParam === '' ? fetchNewestHistory(id, signal) : fetchHistory(id, pageParam, signal),
    initialPageParam: '',
    getNextPageParam: (page: ThreadState[]) =>
      page.length < STATES_PER_PAGE ? undefined : page.at(-1)?.checkpoint?.checkpoint_id,
  })

export const threadRunsQuery = (id: string) =>
  queryOptions({
    queryKey: [...threadKey(id), 'runs'],
    queryFn: async ({ signal }) => {
      const params = { path: { thread_id: id }, query: { limit: 50 } }
      // Without `select`, the response has all fields.
      return (await unwrap(api.GET('/threads/{thread_id}/runs', { params, signal }))) as LangGraphRun[]
    },
  })

export const createThread = (metadata: Record<string, unknown> = {}): Promise<LangGraphThread> =>
  unwrap(api.POST('/threads', { body: { metadata } }))

export const copyThread = (id: string): Promise<LangGraphThread> =>
  unwrap(api.POST('/threads/{thread_id}/copy', onThread(id)))

export const deleteThread = (id: string): Promise<unknown> =>
  unwrap(api.DELETE('/threads/{thread_id}', onThread(id)))

export const updateThreadMetadata = (
  id: string,
  metadata: Record<string, unknown>,
): Promise<LangGraphThread> =>
  unwrap(api.PATCH('/threads/{thread_id}', { ...onThread(id), body: { metadata } }))

interface StateUpdate {
  values: Record<string, unknown>
  as_node?: string
  checkpoint_id: string
}

/** Stores a new checkpoint after the named one, so it always starts a branch if that one has a successor. */
export const updateState = async (id: string, update: StateUpdate): Promise<string> => {
  const { checkpoint } = await unwrap(
    api.POST('/threads/{thread_id}/state', { ...onThread(id), body: update }),
  )
  return checkpoint.checkpoint_id ?? ''
}

/** What the console follows of a run: states, pieces of messages, and when nodes start and end. */
export const STREAM_OPTIONS = {
  stream_mode: ['values', 'messages-tuple', 'tasks', 'custom'],
  stream_subgraphs: true,
  stream_resumable: true,
  on_disconnect: 'continue',
} satisfies Partial<components['schemas']['LangGraphRunCreate']>

/** Starts a run in the background; its stream can be joined. */
export const startRun = (id: string, run: RunRequest): Promise<LangGraphRun> =>
  unwrap(api.POST('/threads/{thread_id}/runs', { ...onThread(id), body: { ...run, ...STREAM_OPTIONS } }))

export const runStreamPath = (threadId: string, runId?: string): string =>
  `/threads/${encodeURIComponent(threadId)}/runs/${runId === undefined ? '' : `${encodeURIComponent(runId)}/`}stream`

export const cancelThreadRun = (threadId: string, runId: string): Promise<unknown> =>
  unwrap(
    api.POST('/threads/{thread_id}/runs/{run_id}/cancel', {
      params: { path: { thread_id: threadId, run_id: runId }, query: { action: 'interrupt' } },
    }),
  )

const onAssistant = (id: string) => ({ params: { path: { assistant_id: id } } })

export const schemasQuery = (assistantId: string) =>
  queryOptions({
    queryKey: ['schemas', assistantId],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/assistants/{assistant_id}/schemas', { ...onAssistant(assistantId), signal })),
    enabled: assistantId !== '',
    staleTime: 5 * 60_000,
  })

export const graphQuery = (assistantId: string) =>
  queryOptions({
    queryKey: ['graph', assistantId],
    queryFn: ({ signal }) => fetchGraph(assistantId, false, signal),
    enabled: assistantId !== '',
    staleTime: 5 * 60_000,
  })

/** Creates a version with this configuration and makes it current. */
export const saveAssistantConfig = (
  assistantId: string,
  change: { config: Record<string, unknown>; context: Record<string, unknown> },
): Promise<Assistant> =>
  unwrap(api.PATCH('/api/v1/assistants/{assistant_id}', { ...onAssistant(assistantId), body: change }))
