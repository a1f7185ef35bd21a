import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { fetchRunCounts, fetchRunPage, runsKey } from '../../api/runs.ts'
import { nodeStatisticsQuery, statisticsQuery } from '../../api/statistics.ts'
import type { NodeFigures } from '../../api/types.ts'
import { chooseStep, resolveRange, writeRange, type TimeRange } from '../../model/time-range.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Figures of past ranges change only while runs of that time end, so the page asks rarely. */
const FIGURES_MS = MINUTE
const OVERVIEW_MS = 5 * MINUTE

export const homeStatisticsQuery = (range: TimeRange) => ({
  ...statisticsQuery({
    key: JSON.stringify(writeRange(range)),
    resolve: () => {
      const now = Date.now()
      const { from, to } = resolveRange(range, now)
      return { from, to, step: chooseStep(from, to, now) }
    },
  }),
  refetchInterval: FIGURES_MS,
})

/** The overview below the chart: a week, or a quarter of a year for ranges that do not fit into a week. */
export const overviewQuery = (range: TimeRange) => {
  const { from } = resolveRange(range, Date.now())
  const isLong = Date.now() - from > 7 * DAY - HOUR
  const days = isLong ? 84 : 7
  const step = isLong ? 86_400 : 7_200
  return {
    ...statisticsQuery({
      key: `overview ${String(days)}`,
      resolve: () => ({ from: Date.now() - days * DAY, to: Date.now(), step }),
    }),
    staleTime: OVERVIEW_MS,
    refetchInterval: OVERVIEW_MS,
  }
}

export const FAILING_MS = HOUR

/** The runs that failed in the last hour; a list carries no payloads. */
export const failingRunsQuery = queryOptions({
  queryKey: [...runsKey, 'failing'],
  queryFn: ({ signal }) =>
    fetchRunPage(
      { status: 'failed', ended_after: new Date(Date.now() - FAILING_MS).toISOString() },
      '',
      signal,
    ),
  refetchInterval: 2 * MINUTE,
})

const OPEN_STATUSES = 'queued,in_progress,requires_action'

export const openCountQuery = queryOptions({
  queryKey: [...runsKey, 'open'],
  queryFn: ({ signal }) => fetchRunCounts({ status: OPEN_STATUSES }, 'status', signal),
  refetchInterval: 2 * MINUTE,
})

/** True as soon as the tenant has a run; then it is not asked again. */
export const hasRunsQuery = queryOptions({
  queryKey: [...runsKey, 'any'],
  queryFn: async ({ signal }) => (await fetchRunPage({}, '', signal, 1)).data.length > 0,
  staleTime: ({ state }) => (state.data === true ? Infinity : 0),
  // The run of the crash demo must not replace the page while the demo is shown.
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
})

export type SlowNode = NodeFigures & { assistantId: string }

const BUSIEST = 4

/** The slowest nodes of the assistants with the most runs. The figures are those of single assistants, so only a few are asked for. */
export const useSlowNodes = (range: TimeRange): UseQueryResult<SlowNode[]> => {
  const key = JSON.stringify(writeRange(range))
  return useQuery({
    queryKey: ['slow-nodes', key],
    queryFn: async ({ client, signal }) => {
      const { from, to } = resolveRange(range, Date.now())
      const times = {
        created_after: new Date(from).toISOString(),
        created_before: new Date(to).toISOString(),
      }
      const counts = await fetchRunCounts(times, 'assistant_id', signal)
      const results = await Promise.all(
        counts.counts.slice(0, BUSIEST).map(({ value }) =>
          client.query({
            ...nodeStatisticsQuery(value, { key, resolve: () => ({ from, to }) }),
            staleTime: MINUTE,
          }),
        ),
      )
      return results
        .flatMap(({ assistant_id, nodes }) => nodes.map((node) => ({ ...node, assistantId: assistant_id })))
        .filter(({ duration_ms }) => duration_ms.p95 !== null)
        .toSorted((a, b) => (b.duration_ms.p95 ?? 0) - (a.duration_ms.p95 ?? 0))
    },
    staleTime: OVERVIEW_MS,
    refetchInterval: OVERVIEW_MS,
  })
}
