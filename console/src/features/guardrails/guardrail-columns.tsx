import type { GuardrailFigures } from '../../api/guardrails.ts'
import { formatCount, formatDuration } from '../../model/format.ts'
import { describeReach, STAGES, STAGE_WORDS, type GuardrailRow, type Stage } from '../../model/guardrails.ts'
import { ActionText } from '../../ui/guardrail-action.tsx'
import { MiniBars } from '../../ui/spark.tsx'
import type { Column } from '../../ui/table.tsx'

const STAGE_HEADERS: Record<Stage, string> = {
  input: 'Input',
  tool_call: 'Call',
  tool_result: 'Result',
  output: 'Output',
}

const StageMark = ({ stage, row }: { stage: Stage; row: GuardrailRow }) => {
  const acts = row.stages.includes(stage)
  return (
    <svg
      width="9"
      height="9"
      role="img"
      aria-label={`${acts ? 'checks' : 'does not check'} the ${STAGE_WORDS[stage]}`}
    >
      {acts ? (
        <circle cx="4.5" cy="4.5" r="4" fill="var(--k-guard)" />
      ) : (
        <path d="M2 4.5h5" stroke="var(--line-2)" strokeWidth="1.5" />
      )}
    </svg>
  )
}

const SCALE = 56

/** The precision as a dot on the line from 0 to 1, with its interval. */
const Interval = ({ precision, interval }: { precision: number; interval: number[] }) => {
  const [low = 0, high = 1] = interval
  const x = (value: number): string => (3 + value * SCALE).toFixed(1)
  return (
    <svg
      width="63"
      height="14"
      role="img"
      aria-label={`95 percent interval ${low.toFixed(2)} to ${high.toFixed(2)}`}
      className="flex-none"
    >
      <path d={`M3 12.5h${String(SCALE)}`} stroke="var(--line-2)" />
      <path
        d={`M${x(low)} 6H${x(high)}M${x(low)} 3v6M${x(high)} 3v6`}
        stroke="var(--ink-3)"
        strokeWidth="1.2"
        fill="none"
      />
      <circle cx={x(precision)} cy="6" r="2.8" fill="var(--ink)" />
    </svg>
  )
}

const Precision = ({ figures }: { figures: GuardrailFigures | undefined }) => {
  if (figures?.precision == null) return <span className="text-ink-2">no reviews yet</span>
  const { precision, precision_interval, reviewed } = figures
  return (
    <span className="flex items-center gap-1">
      <span className="w-6.5 font-medium">{precision.toFixed(2)}</span>
      <Interval precision={precision} interval={precision_interval ?? []} />
      <span className="text-small text-ink-2">
        {Math.round(precision * reviewed)} of {reviewed}
      </span>
    </span>
  )
}

const Triggers = ({ figures }: { figures: GuardrailFigures | undefined }) => (
  <span className="flex items-center gap-2">
    <span className="w-7 text-right font-medium">{formatCount(figures?.triggers ?? 0)}</span>
    {figures !== undefined && (
      <span title={`By day: ${figures.triggers_by_day.join(', ')}`}>
        <MiniBars values={figures.triggers_by_day.slice(-12)} className="text-k-guard" />
      </span>
    )}
  </span>
)

export const makeGuardrailColumns = (
  onSelect: (row: GuardrailRow) => void,
  selected: string | undefined,
): Column<GuardrailRow>[] => [
  {
    id: 'name',
    header: <span className="pl-5">Guardrail</span>,
    width: 'minmax(130px, 1.4fr)',
    cell: (row) => (
      <button
        type="button"
        aria-pressed={row.name === selected}
        title={describeReach(row)}
        onClick={() => onSelect(row)}
        className="flex min-w-0 flex-col pl-5 text-left leading-4.5 outline-offset-[-2px]"
      >
        <span className="truncate font-medium">{row.name}</span>
        <span className="truncate text-small text-ink-2">
          {row.guardrail === undefined ? '' : `${row.guardrail.type} · `}
          {describeReach(row)}
        </span>
      </button>
    ),
  },
  ...STAGES.map((stage): Column<GuardrailRow> => ({
    id: stage,
    header: STAGE_HEADERS[stage],
    width: '46px',
    cell: (row) => <StageMark stage={stage} row={row} />,
  })),
  {
    id: 'action',
    header: 'Action',
    width: '84px',
    cell: ({ action }) => (action === undefined ? '–' : <ActionText action={action} />),
  },
  {
    id: 'triggers',
    header: 'Triggers',
    width: '112px',
    cell: ({ figures }) => <Triggers figures={figures} />,
  },
  {
    id: 'precision',
    header: 'Precision, by reviews',
    width: '150px',
    cell: ({ figures }) => <Precision figures={figures} />,
  },
  {
    id: 'latency',
    header: 'Average',
    width: '62px',
    align: 'right',
    cell: ({ figures }) =>
      figures === undefined || figures.checks === 0 ? '–' : formatDuration(figures.avg_latency_ms),
  },
]
