import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { Assistant, RunSummary } from '../../api/types.ts'
import { formatCost, formatCount, formatDuration, shortId } from '../../model/format.ts'
import { layOutBar } from '../../model/run-rows.ts'
import { Checkbox } from '../../ui/field.tsx'
import { Glyph } from '../../ui/glyphs.tsx'
import { StatusText } from '../../ui/status.tsx'
import type { Column } from '../../ui/table.tsx'
import { Highlight } from '../../ui/text.tsx'
import { Time, useNow } from '../../ui/time.tsx'

const None = () => <span className="text-ink-3">–</span>

/** What the status alone does not say. */
const noteOf = (run: RunSummary): string | undefined => {
  if (run.status === 'failed') return run.error?.code
  if (run.status === 'requires_action' && run.reserved_by !== null) return `with ${run.reserved_by}`
  if (run.status === 'queued' && run.available_at !== null && Date.parse(run.available_at) > Date.now())
    return 'delayed'
  if (run.status === 'queued' && run.attempt > 0) return `again, attempt ${String(run.attempt + 1)}`
  return undefined
}

const BAR_COLORS: Record<RunSummary['status'], string> = {
  queued: 'bg-idle',
  in_progress: 'bg-run pulsing',
  requires_action: 'bg-k-human/65',
  completed: 'bg-ok/62',
  failed: 'bg-fail/62',
  cancelled: 'bg-idle/62',
}

const usesTime = ({ status }: RunSummary): boolean =>
  status === 'in_progress' || status === 'requires_action' || status === 'queued'

/** Queue and execution of a run in milliseconds; both grow while they last. */
const measure = (run: RunSummary, now: number): { queue: number; run: number } => {
  const start = run.started_at === null ? undefined : Date.parse(run.started_at)
  if (start === undefined) {
    const from = Date.parse(run.available_at ?? run.created_at)
    return { queue: run.status === 'queued' ? Math.max(0, now - from) : 0, run: 0 }
  }
  return { queue: run.queue_ms ?? 0, run: run.duration_ms ?? Math.max(0, now - start) }
}

/** Undefined if the run waits for a person or has not started: how long that takes says nothing about the others. */
export const durationOf = (run: RunSummary, now: number): number | undefined => {
  if (run.status === 'queued' || run.status === 'requires_action') return undefined
  const { queue, run: ran } = measure(run, now)
  return queue + ran
}

const DurationCell = ({ run, scale }: { run: RunSummary; scale: number }) => {
  const now = useNow(usesTime(run))
  const { queue, run: ran } = measure(run, now)
  const bar = layOutBar(queue, ran, scale)
  return (
    <span className="grid w-full grid-cols-[64px_1fr] items-center gap-2">
      <span className="relative h-2.25" aria-hidden="true">
        <span
          className="hatched absolute inset-y-0 left-0 rounded-l-[2px]"
          style={{ width: `${String(bar.queue * 100)}%` }}
        />
        {bar.run > 0 && (
          <span
            className={clsx('absolute inset-y-0 rounded-r-[2.5px]', BAR_COLORS[run.status])}
            style={{ left: `${String(bar.queue * 100)}%`, width: `${String(bar.run * 100)}%` }}
          />
        )}
        {bar.isCut && (
          <svg width="9" height="11" viewBox="0 0 9 11" className="absolute -top-px -right-px">
            <path d="M2 0h3L3.5 3.5 6 7l-1.5 4h-3L3 7 .5 3.5z" fill="var(--surface)" />
          </svg>
        )}
      </span>
      <span
        className={clsx(run.status === 'in_progress' && 'font-medium')}
        title={`queue ${formatDuration(queue)}, execution ${formatDuration(ran)}`}
      >
        {formatDuration(queue + ran)}
      </span>
    </span>
  )
}

const readNumber = (usage: RunSummary['usage'], field: string): number | undefined => {
  const value = usage?.[field]
  return typeof value === 'number' ? value : undefined
}

const GUARDRAIL_WORDS = { passed: 'passed', flagged: 'flagged', blocked: 'blocked' } as const

const GuardrailCell = ({ outcome }: { outcome: RunSummary['guardrail_outcome'] }) =>
  outcome === null ? (
    <None />
  ) : (
    <span className="flex items-center gap-1.5 text-compact">
      <Glyph
        name="guardrail"
        className={outcome === 'blocked' ? 'text-fail' : outcome === 'passed' ? 'text-ink-3' : 'text-k-guard'}
      />
      {GUARDRAIL_WORDS[outcome]}
    </span>
  )

const CostCell = ({ cost }: { cost: RunSummary['cost'] | undefined }) => {
  if (cost == null) return <None />
  if (cost.usd === null)
    return (
      <span className="text-ink-3" title={`No price is known for ${cost.unpriced_models.join(', ')}`}>
        unknown
      </span>
    )
  return <span title={`$${cost.usd}`}>{formatCost(Number(cost.usd))}</span>
}

