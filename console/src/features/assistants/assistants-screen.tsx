import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { assistantsQuery } from '../../api/assistants.ts'
import { useScope } from '../../api/session.ts'
import { runCountsQuery } from '../../api/runs.ts'
import type { Assistant } from '../../api/types.ts'
import { formatCount, plural } from '../../model/format.ts'
import { Button } from '../../ui/button.tsx'
import { TextInput } from '../../ui/field.tsx'
import { ScreenHeading, useScreen } from '../../ui/screen.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { Highlight } from '../../ui/text.tsx'
import { Time, useNow } from '../../ui/time.tsx'
import { AssistantDialog } from './assistant-dialog.tsx'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

const describeGraph = ({ graph_id, graph_schema }: Assistant): string => {
  const nodes = graph_schema['nodes']
  if (Array.isArray(nodes)) return `declarative, ${plural(nodes.length, 'node')}`
  return graph_id === 'agent' ? 'built-in agent' : `graph ${graph_id}`
}

const makeColumns = (query: string | undefined, runs: Map<string, string>): Column<Assistant>[] => [
  {
    id: 'name',
    header: <span className="pl-5">Name</span>,
    width: 'minmax(160px, 0.8fr)',
    cell: ({ assistant_id, name }) => (
      <Link
        to="/assistants/$assistantId"
        params={{ assistantId: assistant_id }}
        className="truncate pl-5 font-medium text-ink hover:underline"
      >
        <Highlight text={name} query={query} />
      </Link>
    ),
  },
  { id: 'version', header: 'Version', width: '70px', align: 'right', cell: ({ version }) => version },
  {
    id: 'runs',
    header: 'Runs, 24 h',
    width: '100px',
    align: 'right',
    cell: ({ assistant_id }) => runs.get(assistant_id) ?? '–',
  },
  {
    id: 'graph',
    header: 'Graph',
    width: 'minmax(160px, 0.7fr)',
    cell: (assistant) => <span className="truncate text-ink-2">{describeGraph(assistant)}</span>,
  },
  {
    id: 'description',
    header: 'Description',
    width: 'minmax(200px, 1.6fr)',
    cell: ({ description }) => (
      <span className="truncate text-ink-2" title={description ?? ''}>
        {description === null || description === '' ? '–' : <Highlight text={description} query={query} />}
      </span>
    ),
  },
  {
    id: 'updated',
    header: 'Changed',
    width: '110px',
    cell: ({ updated_at }) => <Time value={updated_at} className="text-ink-2" />,
  },
]

const matches = ({ name, description, graph_id }: Assistant, query: string): boolean =>
  [name, description ?? '', graph_id].some((text) => text.toLowerCase().includes(query.toLowerCase()))

export const AssistantsScreen = () => {
  useScreen('Assistants', [{ label: 'Assistants' }])
  const { q } = useSearch({ from: '/assistants' })
  const navigate = useNavigate()
  const canWrite = useScope('write')
  const [creating, setCreating] = useState(false)
  const { data, error, refetch } = useQuery(assistantsQuery)
  // The start of the day before changes once a minute, so that the same request is not sent again and again.
  const start = Math.floor((useNow() - DAY_MS) / (5 * MINUTE_MS)) * 5 * MINUTE_MS
  const { data: counts } = useQuery({
    ...runCountsQuery({ created_after: new Date(start).toISOString() }, 'assistant_id'),
    staleTime: 5 * MINUTE_MS,
    placeholderData: (old) => old,
  })
  if (data === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
  const rows = q === undefined ? data : data.filter((assistant) => matches(assistant, q))
  const runs = new Map(
    counts?.counts.map(({ value, count, capped }) => [value, formatCount(count) + (capped ? '+' : '')]),
  )
  return (
    <>
      <div className="flex min-h-14 flex-none flex-wrap items-center gap-x-3 gap-y-2 px-5 py-2.5">
        <ScreenHeading>Assistants</ScreenHeading>
        <span className="text-ink-2">{plural(data.length, 'assistant')}</span>
        <TextInput
          type="search"
          aria-label="Filter by name, description or graph"
          placeholder="Name, description or graph"
          className="ml-auto w-60! max-md:ml-0 max-md:w-full!"
          value={q ?? ''}
          onChange={(event) =>
            void navigate({ to: '/assistants', search: { q: event.target.value }, replace: true })
          }
        />
        {canWrite && (
          <Button variant="primary" onClick={() => setCreating(true)}>
            New assistant
          </Button>
        )}
      </div>
      {data.length === 0 ? (
        <EmptyState icon="assistants" title="No assistant yet">
          <p>
            An assistant is a graph with a configuration. Every graph of{' '}
            <code className="font-mono">langgraph.json</code> has one; others are created here or with{' '}
            <code className="font-mono">POST /api/v1/assistants</code>.
          </p>
        </EmptyState>
      ) : rows.length === 0 ? (
        <EmptyState icon="search" title="No assistant matches">
          <p>No name, description or graph contains “{q}”.</p>
        </EmptyState>
      ) : (
        <Table
          label="Assistants"
          columns={makeColumns(q, runs)}
          rows={rows}
          rowHeight={32}
          rowKey={({ assistant_id }) => assistant_id}
          className="border-t border-line"
          onOpen={({ assistant_id }) =>
            void navigate({ to: '/assistants/$assistantId', params: { assistantId: assistant_id } })
          }
        />
      )}
      {creating && <AssistantDialog onClose={() => setCreating(false)} />}
    </>
  )
}
