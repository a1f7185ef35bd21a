import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, unwrap } from './client.ts'

export const statisticsKey = ['statistics'] as const

/** A range without times is asked for anew with each request, so that the end is always now. */
export interface RangeQuery {
  key: string
  resolve: () => { from: number; to: number; step?: number }
  /** Only the runs of this assistant. */
  assistantId?: string
}

const toTimes = (from: number, to: number) => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
})

export const statisticsQuery = ({ key, resolve, assistantId }: RangeQuery) =>
  queryOptions({
    queryKey: [...statisticsKey, 'runs', key],
    queryFn: ({ signal }) => {
      const { from, to, step } = resolve()
      const query = {
        ...toTimes(from, to),
        ...(step !== undefined && { step }),
        ...(assistantId !== undefined && { assistant_id: assistantId }),
      }
      return unwrap(api.GET('/api/v1/stats', { params: { query }, signal }))
    },
    placeholderData: keepPreviousData,
  })

export const nodeStatisticsQuery = (assistantId: string, { key, resolve }: RangeQuery) =>
  queryOptions({
    queryKey: [...statisticsKey, 'nodes', assistantId, key],
    queryFn: ({ signal }) => {
      const { from, to } = resolve()
      const params = { path: { assistant_id: assistantId }, query: toTimes(from, to) }
      return unwrap(api.GET('/api/v1/assistants/{assistant_id}/node_stats', { params, signal }))
    },
  })
