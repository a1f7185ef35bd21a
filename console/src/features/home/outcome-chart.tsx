import { useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { lazy, Suspense, useState } from 'react'
import type { Statistics } from '../../api/types.ts'
import { formatCount, formatPercent, plural } from '../../model/format.ts'
import {
  niceMaximum,
  toBarRange,
  toOutcomeBars,
  toTimeTicks,
  type OutcomeBar,
} from '../../model/outcome-chart.ts'
import { toRunsSearch } from '../../model/runs-link.ts'
import { describeStep, describeTimes } from '../../model/time-range.ts'
import { LANE_HEIGHT, LEFT, PLOT_HEIGHT, RIGHT } from './chart-size.ts'
import { ChartSurface } from './chart-surface.tsx'
import { OUTCOME_WORDS, OutcomeSign, type OutcomeKey } from './outcome-key.tsx'

const OutcomePlot = lazy(async () => ({ default: (await import('./outcome-plot.tsx')).OutcomePlot }))

const Legend = ({ counts }: { counts: [OutcomeKey, string][] }) => (
  <dl className="ml-auto flex flex-wrap gap-x-4 text-small text-ink-2">
    {counts.map(([outcome, count]) => (
      <div key={outcome} className="inline-flex items-center gap-1.5">
        <OutcomeSign outcome={outcome} />
        <dt>{OUTCOME_WORDS[outcome]}</dt>
        <dd className="font-medium text-ink">{count}</dd>
      </div>
    ))}
  </dl>
)

const TIP_OUTCOMES = ['completed', 'failed', 'cancelled'] as const

const Tip = ({ bar, position }: { bar: OutcomeBar; position: number }) => (
  <div
    className="pointer-events-none absolute top-9.5 z-10 w-55 rounded-[6px] border border-line-2 bg-surface px-3 pt-2 pb-2 text-small shadow-float max-md:hidden"
    style={
      position < 0.5
        ? {
            left: `calc(${String(LEFT)}px + ${String(position)} * (100% - ${String(LEFT + RIGHT)}px) + 34px)`,
          }
        : {
            right: `calc(${String(RIGHT)}px + ${String(1 - position)} * (100% - ${String(LEFT + RIGHT)}px) + 14px)`,
          }
    }
  >
    <div className="flex">
      <span className="font-medium">{describeTimes(bar.from, bar.to)}</span>
      <span className="ml-auto text-ink-3">{plural(bar.total, 'run')}</span>
    </div>
    {TIP_OUTCOMES.map((outcome) => (
      <div key={outcome} className="grid grid-cols-[16px_1fr_auto_52px] items-center gap-x-1">
        <OutcomeSign outcome={outcome} />
        <span>{OUTCOME_WORDS[outcome]}</span>
        <span>{formatCount(bar.counts[outcome])}</span>
        <span className="text-right text-ink-3">
          {bar.total === 0 ? '' : formatPercent(bar.counts[outcome] / bar.total)}
        </span>
      </div>
    ))}
    {bar.total > 0 && (
      <div className="mt-1 border-t border-line pt-1 text-ink-2">Click to see these runs</div>
    )}
  </div>
)

/** Failures have a scale of their own, because a few of them vanish among the other runs. */
const FailureLane = ({ bars }: { bars: OutcomeBar[] }) => {
  const maximum = niceMaximum(Math.max(0, ...bars.map(({ counts }) => counts.failed)))
  return (
    <div className="flex" aria-hidden="true">
      <div
        className="flex flex-none flex-col justify-between pr-2 text-right text-[11px] leading-3"
        style={{ width: LEFT }}
      >
        <span className="text-ink-3">{formatCount(maximum)}</span>
        <span className="text-fail">Failed</span>
      </div>
      <svg
        viewBox={`0 0 ${String(bars.length)} ${String(LANE_HEIGHT)}`}
        preserveAspectRatio="none"
        className="min-w-0 flex-1 border-t border-b border-t-line border-b-line-2"
        style={{ height: LANE_HEIGHT, marginRight: RIGHT }}
      >
        {bars.map(({ from, counts }, index) => {
          const height = counts.failed === 0 ? 0 : Math.max(1, (counts.failed / maximum) * LANE_HEIGHT)
          return (
            <rect
              key={from}
              x={index + 0.08}
              y={LANE_HEIGHT - height}
              width={0.84}
              height={height}
              fill="var(--fail)"
            />
          )
        })}
      </svg>
    </div>
  )
}

const TimeLabels = ({ from, to }: { from: number; to: number }) => (
  <div
    aria-hidden="true"
    className="relative h-5 text-[11px] leading-5 text-ink-3"
    style={{ marginLeft: LEFT, marginRight: RIGHT }}
  >
    {toTimeTicks(from, to).map(({ at, label, isDay }, index) => (
      <span
        key={at}
        className={clsx(
          'absolute -translate-x-1/2 whitespace-nowrap',
          isDay && 'font-medium text-ink',
          index % 2 === 1 && 'max-md:hidden',
        )}
        style={{ left: `${String(((at - from) / (to - from)) * 100)}%` }}
      >
        {label}
      </span>
    ))}
  </div>
)

interface OutcomeChartProps {
  statistics: Statistics
  openRuns: string | undefined
}

export const OutcomeChart = ({ statistics, openRuns }: OutcomeChartProps) => {
  const navigate = useNavigate()
  const [hovered, setHovered] = useState<number>()
  const bars = toOutcomeBars(statistics)
  const { runs } = statistics.totals
  const open = (first: number, last: number): void => {
    const ended = toBarRange(bars, first, last)
    if (ended !== undefined) void navigate({ to: '/runs', search: toRunsSearch({ ended }) })
  }
  const current = hovered === undefined ? undefined : bars[hovered]
  const first = bars[0]
  const last = bars.at(-1)
  return (
    <section aria-labelledby="outcomes" className="relative border-b border-line bg-surface">
      <div className="flex min-h-9 flex-wrap items-center gap-x-4.5 px-5 py-1">
        <h2 id="outcomes" className="font-medium">
          Runs by outcome
        </h2>
        <span className="text-small text-ink-3">each bar {describeStep(statistics.step)}, by end, UTC</span>
        <Legend
          counts={[
            ['completed', formatCount(runs.completed)],
            ['failed', formatCount(runs.failed)],
            ['cancelled', formatCount(runs.cancelled)],
            ...(openRuns === undefined ? [] : [['open', openRuns] as [OutcomeKey, string]]),
          ]}
        />
      </div>
      <Suspense fallback={<div style={{ height: PLOT_HEIGHT }} />}>
        <OutcomePlot bars={bars} height={PLOT_HEIGHT} />
      </Suspense>
      <FailureLane bars={bars} />
      {first !== undefined && last !== undefined && <TimeLabels from={first.from} to={last.to} />}
      <ChartSurface bars={bars} hovered={hovered} onHover={setHovered} onPick={open} />
      {current !== undefined && hovered !== undefined && (
        <Tip bar={current} position={hovered / bars.length} />
      )}
    </section>
  )
}
