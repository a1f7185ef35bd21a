/** Threads, their states and their runs, by the routes of the LangGraph API. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { request } from './client.ts'
import type {
  GraphSchemas,
  GraphStructure,
  LangGraphRun,
  LangGraphThread,
  RunRequest,
  ThreadState,
  ThreadStatus,
} from './dialect.ts'
import type { Assistant } from './types.ts'

export const threadsKey = ['threads'] as const
const THREADS_PER_PAGE = 50
const STATES_PER_PAGE = 100

/** List responses carry no state, except the first message, which serves as a title. */
const TITLE_PATHS = { first_message: 'values.messages[0].content', input: 'values.input' }
const LIST_FIELDS = ['thread_id', 'created_at', 'updated_at', 'metadata', 'status']

export interface ThreadFilter {
  status?: ThreadStatus
  metadata?: Record<string, unknown>
  ids?: string[]
}

export type ListedThread = LangGraphThread & { extracted?: Record<string, unknown> }

export const threadListQuery = (filter: ThreadFilter) =>
  infiniteQueryOptions({
    queryKey: [...threadsKey, 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      request<ListedThread[]>('POST', '/threads/search', {
        body: {
          ...filter,
          limit: THREADS_PER_PAGE,
          offset: pageParam,
          select: LIST_FIELDS,
          extract: TITLE_PATHS,
        },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (page: ListedThread[], pages) =>
      page.length < THREADS_PER_PAGE ? undefined : pages.length * THREADS_PER_PAGE,
  })

export const threadCountQuery = (filter: ThreadFilter) =>
  queryOptions({
    queryKey: [...threadsKey, 'count', filter],
    queryFn: ({ signal }) => request<number>('POST', '/threads/count', { body: filter, signal }),
    enabled: filter.ids === undefined,
  })

const threadPath = (id: string, rest = ''): string => `/threads/${encodeURIComponent(id)}${rest}`
export const threadKey = (id: string) => [...threadsKey, 'thread', id] as const

export const threadQuery = (id: string) =>
  queryOptions({
    queryKey: [...threadKey(id), 'thread'],
    queryFn: ({ signal }) => request<LangGraphThread>('GET', threadPath(id), { signal }),
  })

const fetchHistory = (id: string, before: string, signal: AbortSignal): Promise<ThreadState[]> =>
  request<ThreadState[]>('POST', threadPath(id, '/history'), {
    body: { limit: STATES_PER_PAGE, ...(before !== '' && { before }) },
    signal,
  })

/** The history does not contain what finished tasks of an open step have written; the current state does. */
const fetchNewestHistory = async (id: string, signal: AbortSignal): Promise<ThreadState[]> => {
  const [states, current] = await Promise.all([
    fetchHistory(id, '', signal),
    request<ThreadState>('GET', threadPath(id, '/state'), { signal }),
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
    queryFn: ({ signal }) =>
      request<LangGraphRun[]>('GET', threadPath(id, '/runs'), { query: { limit: 50 }, signal }),
  })

export const createThread = (metadata: Record<string, unknown> = {}): Promise<LangGraphThread> =>
  request<LangGraphThread>('POST', '/threads', { body: { metadata } })

export const copyThread = (id: string): Promise<LangGraphThread> =>
  request<LangGraphThread>('POST', threadPath(id, '/copy'))

export const deleteThread = (id: string): Promise<unknown> => request('DELETE', threadPath(id))

export const updateThreadMetadata = (
  id: string,
  metadata: Record<string, unknown>,
): Promise<LangGraphThread> => request<LangGraphThread>('PATCH', threadPath(id), { body: { metadata } })

interface StateUpdate {
  values: unknown
  as_node?: string
  checkpoint_id: string
}

/** Stores a new checkpoint after the named one, so it always starts a branch if that one has a successor. */
export const updateState = async (id: string, update: StateUpdate): Promise<string> => {
  const { checkpoint } = await request<{ checkpoint: { checkpoint_id: string } }>(
    'POST',
    threadPath(id, '/state'),
    { body: update },
  )
  return checkpoint.checkpoint_id
}

/** What the console follows of a run: states, pieces of messages, and when nodes start and end. */
export const STREAM_OPTIONS = {
  stream_mode: ['values', 'messages-tuple', 'tasks', 'custom'],
  stream_subgraphs: true,
  stream_resumable: true,
  on_disconnect: 'continue',
}

/** Starts a run in the background; its stream can be joined. */
export const startRun = (id: string, run: RunRequest): Promise<LangGraphRun> =>
  request<LangGraphRun>('POST', threadPath(id, '/runs'), { body: { ...run, ...STREAM_OPTIONS } })

export const runStreamPath = (threadId: string, runId?: string): string =>
  threadPath(threadId, runId === undefined ? '/runs/stream' : `/runs/${encodeURIComponent(runId)}/stream`)

export const cancelThreadRun = (threadId: string, runId: string): Promise<unknown> =>
  request('POST', threadPath(threadId, `/runs/${encodeURIComponent(runId)}/cancel`), {
    query: { action: 'interrupt' },
  })

const assistantPath = (id: string, rest: string): string => `/assistants/${encodeURIComponent(id)}${rest}`

export const schemasQuery = (assistantId: string) =>
  queryOptions({
    queryKey: ['schemas', assistantId],
    queryFn: ({ signal }) => request<GraphSchemas>('GET', assistantPath(assistantId, '/schemas'), { signal }),
    enabled: assistantId !== '',
    staleTime: 5 * 60_000,
  })

export const graphQuery = (assistantId: string) =>
  queryOptions({
    queryKey: ['graph', assistantId],
    queryFn: ({ signal }) => request<GraphStructure>('GET', assistantPath(assistantId, '/graph'), { signal }),
    enabled: assistantId !== '',
    staleTime: 5 * 60_000,
  })

/** Creates a version with this configuration and makes it current. */
export const saveAssistantConfig = (
  assistantId: string,
  change: { config: Record<string, unknown>; context: Record<string, unknown> },
): Promise<Assistant> =>
  request<Assistant>('PATCH', `/api/v1/assistants/${encodeURIComponent(assistantId)}`, { body: change })
