import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { assistantsQuery } from '../../api/assistants.ts'
import { useChanges } from '../../api/live.ts'
import { searchQuery } from '../../api/system.ts'
import { threadCountQuery, threadListQuery, threadsKey, type ListedThread } from '../../api/threads.ts'
import { formatCount, plural, shortId } from '../../model/format.ts'
import {
  parseThreadSearch,
  THREAD_STATUS_WORDS,
  THREAD_STATUSES,
  threadTitle,
} from '../../model/thread-filters.ts'
import { buttonClass } from '../../ui/button.tsx'
import { TextInput } from '../../ui/field.tsx'
import { ScreenHeading, useScreen } from '../../ui/screen.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { Highlight } from '../../ui/text.tsx'
import { Time } from '../../ui/time.tsx'
import { ThreadStatusText } from './thread-status.tsx'

const titleOf = (thread: ListedThread): string => {
  const { first_message: message, input } = thread.extracted ?? {}
  return threadTitle(thread.metadata, message ?? input) ?? 'Thread without messages'
}

/** Text is searched by the service, which responds with the ids of threads. */
const useThreads = (search: Record<string, string | undefined>) => {
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
  return {
    rows,
    total: full.ids === undefined ? count.data : rows.length,
    error: found.error ?? list.error,
    isPending: text === undefined ? list.isPending : found.isPending || (!nothing && list.isPending),
    list,
    retry: () => void (found.error === null ? list.refetch() : found.refetch()),
  }
}

