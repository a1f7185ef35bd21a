import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { assistantsQuery } from '../../api/assistants.ts'
import { useScope } from '../../api/session.ts'
import type { ListedThread } from '../../api/threads.ts'
import { formatCount, plural } from '../../model/format.ts'
import { mergeSearch } from '../../model/search.ts'
import { THREAD_STATUS_WORDS, THREAD_STATUSES } from '../../model/thread-filters.ts'
import { buttonClass } from '../../ui/button.tsx'
import { TextInput } from '../../ui/field.tsx'
import { ScreenHeading, useScreen } from '../../ui/screen.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { useDelayedText } from '../../ui/use-delayed-text.ts'
import { NoMatchingThread, NoThreads } from './no-threads.tsx'
import { makeThreadColumns } from './thread-columns.tsx'
import { useThreadList } from './use-thread-list.ts'

interface FilterProps {
  search: Record<string, string>
  setSearch: (change: Record<string, string | undefined>) => void
}

const ThreadFilters = ({ search, setSearch }: FilterProps) => {
  const [text, setText] = useDelayedText(search['q'] ?? '', (q) => setSearch({ q }))
  return (
    <div className="flex flex-none flex-wrap items-center gap-2 border-b border-line px-5 pb-2.5">
      <div role="group" aria-label="Status" className="flex flex-wrap gap-1">
        {([undefined, ...THREAD_STATUSES] as const).map((status) => (
          <button
            key={status ?? ''}
            type="button"
            aria-pressed={search['status'] === status}
            onClick={() => setSearch({ status })}
            className="h-6.5 rounded-full border border-line bg-surface px-2.75 text-small text-ink-2 hover:text-ink aria-pressed:border-ink aria-pressed:font-medium aria-pressed:text-ink"
          >
            {status === undefined ? 'All' : THREAD_STATUS_WORDS[status]}
          </button>
        ))}
      </div>
      <TextInput
        id="threads-text"
        type="search"
        aria-label="Search threads"
        placeholder="Text, id, or customer=c_18345"
        className="md:ml-auto md:max-w-80"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </div>
  )
}

/** The row that keys act on is remembered by its id, so that it stays while threads change their place. */
const useCursor = (rows: ListedThread[]) => {
  const [id, setId] = useState<string>()
  const index = rows.findIndex(({ thread_id }) => thread_id === id)
  const move = (step: number): void =>
    setId(rows[Math.min(rows.length - 1, Math.max(0, index + step))]?.thread_id)
  return { cursor: index, move }
}

export const ThreadsScreen = () => {
  useScreen('Threads', [{ label: 'Threads' }])
  const search = useSearch({ from: '/threads' })
  const navigate = useNavigate()
  const canWrite = useScope('write')
  const { rows, total, error, isPending, list, retry } = useThreadList(search)
  const { data: assistants } = useQuery(assistantsQuery)
  const { cursor, move } = useCursor(rows)
  const setSearch: FilterProps['setSearch'] = (change) =>
    void navigate({ to: '/threads', search: (old) => mergeSearch(old, change), replace: true })
  const openThread = ({ thread_id: threadId }: ListedThread, newTab = false): void => {
    if (newTab) window.open(`/console/threads/${threadId}`, '_blank', 'noreferrer')
    else void navigate({ to: '/threads/$threadId', params: { threadId }, search: {} })
  }
  useShortcuts('Threads', [
    { keys: ['j', 'ArrowDown'], label: 'Next thread', run: () => move(1) },
    { keys: ['k', 'ArrowUp'], label: 'Previous thread', run: () => move(-1) },
    {
      keys: ['Enter', 'o'],
      label: 'Open',
      run: () => rows[cursor] !== undefined && openThread(rows[cursor]),
    },
    { keys: ['/'], label: 'Search', run: () => document.getElementById('threads-text')?.focus() },
  ])
  const names = useMemo(
    () => new Map(assistants?.map(({ assistant_id, name }) => [assistant_id, name])),
    [assistants],
  )
  const columns = useMemo(() => makeThreadColumns({ query: search['q'], names }), [search, names])
  const isFiltered = search['status'] !== undefined || search['q'] !== undefined
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-none flex-wrap items-center gap-x-3 gap-y-2 px-5 pt-3 pb-2">
        <ScreenHeading>Threads</ScreenHeading>
        {total !== undefined && (
          <span className="text-ink-3">
            {formatCount(total)} {total === 1 ? 'thread' : 'threads'}
            {isFiltered && (total === 1 ? ' matches' : ' match')}
          </span>
        )}
        {canWrite && (
          <Link to="/chat" search={{}} className={`${buttonClass('primary')} ml-auto`}>
            New thread
          </Link>
        )}
      </div>
      <ThreadFilters search={search} setSearch={setSearch} />
      {error !== null && rows.length === 0 ? (
        <ErrorState error={error} onRetry={retry} />
      ) : isPending ? (
        <Loading label="Loading threads" />
      ) : rows.length === 0 ? (
        isFiltered ? (
          <NoMatchingThread onClear={() => setSearch({ q: undefined, status: undefined })} />
        ) : (
          <NoThreads />
        )
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
