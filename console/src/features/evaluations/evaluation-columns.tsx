import { Link } from '@tanstack/react-router'
import type { Evaluation } from '../../api/types.ts'
import { formatCount, formatPercent } from '../../model/format.ts'
import { Checkbox } from '../../ui/field.tsx'
import type { Column } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { EvaluationStatusText } from './evaluation-status.tsx'

interface ColumnOptions {
  /** Names of datasets by their id. */
  names: Map<string, string>
  chosen: ReadonlySet<string>
  onChoose: (id: string) => void
}

export const formatScore = (score: number | null | undefined): string =>
  score == null ? '–' : score.toFixed(3).replace(/0$/, '')

/** A bar with the pass rate, and its interval as a line. */
const PassBar = ({ summary }: { summary: NonNullable<Evaluation['summary']> }) => {
  const { pass_rate, pass_rate_interval: interval } = summary
  if (pass_rate === null) return <span className="text-ink-3">not scored</span>
  return (
    <span className="flex w-full items-center gap-2">
      <svg
        viewBox="0 0 100 10"
        preserveAspectRatio="none"
        aria-hidden="true"
        className="h-2.5 w-20 flex-none"
      >
        <rect width="100" height="10" fill="var(--sunken)" />
        <rect width={pass_rate * 100} height="10" fill="var(--k-node)" />
        {interval !== null && (
          <path
            d={`M${String((interval[0] ?? 0) * 100)} 5H${String((interval[1] ?? 0) * 100)}`}
            stroke="var(--ink)"
            vectorEffect="non-scaling-stroke"
          />
        )}
      </svg>
      {formatPercent(pass_rate)}
    </span>
  )
}

const Progress = ({ progress }: Pick<Evaluation, 'progress'>) => (
  <span className="text-ink-2">
    {formatCount(progress.done)} of {formatCount(progress.total)}
  </span>
)

export const makeEvaluationColumns = ({ names, chosen, onChoose }: ColumnOptions): Column<Evaluation>[] => [
  {
    id: 'choose',
    header: <span className="sr-only">Choose to compare</span>,
    width: '44px',
    cell: ({ eval_id, name }) => (
      <span className="pl-5">
        <Checkbox
          bare
          label={`Choose ${name}`}
          checked={chosen.has(eval_id)}
          onChange={() => onChoose(eval_id)}
        />
      </span>
    ),
  },
  {
    id: 'name',
    header: 'Name',
    width: 'minmax(160px, 1fr)',
    cell: ({ eval_id, name }) => (
      <Link
        to="/evaluations/$evalId"
        params={{ evalId: eval_id }}
        search={{}}
        className="truncate font-medium text-ink hover:underline"
      >
        {name}
      </Link>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    width: '130px',
    cell: ({ status }) => <EvaluationStatusText status={status} />,
  },
  {
    id: 'passed',
    header: 'Passed',
    width: '160px',
    cell: ({ summary, progress }) =>
      summary === null ? <Progress progress={progress} /> : <PassBar summary={summary} />,
  },
  {
    id: 'score',
    header: 'Score',
    width: '70px',
    align: 'right',
    cell: ({ summary }) => formatScore(summary?.avg_score),
  },
  {
    id: 'assistant',
    header: 'Assistant',
    width: 'minmax(140px, 0.8fr)',
    cell: ({ assistants }) => (
      <span className="truncate text-ink-2">{assistants.map(({ label }) => label).join(' / ')}</span>
    ),
  },
  {
    id: 'dataset',
    header: 'Dataset',
    width: 'minmax(130px, 0.7fr)',
    cell: ({ dataset_id, dataset_version }) => (
      <Link
        to="/datasets/$datasetId"
        params={{ datasetId: dataset_id }}
        search={{ version: String(dataset_version) }}
        className="truncate text-ink-2 hover:underline"
      >
        {names.get(dataset_id) ?? 'deleted'}, version {dataset_version}
      </Link>
    ),
  },
  {
    id: 'created',
    header: 'Created',
    width: '110px',
    cell: ({ created_at }) => <Time value={created_at} className="text-ink-2" />,
  },
]
