import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from './client.ts'

export interface Percentiles {
  p50: number | null
  p95: number | null
}

export interface Figures {
  runs: { created: number; completed: number; failed: number; cancelled: number }
  duration_ms: Percentiles
  queue_ms: Percentiles
  tokens: { input: number; cached_input: number; output: number }
  cost: { usd: string | null; unpriced_runs: number; unpriced_models: string[] }
  guardrails: { passed: number; flagged: number; blocked: number }
  webhooks: { attempts: number; failures: number } | null
}

export type SeriesPoint = Figures & { at: string }

export interface Statistics {
  from: string
  to: string
  /** The length of a step in seconds. */
  step: number
  totals: Figures
  queue: { depth: number; oldest_ms: number | null }
  series: SeriesPoint[]
}

export interface NodeFigures {
  /** `outer/inner` in a nested graph. */
  node_id: string
  count: number
  errors: number
  duration_ms: Percentiles
  tokens: { input: number; output: number }
}

export interface NodeStatistics {
  assistant_id: string
  from: string
  to: string
  nodes: NodeFigures[]
}

export const statisticsKey = ['statistics'] as const

/** A range without times is asked for anew with each request, so that the end is always now. */
export interface RangeQuery {
  key: string
  resolve: () => { from: number; to: number; step?: number }
}

export const statisticsQuery = ({ key, resolve }: RangeQuery) =>
  queryOptions({
    queryKey: [...statisticsKey, 'runs', key],
    queryFn: ({ signal }) => {
      const { from, to, step } = resolve()
      const query = { from: new Date(from).toISOString(), to: new Date(to).toISOString(), step }
      return request<Statistics>('GET', '/api/v1/stats', { query, signal })
    },
    placeholderData: keepPreviousData,
  })

export const nodeStatisticsQuery = (assistantId: string, { key, resolve }: RangeQuery) =>
  queryOptions({
    queryKey: [...statisticsKey, 'nodes', assistantId, key],
    queryFn: ({ signal }) => {
      const { from, to } = resolve()
      const query = { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
      const path = `/api/v1/assistants/${encodeURIComponent(assistantId)}/node_stats`
      return request<NodeStatistics>('GET', path, { query, signal })
    },
  })
