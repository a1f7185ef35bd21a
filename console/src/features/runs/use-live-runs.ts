import { useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useChanges } from '../../api/live.ts'
import { fetchRunPage, runCountsKey, runListQuery, type RunFilterQuery } from '../../api/runs.ts'
import type { Page, RunSummary } from '../../api/types.ts'
import { usePaced } from '../../api/use-live-refresh.ts'
import { applyChanges, mergeFirstPage } from '../../model/run-rows.ts'

const PACE = { everyMs: 15_000, burst: 5 }
const COUNT_PACE = { everyMs: 60_000, burst: 4 }
/** The nodes of running runs change without a change of the run, so the list is also loaded again while there are some. */
const RUNNING_MS = 15_000

/**
 * Keeps the list current. Statuses change at once; new runs appear when the first page is loaded again. While the person has scrolled
 * away from the top, new runs are only announced, so that the rows do not move.
 */
export const useLiveRuns = (
  filter: RunFilterQuery,
  { isLive, isAtTop, hasRunning }: { isLive: boolean; isAtTop: boolean; hasRunning: boolean },
) => {
  const client = useQueryClient()
  const [hasNew, setHasNew] = useState(false)
  const [updatedAt, setUpdatedAt] = useState(() => Date.now())
  const { queryKey } = runListQuery(filter)
  /** A page that was requested before the list was paused can arrive afterwards. */
  const isLiveNow = useRef(isLive)
  useEffect(() => {
    isLiveNow.current = isLive
  })

  const refresh = async (): Promise<void> => {
    if (!isLive) return
    if (!isAtTop) {
      setHasNew(true)
      return
    }
    try {
      const fresh = await fetchRunPage(filter, '')
      if (!isLiveNow.current) return
      const order = filter['order'] === 'asc' ? 'asc' : 'desc'
      client.setQueryData<InfiniteData<Page<RunSummary>, string>>(queryKey, (old) =>
        old === undefined ? old : toInfiniteData(mergeFirstPage(old.pages, fresh, order), old.pageParams),
      )
      setHasNew(false)
      setUpdatedAt(Date.now())
    } catch {
      // The next change tries again; the notice of the shell says that the connection is lost.
    }
  }
  const refreshList = usePaced(() => void refresh(), PACE)
  const refreshCounts = usePaced(() => void client.invalidateQueries({ queryKey: runCountsKey }), COUNT_PACE)
  const scheduleRefresh = (): void => {
    refreshList()
    refreshCounts()
  }

  useChanges(
    (changes) => {
      if (!changes.some(({ topic }) => topic === 'runs')) return
      client.setQueryData<InfiniteData<Page<RunSummary>, string>>(queryKey, (old) =>
        old === undefined ? old : { ...old, pages: applyChanges(old.pages, changes) },
      )
      setUpdatedAt(Date.now())
      scheduleRefresh()
    },
    scheduleRefresh,
    isLive,
  )

  const emitTick = useEffectEvent(refreshList)
  useEffect(() => {
    if (!isLive || !hasRunning) return undefined
    const timer = setInterval(() => {
      if (!document.hidden) emitTick()
    }, RUNNING_MS)
    return () => clearInterval(timer)
  }, [isLive, hasRunning])
  const emitRefresh = useEffectEvent(() => void refresh())
  useEffect(() => {
    if (isLive && isAtTop && hasNew) emitRefresh()
  }, [isLive, isAtTop, hasNew])

  return { hasNew, updatedAt }
}

const toInfiniteData = (
  pages: Page<RunSummary>[],
  params: string[],
): InfiniteData<Page<RunSummary>, string> => ({ pages, pageParams: params.slice(0, pages.length) })
