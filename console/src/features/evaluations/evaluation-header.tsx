import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { hasEnded } from '../../api/evaluations.ts'
import type { Evaluation } from '../../api/types.ts'
import { estimateRemaining, type ProgressSample } from '../../model/evaluation-progress.ts'
import { formatCost, formatCount, formatDuration, formatPercent } from '../../model/format.ts'
import { isRecord } from '../../model/is-record.ts'
import { ScreenHeading } from '../../ui/screen.tsx'
import { Duration, useNow } from '../../ui/time.tsx'
import { formatScore } from './evaluation-columns.tsx'
import { EvaluationPill } from './evaluation-status.tsx'

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex-none border-l border-line px-5.5 first:border-0 first:pl-0">
    <dt className="text-label text-ink-3">{label}</dt>
    <dd className="text-figure font-medium whitespace-nowrap">{children}</dd>
  </div>
)

const Interval = ({ interval }: { interval: readonly number[] | null }) =>
  interval !== null && (
    <span className="text-small font-normal text-ink-3">
      [{interval.map((limit) => limit.toFixed(3)).join(', ')}]
    </span>
  )

const numberIn = (value: unknown, key: string): number | undefined => {
  const found = isRecord(value) ? value[key] : undefined
  return typeof found === 'number' ? found : undefined
}

const Facts = ({ evaluation }: { evaluation: Evaluation }) => {
  const { summary, progress } = evaluation
  if (summary === null) return null
  const p50 = numberIn(summary['latency_ms'], 'p50')
  const p95 = numberIn(summary['latency_ms'], 'p95')
  const tokens = numberIn(summary['usage'], 'total_tokens')
  const cost = typeof summary['cost'] === 'number' ? summary['cost'] : undefined
  return (
    <dl className="flex flex-none flex-wrap gap-y-2 px-5 pb-3">
      <Fact label="Pass rate, 95 % interval">
        {summary.pass_rate === null ? '–' : formatPercent(summary.pass_rate)}{' '}
        <Interval interval={summary.pass_rate_interval} />
      </Fact>
      <Fact label="Score, 95 % interval">
        {formatScore(summary.avg_score)} <Interval interval={summary.avg_score_interval} />
      </Fact>
      <Fact label="Passed / failed">
        {formatCount(summary.passed)} / {formatCount(summary.failed)}
      </Fact>
      <Fact label="Errors">{formatCount(progress.errors)}</Fact>
      {p50 !== undefined && p95 !== undefined && (
        <Fact label="Latency, p50 / p95">
          {formatDuration(p50)} / {formatDuration(p95)}
        </Fact>
      )}
      {tokens !== undefined && tokens > 0 && <Fact label="Tokens">{formatCount(tokens)}</Fact>}
      {cost !== undefined && <Fact label="Cost">{formatCost(cost)}</Fact>}
    </dl>
  )
}

const ProgressBar = ({ evaluation }: { evaluation: Evaluation }) => {
  const { progress, started_at } = evaluation
  const now = useNow()
  // An evaluation may have been interrupted, so the rate is that of what this page has seen.
  const [first] = useState<ProgressSample>(() => ({ at: Date.now(), done: progress.done }))
  const remaining = estimateRemaining(progress, first, now)
  return (
    <div className="flex flex-none flex-wrap items-center gap-3 px-5 pb-3">
      <div
        role="progressbar"
        aria-label="Progress"
        aria-valuemin={0}
        aria-valuemax={progress.total}
        aria-valuenow={progress.done}
        className="h-2 min-w-40 flex-1 overflow-hidden rounded-full bg-sunken"
      >
        <div className="h-full bg-accent" style={{ width: `${String(progress.percent)}%` }} />
      </div>
      <span className="text-ink-2">
        {formatCount(progress.done)} of {formatCount(progress.total)} runs
        {progress.errors > 0 && `, ${formatCount(progress.errors)} without a score`}
        {started_at !== null && (
          <>
            , <Duration since={started_at} /> so far
          </>
        )}
        {remaining !== undefined && `, about ${formatDuration(remaining)} left`}
      </span>
    </div>
  )
}

interface EvaluationHeaderProps {
  evaluation: Evaluation
  datasetName: string | undefined
  children: ReactNode
}

export const EvaluationHeader = ({ evaluation, datasetName, children }: EvaluationHeaderProps) => (
  <>
    <header className="flex flex-none flex-wrap items-center gap-x-3 gap-y-2 px-5 pt-3 pb-2">
      <ScreenHeading>{evaluation.name}</ScreenHeading>
      <EvaluationPill status={evaluation.status} />
      <span className="text-ink-2">
        {evaluation.assistants.map(({ label }) => label).join(' / ')} ·{' '}
        <Link
          to="/datasets/$datasetId"
          params={{ datasetId: evaluation.dataset_id }}
          search={{ version: String(evaluation.dataset_version) }}
          className="hover:underline"
        >
          {datasetName ?? 'dataset'}, version {evaluation.dataset_version}
        </Link>
      </span>
      <div className="ml-auto flex flex-wrap gap-2 max-lg:ml-0">{children}</div>
    </header>
    {evaluation.error !== null && (
      <p role="alert" className="mx-5 mb-3 rounded bg-fail-soft px-3 py-2 text-fail">
        {evaluation.error.message}
      </p>
    )}
    {!hasEnded(evaluation) && evaluation.status !== 'pending' && <ProgressBar evaluation={evaluation} />}
    <Facts evaluation={evaluation} />
  </>
)
