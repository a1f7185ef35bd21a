import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, request, unwrap } from './client.ts'
import type { Operation, Page, Run, RunCounts, RunEventPage, RunSummary } from './types.ts'

/** The filters of `GET /api/v1/runs` as query parameters. */
export type RunFilterQuery = Record<string, string | number>

export const runsKey = ['runs'] as const
export const PAGE_SIZE = 100

export const fetchRunPage = (
  filter: RunFilterQuery,
  cursor: string,
  signal?: AbortSignal,
): Promise<Page<RunSummary>> =>
  request<Page<RunSummary>>('GET', '/api/v1/runs', {
    query: { ...filter, view: 'summary', limit: PAGE_SIZE, ...(cursor !== '' && { cursor }) },
    ...(signal !== undefined && { signal }),
  })

export const runListQuery = (filter: RunFilterQuery) =>
  infiniteQueryOptions({
    queryKey: [...runsKey, 'list', filter],
    queryFn: ({ pageParam, signal }) => fetchRunPage(filter, pageParam, signal),
    initialPageParam: '',
    getNextPageParam: (page: Page<RunSummary>) => page.next_cursor ?? undefined,
    // Live changes keep the first page current; loading all pages again would cost a request for each.
    refetchOnWindowFocus: false,
  })

export const runCountsKey = [...runsKey, 'counts'] as const

export const runCountsQuery = (filter: RunFilterQuery, by?: 'status' | 'assistant_id' | 'error_code') =>
  queryOptions({
    queryKey: [...runCountsKey, filter, by ?? ''],
    queryFn: ({ signal }) =>
      request<RunCounts>('GET', '/api/v1/runs/counts', {
        query: { ...filter, ...(by !== undefined && { by }) },
        signal,
      }),
  })

export const runKey = (id: string) => [...runsKey, 'run', id] as const

export const runQuery = (id: string) =>
  queryOptions({
    queryKey: runKey(id),
    queryFn: async ({ signal }) =>
      (await unwrap(api.GET('/api/v1/runs/{run_id}', { params: { path: { run_id: id } }, signal }))) as Run,
  })

/** One page of the stored events of a run; tokens are left out, because they are most of the events and add nothing to a timeline. */
export const fetchRunEvents = (
  id: string,
  after: number,
  signal: AbortSignal,
  limit = 1_000,
): Promise<RunEventPage> =>
  request<RunEventPage>('GET', `/api/v1/runs/${encodeURIComponent(id)}/events`, {
    query: { after, limit, omit: 'llm.token' },
    signal,
  })

const runPath = (id: string, action: string): string => `/api/v1/runs/${encodeURIComponent(id)}/${action}`

export const cancelRun = (id: string): Promise<Run> =>
  request<Run>('POST', runPath(id, 'cancel'), { body: {} })

interface Rerun {
  from_checkpoint_id?: string
  input?: unknown
  assistant_version?: number
}

export const rerunRun = (id: string, options: Rerun = {}): Promise<Run> =>
  request<Run>('POST', runPath(id, 'rerun'), { body: options })

export const deleteRun = (id: string): Promise<unknown> =>
  request('DELETE', `/api/v1/runs/${encodeURIComponent(id)}`)

/** The value for the only open interrupt, or values by the id of the interrupt. */
export const resumeRun = (
  id: string,
  body: { input: unknown } | { inputs: Record<string, unknown> },
): Promise<Run> => request<Run>('POST', runPath(id, 'resume'), { body })

export const submitToolOutputs = (
  id: string,
  outputs: { tool_call_id: string; output: unknown }[],
): Promise<Run> =>
  request<Run>('POST', runPath(id, 'submit_tool_outputs'), { body: { tool_outputs: outputs } })

export interface ReviewDecision {
  id?: string
  decision: 'approve' | 'edit' | 'reject'
  arguments?: unknown
  content?: string
  reason?: string
}

export const reviewRun = (id: string, decision: ReviewDecision): Promise<Run> =>
  request<Run>('POST', runPath(id, 'review'), { body: decision })

interface NewRun {
  assistant_id: string
  thread_id?: string
  input?: unknown
  metadata?: unknown
}

export const createRun = (run: NewRun): Promise<Run> => request<Run>('POST', '/api/v1/runs', { body: run })

export type BulkAction = Operation['action']
export type BulkTarget = { run_ids: string[] } | { filter: Record<string, unknown> }

export const startBulk = (action: BulkAction, target: BulkTarget, dryRun: boolean): Promise<Operation> =>
  request<Operation>('POST', '/api/v1/runs/bulk', { body: { action, ...target, dry_run: dryRun } })

export const operationQuery = (id: string) =>
  queryOptions({
    queryKey: ['operations', id],
    queryFn: ({ signal }) =>
      request<Operation>('GET', `/api/v1/operations/${encodeURIComponent(id)}`, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'completed' ? false : 1_000),
  })
