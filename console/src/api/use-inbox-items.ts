import { useQuery } from '@tanstack/react-query'
import { shortId } from '../model/format.ts'
import { sortItems, toRunItem, toThreadItem } from '../model/inbox.ts'
import type { Pace } from '../model/refresh-pace.ts'
import { assistantsQuery } from './assistants.ts'
import { PAGE, waitingQuery } from './inbox.ts'
import { useLiveRefresh } from './use-live-refresh.ts'

/** Everything that waits for a person, oldest first, kept current by live changes. */
export const useInboxItems = ({ everyMs, burst }: Pace) => {
  const query = useQuery({ ...waitingQuery, refetchInterval: 60_000 })
  const { data: assistants } = useQuery(assistantsQuery)
  const find = (id: string | null) => assistants?.find(({ assistant_id }) => assistant_id === id)
  const { runs = [], threads = [] } = query.data ?? {}
  // A list of several pages takes a request for each.
  const pages = Math.max(1, Math.ceil((runs.length + threads.length) / PAGE))
  useLiveRefresh([waitingQuery.queryKey], ['runs', 'threads'], { everyMs: everyMs * pages, burst })
  const items = sortItems([
    ...runs.map((run) => toRunItem(run, find(run.assistant_id)?.config)),
    ...threads.map((thread) => toThreadItem(thread, find(thread.extracted.assistant_id)?.config)),
  ])
  return {
    ...query,
    items,
    nameOf: (id: string): string => find(id)?.name ?? (id === '' ? 'no assistant' : shortId(id)),
  }
}
