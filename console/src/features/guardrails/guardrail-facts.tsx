import type { ReactNode } from 'react'
import type { GuardrailMetrics } from '../../api/guardrails.ts'
import { formatCount, formatDuration } from '../../model/format.ts'

const percent = (part: number, whole: number): string =>
  whole === 0 ? '' : `${((part / whole) * 100).toFixed(1)} %`

const Fact = ({ label, note, children }: { label: string; note?: string; children: ReactNode }) => (
  <div className="flex-none border-l border-line px-5.5 first:border-0 first:pl-0">
    <dt className="text-label text-ink-3">{label}</dt>
    <dd className="text-figure font-medium whitespace-nowrap">
      {children} <span className="text-small font-normal text-ink-3">{note}</span>
    </dd>
  </div>
)

/** The figures of all guardrails in the range. */
export const GuardrailFacts = ({ metrics, range }: { metrics: GuardrailMetrics; range: string }) => {
  const { summary, reviewed, false_positive_rate, false_positive_interval } = metrics
  const { total_requests: total, passed, flagged, blocked } = summary
  const [low = 0, high = 1] = false_positive_interval ?? []
  return (
    <dl className="flex flex-none gap-y-2 overflow-x-auto border-b border-line px-5 pb-3.5">
      <Fact label={`Runs, ${range}`}>{formatCount(total)}</Fact>
      <Fact label="Passed" note={percent(passed, total)}>
        {formatCount(passed)}
      </Fact>
      <Fact label="Flagged" note={percent(flagged, total)}>
        {formatCount(flagged)}
      </Fact>
      <Fact label="Blocked" note={percent(blocked, total)}>
        {formatCount(blocked)}
      </Fact>
      {false_positive_rate === null ? (
        <Fact label="Wrong decisions" note="no reviews yet">
          –
        </Fact>
      ) : (
        <Fact
          label={`Wrong, of ${formatCount(reviewed)} ${reviewed === 1 ? 'review' : 'reviews'}`}
          note={`95 % interval ${(low * 100).toFixed(1)} to ${(high * 100).toFixed(1)}`}
        >
          {(false_positive_rate * 100).toFixed(1)} %
        </Fact>
      )}
      <Fact label="All checks of a run" note="on average">
        {formatDuration(metrics.response_latency_ms)}
      </Fact>
    </dl>
  )
}
