import { useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useChanges } from '../../api/live.ts'
import { fetchRunPage, runCountsKey, runListQuery, type RunFilterQuery } from '../../api/runs.ts'
import type { Page, RunSummary } from '../../api/types.ts'
import { applyChanges, mergeFirstPage } from '../../model/run-rows.ts'

/** Under load the list is loaded again at most this often, and the counts every third time. */
const REFRESH_MS = 5_000
const COUNT_EVERY = 3

/**
 * Keeps the list current. Statuses change at once; new runs appear when the first page is loaded again. While the person has scrolled
 * away from the top, new runs are only announced, so that the rows do not move.
 */
export const useLiveRuns = (filter: RunFilterQuery, isLive: boolean, isAtTop: boolean) => {
  const client = useQueryClient()
  const [hasNew, setHasNew] = useState(false)
  const [updatedAt, setUpdatedAt] = useState(() => Date.now())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const lastRefresh = useRef(0)
  const refreshes = useRef(0)
  const { queryKey } = runListQuery(filter)

  const refresh = async (): Promise<void> => {
    timer.current = undefined
    lastRefresh.current = Date.now()
    refreshes.current += 1
    if (refreshes.current % COUNT_EVERY === 1) void client.invalidateQueries({ queryKey: runCountsKey })
    if (!isAtTop) {
      setHasNew(true)
      return
    }
    try {
      const fresh = await fetchRunPage(filter, '')
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
  // The timer calls the function of the latest render, which knows the current filter.
  const latestRefresh = useRef(refresh)
  useEffect(() => {
    latestRefresh.current = refresh
  })

  const scheduleRefresh = (): void => {
    timer.current ??= setTimeout(
      () => void latestRefresh.current(),
      Math.max(300, lastRefresh.current + REFRESH_MS - Date.now()),
    )
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

  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (isAtTop && hasNew) void latestRefresh.current()
  }, [isAtTop, hasNew])

  return { hasNew, updatedAt }
}

const toInfiniteData = (
  pages: Page<RunSummary>[],
  params: string[],
): InfiniteData<Page<RunSummary>, string> => ({ pages, pageParams: params.slice(0, pages.length) })
