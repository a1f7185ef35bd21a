import { useInfiniteQuery, useQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useChanges } from '../../api/live.ts'
import { searchQuery } from '../../api/system.ts'
import { threadCountQuery, threadListQuery, threadsKey, type ListedThread } from '../../api/threads.ts'
import { useLiveRefresh } from '../../api/use-live-refresh.ts'
import { parseThreadSearch } from '../../model/thread-filters.ts'

const PACE = { everyMs: 20_000, burst: 5 }

/** Removes deleted threads at once; other changes are shown when the list is loaded again. */
const useDeletedThreads = (): void => {
  const client = useQueryClient()
  useChanges(
    (changes) => {
      const deleted = new Set(
        changes.flatMap(({ topic, id, status }) => (topic === 'threads' && status === 'deleted' ? [id] : [])),
      )
      if (deleted.size === 0) return
      client.setQueriesData<InfiniteData<ListedThread[], number>>(
        { queryKey: [...threadsKey, 'list'] },
        (old) =>
          old === undefined
            ? old
            : {
                ...old,
                pages: old.pages.map((page) => page.filter(({ thread_id }) => !deleted.has(thread_id))),
              },
      )
    },
    () => undefined,
  )
}

/** The threads that match the URL. Text is searched by the service, which responds with the ids of threads. */
export const useThreadList = (search: Record<string, string | undefined>) => {
  const { text, ...filter } = parseThreadSearch(search)
  const found = useQuery(searchQuery(text ?? ''))
  const ids =
    text === undefined ? undefined : found.data?.filter(({ type }) => type === 'thread').map(({ id }) => id)
  const nothing = ids?.length === 0
  const isReady = text === undefined || (ids !== undefined && !nothing)
  const full = { ...filter, ...(ids !== undefined && { ids }) }
  const list = useInfiniteQuery({ ...threadListQuery(full), enabled: isReady })
  const count = useQuery({ ...threadCountQuery(full), enabled: isReady && full.ids === undefined })
  const rows = useMemo(() => (nothing ? [] : (list.data?.pages.flat() ?? [])), [nothing, list.data])
  useLiveRefresh([[...threadsKey, 'list'], [...threadsKey, 'count'], ['search']], ['threads'], {
    ...PACE,
    // All loaded pages are loaded again.
    everyMs: PACE.everyMs * Math.max(1, list.data?.pages.length ?? 0),
  })
  useDeletedThreads()
  return {
    rows,
    total: full.ids === undefined ? count.data : rows.length,
    error: found.error ?? list.error,
    isPending: text === undefined ? list.isPending : found.isPending || (!nothing && list.isPending),
    list,
    retry: () => void (found.error === null ? list.refetch() : found.refetch()),
  }
}
