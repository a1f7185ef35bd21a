import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { assistantsQuery } from '../../api/assistants.ts'
import {
  historyQuery,
  nativeThreadQuery,
  threadKey,
  threadQuery,
  threadRunsQuery,
} from '../../api/threads.ts'
import { useLiveRefresh } from '../../api/use-live-refresh.ts'
import { useIsRemoving } from '../../api/use-removal.ts'
import { buildTree } from '../../model/checkpoint-tree.ts'
import { shortId } from '../../model/format.ts'
import { threadTitle } from '../../model/thread-filters.ts'
import { useScreen } from '../../ui/screen.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { ThreadView } from './thread-view.tsx'
import { isRecord } from '../../model/is-record.ts'

/** A run changes its thread several times a second; each change loads the thread, its runs and its history. */
/** Each refresh takes several requests. */
const PACE = { everyMs: 45_000, burst: 4 }

const firstMessage = (values: unknown): unknown => {
  const messages = isRecord(values) ? values['messages'] : undefined
  const first: unknown = Array.isArray(messages) ? (messages as unknown[])[0] : undefined
  return isRecord(first) ? first['content'] : undefined
}

export const ThreadScreen = () => {
  const { threadId } = useParams({ from: '/threads/$threadId' })
  const thread = useQuery(threadQuery(threadId))
  const history = useInfiniteQuery(historyQuery(threadId))
  const runs = useQuery(threadRunsQuery(threadId))
  const { data: native } = useQuery(nativeThreadQuery(threadId))
  const { data: assistants } = useQuery(assistantsQuery)
  const tree = useMemo(
    () => buildTree(history.data?.pages.flat() ?? [], runs.data),
    [history.data, runs.data],
  )

  const isRemoving = useIsRemoving(threadKey(threadId))
  useLiveRefresh(
    isRemoving ? [] : [threadKey(threadId)],
    ({ topic, id }) => topic === 'threads' && id === threadId,
    PACE,
  )

  const metadata = thread.data?.metadata ?? {}
  const assistantId =
    (typeof metadata['assistant_id'] === 'string' ? metadata['assistant_id'] : undefined) ??
    native?.assistant_id ??
    runs.data?.[0]?.assistant_id
  const assistantName = assistants?.find(({ assistant_id }) => assistant_id === assistantId)?.name
  const title =
    threadTitle(
      { title: native?.title, ...metadata },
      firstMessage(thread.data?.values ?? tree.nodes.at(-1)?.state.values),
    ) ?? `Thread ${shortId(threadId)}`
  useScreen(title, [
    { label: 'Threads', to: '/threads' },
    ...(assistantName === undefined ? [] : [{ label: assistantName }]),
    { label: shortId(threadId) },
  ])
  const error = thread.error ?? history.error ?? runs.error
  if (error !== null)
    return (
      <ErrorState
        error={error}
        onRetry={() => void Promise.all([thread.refetch(), history.refetch(), runs.refetch()])}
      />
    )
  if (thread.data === undefined || history.isPending) return <Loading label="Loading the thread" lines={10} />
  return (
    <ThreadView
      key={threadId}
      title={title}
      thread={thread.data}
      tree={tree}
      runs={runs.data ?? []}
      assistantId={assistantId}
      assistantName={assistantName}
      hasEarlier={history.hasNextPage}
      loadingEarlier={history.isFetchingNextPage}
      onLoadEarlier={() => void history.fetchNextPage()}
    />
  )
}