interface ColumnOptions {
  assistants: ReadonlyMap<string, Assistant>
  scale: number
  query: string | undefined
  selection: ReadonlySet<string>
  allSelected: boolean
  onSelect: (run: RunSummary, selected: boolean, range: boolean) => void
  onSelectAll: (selected: boolean) => void
  order: 'asc' | 'desc'
  onToggleOrder: () => void
}

/** Columns that can be hidden, by their name in the menu. */
export const OPTIONAL_COLUMNS = {
  attempts: 'Attempts',
  tokens: 'Tokens',
  cost: 'Cost',
  guardrails: 'Guardrails',
  thread: 'Thread',
  created_by: 'Created by',
  input: 'Input, first line',
}

export const makeColumns = (options: ColumnOptions): Column<RunSummary>[] => [
  {
    id: 'select',
    width: '42px',
    header: (
      <span className="flex pl-5">
        <Checkbox
          bare
          label="Select all loaded runs"
          checked={options.allSelected}
          mixed={options.selection.size > 0 && !options.allSelected}
          onChange={options.onSelectAll}
        />
      </span>
    ),
    cell: (run) => (
      <span className="flex pl-5">
        <Checkbox
          bare
          label={`Select run ${shortId(run.run_id)}`}
          checked={options.selection.has(run.run_id)}
          onChange={(selected, { shiftKey }) => options.onSelect(run, selected, shiftKey)}
        />
      </span>
    ),
  },
  {
    id: 'status',
    width: 'minmax(150px, 184px)',
    header: 'Status',
    cell: (run) => <StatusText status={run.status} note={noteOf(run)} />,
  },
  {
    id: 'run',
    width: '62px',
    header: 'Run',
    cell: (run) => (
      <Link
        to="/runs/$runId"
        params={{ runId: run.run_id }}
        title={run.run_id}
        className="font-mono text-small text-accent hover:underline"
      >
        {shortId(run.run_id)}
      </Link>
    ),
  },
  {
    id: 'assistant',
    width: 'minmax(112px, 142px)',
    header: 'Assistant',
    cell: (run) => (
      <span className="truncate">
        {options.assistants.get(run.assistant_id)?.name ?? shortId(run.assistant_id)}{' '}
        <span className="text-ink-3">v{run.assistant_version}</span>
      </span>
    ),
  },
  {
    id: 'started',
    width: '86px',
    header: (
      <button
        type="button"
        onClick={options.onToggleOrder}
        className="font-medium text-ink"
        title="Change the order"
      >
        Created {options.order === 'asc' ? '↑' : '↓'}
      </button>
    ),
    cell: (run) => <Time value={run.created_at} className="truncate text-ink-3" />,
  },
  {
    id: 'duration',
    width: '138px',
    header: 'Duration, queue first',
    cell: (run) => <DurationCell run={run} scale={options.scale} />,
  },
  {
    id: 'attempts',
    width: '62px',
    align: 'right',
    header: 'Attempts',
    cell: (run) =>
      run.attempt === 0 ? (
        <None />
      ) : (
        <span className={run.attempt > 1 ? 'font-medium' : ''}>{run.attempt}</span>
      ),
  },
  {
    id: 'tokens',
    width: '62px',
    align: 'right',
    header: 'Tokens',
    cell: (run) => {
      const tokens = readNumber(run.usage, 'total_tokens')
      return tokens === undefined ? <None /> : formatCount(tokens)
    },
  },
  { id: 'cost', width: '70px', align: 'right', header: 'Cost', cell: (run) => <CostCell cost={run.cost} /> },
  {
    id: 'guardrails',
    width: '94px',
    header: <span className="pl-2.5">Guardrails</span>,
    cell: (run) => (
      <span className="pl-2.5">
        <GuardrailCell outcome={run.guardrail_outcome} />
      </span>
    ),
  },
  {
    id: 'thread',
    width: '62px',
    header: 'Thread',
    cell: (run) => (
      <Link
        to="/threads/$threadId"
        params={{ threadId: run.thread_id }}
        title={run.thread_id}
        className="font-mono text-small text-accent hover:underline"
      >
        {shortId(run.thread_id)}
      </Link>
    ),
  },
  { id: 'created_by', width: '110px', header: 'Created by', cell: (run) => run.created_by ?? <None /> },
  {
    id: 'input',
    width: 'minmax(160px, 1fr)',
    header: 'Input, first line',
    cell: (run) =>
      run.preview === null ? (
        <None />
      ) : (
        <span className="truncate text-compact text-ink-2" title={run.preview}>
          <Highlight text={run.preview} query={options.query} />
        </span>
      ),
  },
]
