import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, unwrap } from './client.ts'
import type { components, paths } from './schema.d.ts'
import type { Operation, Page, Run, RunEvent, RunSummary } from './types.ts'

type Schemas = components['schemas']
type RunListQuery = NonNullable<paths['/api/v1/runs']['get']['parameters']['query']>

/** The filters and the order of `GET /api/v1/runs` as query parameters. */
export type RunFilterQuery = Omit<RunListQuery, 'limit' | 'cursor' | 'view'>
export type RunCountQuery = Omit<RunFilterQuery, 'order'>

export const runsKey = ['runs'] as const
export const PAGE_SIZE = 100

export const fetchRunPage = (
  filter: RunFilterQuery,
  cursor: string,
  signal?: AbortSignal,
  limit = PAGE_SIZE,
): Promise<Page<RunSummary>> => {
  const query: RunListQuery = { ...filter, view: 'summary', limit, ...(cursor !== '' && { cursor }) }
  return unwrap(api.GET('/api/v1/runs', { params: { query }, ...(signal !== undefined && { signal }) }))
}

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

type CountBy = 'status' | 'assistant_id' | 'error_code'

export const fetchRunCounts = (filter: RunCountQuery, by: CountBy | undefined, signal: AbortSignal) =>
  unwrap(
    api.GET('/api/v1/runs/counts', {
      params: { query: { ...filter, ...(by !== undefined && { by }) } },
      signal,
    }),
  )

export const runCountsQuery = (filter: RunCountQuery, by?: CountBy) =>
  queryOptions({
    queryKey: [...runCountsKey, filter, by ?? ''],
    queryFn: ({ signal }) => fetchRunCounts(filter, by, signal),
  })

export const runKey = (id: string) => [...runsKey, 'run', id] as const
const onRun = (id: string) => ({ params: { path: { run_id: id } } })

export const fetchRun = (id: string, signal: AbortSignal): Promise<Run> =>
  unwrap(api.GET('/api/v1/runs/{run_id}', { ...onRun(id), signal }))

export const runQuery = (id: string) =>
  queryOptions({ queryKey: runKey(id), queryFn: ({ signal }) => fetchRun(id, signal) })

export type RunEventPage = Omit<Schemas['RunEventPage'], 'data'> & { data: RunEvent[] }

/** One page of the stored events of a run; tokens are left out, because they are most of the events and add nothing to a timeline. */
export const fetchRunEvents = (
  id: string,
  after: number,
  signal: AbortSignal,
  limit = 1_000,
): Promise<RunEventPage> => {
  const query = { after, limit, omit: 'llm.token' }
  const params = { path: { run_id: id }, query }
  return unwrap(api.GET('/api/v1/runs/{run_id}/events', { params, signal }))
}

export const cancelRun = (id: string): Promise<Run> =>
  unwrap(api.POST('/api/v1/runs/{run_id}/cancel', onRun(id)))

export const rerunRun = (id: string, options: Schemas['RunRerun'] = {}): Promise<Run> =>
  unwrap(api.POST('/api/v1/runs/{run_id}/rerun', { ...onRun(id), body: options }))

export const deleteRun = (id: string): Promise<unknown> =>
  unwrap(api.DELETE('/api/v1/runs/{run_id}', onRun(id)))

/** The value for the only open interrupt, or values by the id of the interrupt. */
export const resumeRun = (
  id: string,
  body: { input: unknown } | { inputs: Record<string, unknown> },
): Promise<Run> => unwrap(api.POST('/api/v1/runs/{run_id}/resume', { ...onRun(id), body }))

export const submitToolOutputs = (
  id: string,
  outputs: { tool_call_id: string; output: unknown }[],
): Promise<Run> =>
  unwrap(
    api.POST('/api/v1/runs/{run_id}/submit_tool_outputs', {
      ...onRun(id),
      body: { tool_outputs: outputs },
    }),
  )

/** Arguments are what a person has typed; the service checks that they are an object. */
type ReviewDecision = Omit<Schemas['ReviewRun'], 'arguments'> & { arguments?: unknown }

export const reviewRun = (id: string, decision: ReviewDecision): Promise<Run> => {
  const body = decision as Schemas['ReviewRun']
  return unwrap(api.POST('/api/v1/runs/{run_id}/review', { ...onRun(id), body }))
}

export const createRun = (run: Schemas['RunCreate']): Promise<Run> =>
  unwrap(api.POST('/api/v1/runs', { body: run }))

export type BulkAction = Operation['action']
export type BulkTarget = { run_ids: string[] } | { filter: Schemas['RunFilter'] }

export const startBulk = (action: BulkAction, target: BulkTarget, dryRun: boolean): Promise<Operation> =>
  unwrap(api.POST('/api/v1/runs/bulk', { body: { action, ...target, dry_run: dryRun } }))

export const operationQuery = (id: string) =>
  queryOptions({
    queryKey: ['operations', id],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/v1/operations/{operation_id}', { params: { path: { operation_id: id } }, signal }),
      ),
    refetchInterval: ({ state }) => (state.data?.status === 'completed' ? false : 1_000),
  })
