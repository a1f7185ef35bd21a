import { Link } from '@tanstack/react-router'
import type { ListedThread } from '../../api/threads.ts'
import { shortId } from '../../model/format.ts'
import { threadTitle } from '../../model/thread-filters.ts'
import type { Column } from '../../ui/table.tsx'
import { Highlight } from '../../ui/text.tsx'
import { Time } from '../../ui/time.tsx'
import { ThreadStatusText } from './thread-status.tsx'

const titleOf = (thread: ListedThread): string => {
  const { title, first_message: message, input } = thread.extracted ?? {}
  return threadTitle({ title, ...thread.metadata }, message ?? input) ?? `Thread ${shortId(thread.thread_id)}`
}

interface ColumnOptions {
  /** The text to highlight. */
  query: string | undefined
  /** The names of assistants by their id. */
  names: ReadonlyMap<string, string>
}

const nameOf = ({ metadata, extracted }: ListedThread, names: ReadonlyMap<string, string>): string => {
  const { assistant_id: id = extracted?.['assistant_id'], graph_id: graph } = metadata
  const name = typeof id === 'string' ? names.get(id) : undefined
  return name ?? (typeof graph === 'string' ? graph : '–')
}

export const makeThreadColumns = ({ query, names }: ColumnOptions): Column<ListedThread>[] => [
  {
    id: 'status',
    header: <span className="pl-5">Status</span>,
    width: '134px',
    cell: ({ status }) => (
      <span className="pl-5">
        <ThreadStatusText status={status} />
      </span>
    ),
  },
  {
    id: 'title',
    header: 'Thread',
    width: 'minmax(180px, 1fr)',
    cell: (thread) => (
      <Link
        to="/threads/$threadId"
        params={{ threadId: thread.thread_id }}
        search={{}}
        className="truncate font-medium hover:underline"
      >
        <Highlight text={titleOf(thread)} query={query} />
      </Link>
    ),
  },
  {
    id: 'assistant',
    header: 'Assistant',
    width: '170px',
    cell: (thread) => <span className="truncate text-ink-2">{nameOf(thread, names)}</span>,
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
