import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, unwrap } from './client.ts'
import type { components, paths } from './schema.d.ts'
import type { Evaluation, ExampleRow, Page } from './types.ts'

type Schemas = components['schemas']

export const evaluationsKey = ['evaluations'] as const
const PAGE_SIZE = 100

export const evaluationListQuery = (filter: { status?: Evaluation['status']; dataset_id?: string }) =>
  infiniteQueryOptions({
    queryKey: [...evaluationsKey, 'list', filter],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...filter, limit: PAGE_SIZE, ...(pageParam !== '' && { cursor: pageParam }) }
      return unwrap(api.GET('/api/v1/evals', { params: { query }, signal }))
    },
    initialPageParam: '',
    getNextPageParam: (page: Page<Evaluation>) => page.next_cursor ?? undefined,
  })

const onEvaluation = (id: string) => ({ params: { path: { eval_id: id } } })

/** Statuses in which an evaluation does not change by itself. */
export const hasEnded = ({ status }: Pick<Evaluation, 'status'>): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled'

export const evaluationQuery = (id: string) =>
  queryOptions({
    queryKey: [...evaluationsKey, 'one', id],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/evals/{eval_id}', { ...onEvaluation(id), signal })),
  })

type RowsQuery = NonNullable<
  paths['/api/v1/evals/{eval_id}/comparison/results']['get']['parameters']['query']
>
/** The filters of rows. With `against`, the rows are those of a comparison. */
export type RowsFilter = Omit<RowsQuery, 'limit' | 'cursor' | 'against'> & { against?: string }
export type RowsPage = Schemas['ExampleRowPage']

const fetchRows = (
  id: string,
  filter: RowsFilter,
  cursor: string,
  signal: AbortSignal,
): Promise<RowsPage> => {
  const path = { eval_id: id }
  const { against, assistant, only, ...rest } = filter
  const page = { ...rest, limit: PAGE_SIZE, ...(cursor !== '' && { cursor }) }
  if (against === undefined) {
    const query = { ...page, ...(only !== undefined && { only: only as 'failed' }) }
    return unwrap(api.GET('/api/v1/evals/{eval_id}/examples', { params: { path, query }, signal }))
  }
  const query = {
    ...page,
    against,
    ...(only !== undefined && { only }),
    ...(assistant !== undefined && { assistant }),
  }
  return unwrap(api.GET('/api/v1/evals/{eval_id}/comparison/results', { params: { path, query }, signal }))
}

export const rowsQuery = (id: string, filter: RowsFilter) =>
  infiniteQueryOptions({
    queryKey: [...evaluationsKey, 'rows', id, filter],
    queryFn: ({ pageParam, signal }) => fetchRows(id, filter, pageParam, signal),
    initialPageParam: '',
    getNextPageParam: (page: RowsPage & Page<ExampleRow>) => page.next_cursor ?? undefined,
    refetchOnWindowFocus: false,
    placeholderData: (old) => old,
  })

/** All results of one example: whole outputs and explanations. */
export const exampleResultsQuery = (id: string, exampleId: string) =>
  queryOptions({
    queryKey: [...evaluationsKey, 'results', id, exampleId],
    queryFn: async ({ signal }) => {
      const params = { path: { eval_id: id }, query: { example_id: exampleId, limit: PAGE_SIZE } }
      return (await unwrap(api.GET('/api/v1/evals/{eval_id}/results', { params, signal }))).data
    },
  })

interface Sides {
  against: string
  assistant?: number
}

export const comparisonQuery = (id: string, sides: Sides) =>
  queryOptions({
    queryKey: [...evaluationsKey, 'comparison', id, sides],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/v1/evals/{eval_id}/comparison', {
          params: { path: { eval_id: id }, query: sides },
          signal,
        }),
      ),
    staleTime: 60_000,
  })

export const distributionQuery = (id: string, query: Partial<Sides> & { criterion?: string }) =>
  queryOptions({
    queryKey: [...evaluationsKey, 'distribution', id, query],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/v1/evals/{eval_id}/distribution', { params: { path: { eval_id: id }, query }, signal }),
      ),
    staleTime: 10_000,
    placeholderData: (old) => old,
  })

/** The document cannot describe criteria, because a criterion may also be a name. */
interface NewEvaluation extends Omit<Schemas['EvaluationCreate'], 'criteria'> {
  criteria: { name: string; scorer: string; config: Record<string, unknown> }[]
}

export const createEvaluation = (evaluation: NewEvaluation): Promise<Evaluation> => {
  const body = evaluation as unknown as Schemas['EvaluationCreate']
  return unwrap(api.POST('/api/v1/evals', { body }))
}

export const runEvaluation = (id: string): Promise<Evaluation> =>
  unwrap(api.POST('/api/v1/evals/{eval_id}/run', onEvaluation(id)))

export const cancelEvaluation = (id: string): Promise<Evaluation> =>
  unwrap(api.POST('/api/v1/evals/{eval_id}/cancel', onEvaluation(id)))

export const retryEvaluation = (id: string): Promise<Evaluation> =>
  unwrap(api.POST('/api/v1/evals/{eval_id}/retry', onEvaluation(id)))

export const renameEvaluation = (id: string, name: string): Promise<Evaluation> =>
  unwrap(api.PATCH('/api/v1/evals/{eval_id}', { ...onEvaluation(id), body: { name } }))

export const deleteEvaluation = (id: string): Promise<unknown> =>
  unwrap(api.DELETE('/api/v1/evals/{eval_id}', onEvaluation(id)))

/** The address of the results as a file; the browser sends the session with it. */
export const resultsFileUrl = (id: string, format: 'csv' | 'jsonl', failedOnly: boolean): string =>
  `/api/v1/evals/${encodeURIComponent(id)}/results/export?format=${format}${failedOnly ? '&passed=false' : ''}`

export type ReviewItem = NonNullable<Schemas['ReviewAsked']['item']>

export const reserveReview = async (id: string, skip: string[]): Promise<ReviewItem | null> =>
  (await unwrap(api.POST('/api/v1/evals/{eval_id}/reviews/next', { ...onEvaluation(id), body: { skip } })))
    .item

export const submitReview = (id: string, body: Schemas['Review']): Promise<unknown> =>
  unwrap(api.POST('/api/v1/evals/{eval_id}/feedback', { ...onEvaluation(id), body }))

export const calibrationsKey = ['calibrations'] as const

export const calibrationsQuery = queryOptions({
  queryKey: calibrationsKey,
  queryFn: async ({ signal }) =>
    (
      await unwrap(
        api.GET('/api/v1/evals/judge/calibrations', { params: { query: { limit: PAGE_SIZE } }, signal }),
      )
    ).data,
})

export const calibrate = (body: Schemas['CalibrationCreate']) =>
  unwrap(api.POST('/api/v1/evals/judge/calibrations', { body }))
