import type { Outcome } from '../../model/outcome-chart.ts'

export type OutcomeKey = Outcome | 'open'

export const OUTCOME_WORDS: Record<OutcomeKey, string> = {
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
  open: 'Open',
}

/** The sign of an outcome in the legend: a colour and a shape. */
export const OutcomeSign = ({ outcome }: { outcome: OutcomeKey }) => (
  <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true" className="flex-none">
    {outcome === 'completed' && (
      <rect width="10" height="10" rx="2" fill="color-mix(in srgb, var(--ok) 62%, var(--surface))" />
    )}
    {outcome === 'failed' && (
      <>
        <rect width="10" height="10" rx="2" fill="var(--fail)" />
        <path d="m3 3 4 4m0-4-4 4" stroke="var(--surface)" strokeWidth="1.3" />
      </>
    )}
    {outcome === 'cancelled' && <rect width="10" height="10" rx="2" fill="var(--idle)" />}
    {outcome === 'open' && (
      <rect
        x=".75"
        y=".75"
        width="8.5"
        height="8.5"
        rx="1.5"
        fill="var(--run-soft)"
        stroke="var(--run)"
        strokeWidth="1.5"
      />
    )}
  </svg>
)
