import { useQueries } from '@tanstack/react-query'
import { statisticsQuery } from './statistics.ts'

const WEEK_MS = 7 * 86_400_000
/** More assistants than this rarely have running runs on one screen; each costs a request every five minutes. */
const MAX_ASSISTANTS = 6
const FRESH_MS = 5 * 60_000

/** The p95 of the duration of the last seven days in milliseconds, by assistant. Assistants without ended runs are left out. */
export const useUsualDurations = (assistantIds: readonly string[]): ReadonlyMap<string, number> => {
  const ids = [...new Set(assistantIds)].toSorted().slice(0, MAX_ASSISTANTS)
  return useQueries({
    queries: ids.map((assistantId) => ({
      ...statisticsQuery({
        key: `usual ${assistantId}`,
        assistantId,
        resolve: () => ({ from: Date.now() - WEEK_MS, to: Date.now(), step: 86_400 }),
      }),
      staleTime: FRESH_MS,
    })),
    combine: (results) =>
      new Map(
        results.flatMap(({ data }, index) => {
          const p95 = data?.totals.duration_ms.p95
          return p95 == null ? [] : [[ids[index] ?? '', p95] as const]
        }),
      ),
  })
}