export const ThreadsScreen = () => {
  useScreen('Threads', [{ label: 'Threads' }])
  const search = useSearch({ from: '/threads' })
  const navigate = useNavigate()
  const client = useQueryClient()
  const [query, setQuery] = useState(search['q'] ?? '')
  const [cursor, setCursor] = useState(-1)
  const deferred = useDeferredValue(query)
  const { rows, total, error, isPending, list, retry } = useThreads(search)
  const { data: assistants } = useQuery(assistantsQuery)
  const setSearch = (change: Record<string, string | undefined>): void =>
    void navigate({
      to: '/threads',
      search: (old: Record<string, string | undefined>) =>
        Object.fromEntries(
          Object.entries({ ...old, ...change }).filter(
            (entry): entry is [string, string] => (entry[1] ?? '') !== '',
          ),
        ),
      replace: true,
    })
  useEffect(() => {
    const timer = setTimeout(() => deferred !== (search['q'] ?? '') && setSearch({ q: deferred }), 250)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- only what the person types changes the URL
  }, [deferred])
  const reload = (): void => void client.invalidateQueries({ queryKey: threadsKey })
  useChanges((changes) => changes.some(({ topic }) => topic === 'threads') && reload(), reload)

  const openThread = (thread: ListedThread, newTab = false): void => {
    if (newTab) window.open(`/console/threads/${thread.thread_id}`, '_blank', 'noreferrer')
    else void navigate({ to: '/threads/$threadId', params: { threadId: thread.thread_id }, search: {} })
  }
  const move = (step: number): void => setCursor((at) => Math.max(0, Math.min(rows.length - 1, at + step)))
  useShortcuts('Threads', [
    { keys: ['j', 'ArrowDown'], label: 'Next thread', run: () => move(1) },
    { keys: ['k', 'ArrowUp'], label: 'Previous thread', run: () => move(-1) },
    {
      keys: ['Enter', 'o'],
      label: 'Open',
      run: () => rows[cursor] !== undefined && openThread(rows[cursor]),
    },
    {
      keys: ['/'],
      label: 'Search',
      run: () => document.querySelector<HTMLInputElement>('[data-search]')?.focus(),
    },
  ])

  const nameOf = ({ metadata }: ListedThread): string => {
    const id = metadata['assistant_id']
    return (
      assistants?.find(({ assistant_id }) => assistant_id === id)?.name ??
      (typeof metadata['graph_id'] === 'string' ? metadata['graph_id'] : '–')
    )
  }
  const columns: Column<ListedThread>[] = [
    {
      id: 'status',
      header: <span className="pl-5">Status</span>,
      width: '150px',
      cell: ({ status }) => (
        <span className="pl-5">
          <ThreadStatusText status={status} />
        </span>
      ),
    },
    {
      id: 'title',
      header: 'Thread',
      width: 'minmax(220px, 1fr)',
      cell: (thread) => (
        <Link
          to="/threads/$threadId"
          params={{ threadId: thread.thread_id }}
          search={{}}
          className="truncate font-medium hover:underline"
        >
          <Highlight text={titleOf(thread)} query={search['q']} />
        </Link>
      ),
    },
    {
      id: 'assistant',
      header: 'Assistant',
      width: '170px',
      cell: (thread) => <span className="truncate text-ink-2">{nameOf(thread)}</span>,
    },
    {
      id: 'id',
      header: 'Id',
      width: '80px',
      cell: ({ thread_id }) => <span className="font-mono text-small text-ink-2">{shortId(thread_id)}</span>,
    },
    {
      id: 'created',
      header: 'Created',
      width: '120px',
      cell: ({ created_at }) => <Time value={created_at} className="text-ink-2" />,
    },
    {
      id: 'updated',
      header: 'Last used',
      width: '120px',
      cell: ({ updated_at }) => <Time value={updated_at} className="text-ink-2" />,
    },
    {
      id: 'open',
      header: 'Open in',
      width: '110px',
      cell: ({ thread_id }) => (
        <Link
          to="/chat/$threadId"
          params={{ threadId: thread_id }}
          search={{}}
          className="text-accent hover:underline"
        >
          Playground
        </Link>
      ),
    },
  ]
  const status = search['status'] ?? ''
  const isFiltered = status !== '' || (search['q'] ?? '') !== ''
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-none flex-wrap items-center gap-x-3 gap-y-2 px-5 pt-3 pb-2">
        <ScreenHeading>Threads</ScreenHeading>
        {total !== undefined && <span className="text-ink-2">{formatCount(total)}</span>}
        <Link to="/chat" search={{}} className={`${buttonClass('primary')} ml-auto`}>
          New thread
        </Link>
      </div>
      <div className="flex flex-none flex-wrap items-center gap-2 border-b border-line px-5 pb-2.5">
        <div role="group" aria-label="Status" className="flex flex-wrap gap-1">
          {['', ...THREAD_STATUSES].map((value) => (
            <button
              key={value}
              type="button"
              aria-pressed={status === value}
              onClick={() => setSearch({ status: value })}
              className="h-6.5 rounded-full border border-line bg-surface px-2.75 text-small text-ink-2 hover:text-ink aria-pressed:border-ink aria-pressed:font-medium aria-pressed:text-ink"
            >
              {value === '' ? 'All' : THREAD_STATUS_WORDS[value as keyof typeof THREAD_STATUS_WORDS]}
            </button>
          ))}
        </div>
        <TextInput
          data-search
          type="search"
          aria-label="Search threads"
          placeholder="Text, id, or customer=c_18345"
          className="max-w-80 md:ml-auto"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </div>
      {error !== null ? (
        <ErrorState error={error} onRetry={retry} />
      ) : isPending ? (
        <Loading label="Loading threads" />
      ) : rows.length === 0 ? (
        <EmptyState
          icon="threads"
          title={isFiltered ? 'No thread matches' : 'No threads yet'}
          actions={
            isFiltered ? (
              <button
                type="button"
                className={buttonClass()}
                onClick={() => {
                  setQuery('')
                  setSearch({ q: '', status: '' })
                }}
              >
                Clear the filters
              </button>
            ) : (
              <Link to="/chat" search={{}} className={buttonClass('primary')}>
                Open the playground
              </Link>
            )
          }
        >
          {isFiltered ? (
            <p>Search finds text in titles, whole ids, and metadata written as key=value.</p>
          ) : (
            <p>
              A thread keeps the state of a conversation: every step is a checkpoint that you can look at,
              compare, edit and continue from. Start one in the playground, or with{' '}
              <code className="font-mono text-small">POST /threads</code>.
            </p>
          )}
        </EmptyState>
      ) : (
        <Table
          label="Threads"
          columns={columns}
          rows={rows}
          rowKey={({ thread_id }) => thread_id}
          rowHeight={32}
          total={total ?? rows.length}
          cursor={cursor}
          onOpen={(thread, { newTab }) => openThread(thread, newTab)}
          onEndNear={() => list.hasNextPage && !list.isFetchingNextPage && void list.fetchNextPage()}
          footer={
            <p className="px-5 py-3 text-small text-ink-3">
              {plural(rows.length, 'thread')} loaded{list.hasNextPage ? '; more follow while scrolling' : ''}
            </p>
          }
        />
      )}
    </div>
  )
}
