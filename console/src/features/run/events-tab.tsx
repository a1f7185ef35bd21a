import { useMemo, useState } from 'react'
import type { RunEvent } from '../../api/types.ts'
import { formatCount, formatDuration, formatFullUtc } from '../../model/format.ts'
import { describeFinding, readGuardrailEvent } from '../../model/guardrail-event.ts'
import { previewJson } from '../../model/json-rows.ts'
import { text, timeOf } from '../../model/event-fields.ts'
import { TextInput } from '../../ui/field.tsx'
import { Glyph, type GlyphName } from '../../ui/glyphs.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { Highlight } from '../../ui/text.tsx'
import { GuardrailFindingView } from './guardrail-finding.tsx'

const GLYPHS: Record<string, GlyphName> = {
  run: 'attempt',
  node: 'node',
  llm: 'llm',
  tool: 'tool',
  guardrail: 'guardrail',
  checkpoint: 'checkpoint',
}

const HIDDEN = new Set([
  'seq',
  'type',
  'run_id',
  'thread_id',
  'timestamp',
  'at',
  'task_id',
  'parent',
  'step',
  'node_id',
])

/** Events never change, so their texts are made once. */
const summaries = new WeakMap<RunEvent, string>()

const summarize = (event: RunEvent): string => {
  const known = summaries.get(event)
  if (known !== undefined) return known
  const summary = writeSummary(event)
  summaries.set(event, summary)
  return summary
}

const writeSummary = (event: RunEvent): string => {
  const finding = readGuardrailEvent(event)
  if (finding !== undefined) return describeFinding(finding)
  const fields = Object.fromEntries(
    Object.entries(event).filter(([name, value]) => !HIDDEN.has(name) && value != null),
  )
  return Object.keys(fields).length === 0 ? '' : previewJson(fields, 220)
}

const makeColumns = (start: number, query: string): Column<RunEvent>[] => [
  {
    id: 'seq',
    width: '60px',
    header: <span className="pl-5">No.</span>,
    cell: ({ seq }) => <span className="pl-5 text-ink-3">{seq}</span>,
  },
  {
    id: 'time',
    width: '92px',
    align: 'right',
    header: 'After start',
    cell: (row) => <span title={formatFullUtc(timeOf(row))}>{formatDuration(timeOf(row) - start)}</span>,
  },
  {
    id: 'type',
    width: '180px',
    header: 'Event',
    cell: ({ type }) => (
      <span className="flex min-w-0 items-center gap-1.75">
        <Glyph name={GLYPHS[type.split('.')[0] ?? ''] ?? 'json'} />
        <span className="truncate">
          <Highlight text={type} query={query} />
        </span>
      </span>
    ),
  },
  {
    id: 'node',
    width: '140px',
    header: 'Node',
    cell: (row) => (
      <span className="truncate">
        {typeof row['node_id'] === 'string' ? row['node_id'] : <span className="text-ink-3">–</span>}
      </span>
    ),
  },
  {
    id: 'fields',
    width: 'minmax(240px, 1fr)',
    header: 'Fields',
    cell: (row) => (
      <span className="truncate pr-5 font-mono text-small text-ink-2">
        <Highlight text={summarize(row)} query={query} />
      </span>
    ),
  },
]

const keyOf = ({ seq }: RunEvent): string => String(seq)

interface EventsTabProps {
  events: readonly RunEvent[]
  query: string
  onQuery: (query: string) => void
}

/** All events in their order. Text in the filter finds the type, the node and the fields. */
export const EventsTab = ({ events, query, onQuery }: EventsTabProps) => {
  const [selected, setSelected] = useState<number>()
  const start = events[0] === undefined ? 0 : timeOf(events[0])
  const rows = useMemo(() => {
    const needle = query.trim().toLowerCase()
    if (needle === '') return [...events]
    return events.filter(
      (event) =>
        event.type.includes(needle) ||
        (text(event['node_id']) ?? '').toLowerCase().includes(needle) ||
        summarize(event).toLowerCase().includes(needle),
    )
  }, [events, query])
  const event = rows.find(({ seq }) => seq === selected)
  const columns = useMemo(() => makeColumns(start, query), [start, query])
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-surface">
      <div className="flex flex-none items-center gap-3 border-b border-line px-5 py-2">
        <TextInput
          id="events-filter"
          type="search"
          aria-label="Filter events"
          placeholder="Filter by type, node or text"
          value={query}
          onChange={({ target }) => onQuery(target.value)}
          className="max-w-80"
        />
        <span className="text-small text-ink-3">
          {query === ''
            ? `${formatCount(events.length)} events`
            : `${formatCount(rows.length)} of ${formatCount(events.length)} events`}
          , tokens left out
        </span>
      </div>
      {rows.length === 0 ? (
        <EmptyState title={events.length === 0 ? 'No events yet' : 'No event matches'}>
          <p>
            {events.length === 0
              ? 'The first events are stored when a worker claims the run.'
              : 'Remove the filter to see all events.'}
          </p>
        </EmptyState>
      ) : (
        <Table
          label="Events"
          columns={columns}
          rows={rows}
          rowKey={keyOf}
          isSelected={({ seq }) => seq === selected}
          onOpen={({ seq }) => setSelected(seq === selected ? undefined : seq)}
        />
      )}
      {event !== undefined && (
        <div className="max-h-[45%] min-h-30 flex-none overflow-y-auto border-t border-line">
          <GuardrailFindingView event={event} />
          <JsonView
            value={event}
            label={`Event ${String(event.seq)}`}
            className="h-full max-h-80 px-3 py-2"
          />
        </div>
      )}
    </div>
  )
}
