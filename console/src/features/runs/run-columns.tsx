import { Link } from '@tanstack/react-router'
import type { Assistant, RunSummary } from '../../api/types.ts'
import { shortId } from '../../model/format.ts'
import { Checkbox } from '../../ui/field.tsx'
import { StatusText } from '../../ui/status.tsx'
import type { Column } from '../../ui/table.tsx'
import { Highlight } from '../../ui/text.tsx'
import { Time } from '../../ui/time.tsx'
import { CostCell, DurationCell, GuardrailCell, None, noteOf, TokensCell } from './run-cells.tsx'

interface ColumnOptions {
  assistants: ReadonlyMap<string, Assistant>
  scale: number
  /** The p95 of the duration of an assistant in milliseconds, for those that have running runs. */
  usual: ReadonlyMap<string, number>
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
    width: '44px',
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
    width: 'minmax(144px, 184px)',
    header: 'Status',
    cell: (run) => <StatusText status={run.status} note={noteOf(run)} />,
  },
  {
    id: 'run',
    width: '58px',
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
    width: 'minmax(132px, 160px)',
    header: 'Assistant',
    cell: (run) => (
      <span className="flex min-w-0 gap-1">
        <span className="truncate">
          {options.assistants.get(run.assistant_id)?.name ?? shortId(run.assistant_id)}
        </span>
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
    width: '134px',
    header: 'Duration, queue first',
    cell: (run) => (
      <DurationCell run={run} scale={options.scale} usual={options.usual.get(run.assistant_id)} />
    ),
  },
  {
    id: 'attempts',
    width: '60px',
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
    width: '54px',
    align: 'right',
    header: 'Tokens',
    cell: (run) => <TokensCell usage={run.usage} />,
  },
  { id: 'cost', width: '78px', align: 'right', header: 'Cost', cell: (run) => <CostCell cost={run.cost} /> },
  {
    id: 'guardrails',
    width: '86px',
    header: <span className="pl-2.5">Guardrails</span>,
    cell: (run) => (
      <span className="pl-2.5">
        <GuardrailCell outcome={run.guardrail_outcome} />
      </span>
    ),
  },
  {
    id: 'thread',
    width: '58px',
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
    width: 'minmax(120px, 1fr)',
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
