import { clsx } from 'clsx'
import type { RunSummary } from '../../api/types.ts'
import { formatCost, formatCount, formatDuration } from '../../model/format.ts'
import { layOutBar, measureRun } from '../../model/run-rows.ts'
import { Glyph } from '../../ui/glyphs.tsx'
import { useNow } from '../../ui/time.tsx'

export const None = () => <span className="text-ink-3">–</span>

/** What the status alone does not say. */
export const noteOf = (run: RunSummary): string | undefined => {
  if (run.status === 'failed') return run.error?.code
  if (run.status === 'in_progress') return run.current_node ?? undefined
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

const toPercent = (share: number): string => `${String(share * 100)}%`

const usesTime = ({ status }: RunSummary): boolean =>
  status === 'in_progress' || status === 'requires_action' || status === 'queued'

interface DurationCellProps {
  run: RunSummary
  /** The length in milliseconds at which bars are cut. */
  scale: number
  /** The p95 of the assistant in milliseconds, to compare a running run with. */
  usual: number | undefined
}

const describeDuration = (queue: number, ran: number, usual: number | undefined): string =>
  `queue ${formatDuration(queue)}, execution ${formatDuration(ran)}` +
  (usual === undefined ? '' : `; 95 % of the runs of this assistant take at most ${formatDuration(usual)}`)

export const DurationCell = ({ run, scale, usual }: DurationCellProps) => {
  const now = useNow(usesTime(run))
  const { queue, run: ran } = measureRun(run, now)
  const bar = layOutBar(queue, ran, scale)
  if (queue + ran === 0) return <None />
  const compared = run.status === 'in_progress' ? usual : undefined
  const isLate = compared !== undefined && ran > compared
  return (
    <span className="grid w-full grid-cols-[64px_1fr] items-center gap-2">
      <span className="relative h-2.25" aria-hidden="true">
        <span
          className="hatched absolute inset-y-0 left-0 rounded-l-[2px]"
          style={{ width: toPercent(bar.queue) }}
        />
        {bar.run > 0 && (
          <span
            className={clsx('absolute inset-y-0 rounded-r-[2.5px]', BAR_COLORS[run.status])}
            style={{ left: toPercent(bar.queue), width: toPercent(bar.run) }}
          />
        )}
        {bar.isCut && (
          <svg width="9" height="11" viewBox="0 0 9 11" className="absolute -top-px -right-px">
            <path d="M2 0h3L3.5 3.5 6 7l-1.5 4h-3L3 7 .5 3.5z" fill="var(--surface)" />
          </svg>
        )}
        {compared !== undefined && (
          <span
            className="absolute -inset-y-0.75 w-0.5 -translate-x-1/2 bg-ink"
            style={{ left: toPercent(Math.min(1, (queue + compared) / scale)) }}
          />
        )}
      </span>
      <span
        className={clsx(run.status === 'in_progress' && 'font-medium', isLate && 'text-wait')}
        title={describeDuration(queue, ran, compared)}
      >
        {formatDuration(queue + ran)}
        {isLate && <span className="sr-only">, longer than usual</span>}
      </span>
    </span>
  )
}

export const TokensCell = ({ usage }: { usage: RunSummary['usage'] }) => {
  const tokens = usage?.['total_tokens']
  return typeof tokens === 'number' ? formatCount(tokens) : <None />
}

const GUARDRAIL_WORDS = { passed: 'passed', flagged: 'flagged', blocked: 'blocked' } as const

export const GuardrailCell = ({ outcome }: { outcome: RunSummary['guardrail_outcome'] }) =>
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

export const CostCell = ({ cost }: { cost: RunSummary['cost'] | undefined }) => {
  if (cost == null) return <None />
  if (cost.usd === null)
    return (
      <span className="text-ink-3" title={`No price is known for ${cost.unpriced_models.join(', ')}`}>
        unknown
      </span>
    )
  return <span title={`$${cost.usd}`}>{formatCost(Number(cost.usd))}</span>
}
