import { clsx } from 'clsx'
import type { ReactNode } from 'react'

interface Bar {
  share: number
  interval: readonly number[] | null
}

interface BarPairProps {
  label: string
  note?: string | undefined
  bars: Bar[]
  /** The share at the end of the axis. */
  maximum: number
  children?: ReactNode
}

/** Bars of one criterion, each with its interval; the first is the baseline if there are two. */
export const CriterionBar = ({ label, note, bars, maximum, children }: BarPairProps) => (
  <li className="grid grid-cols-[92px_minmax(48px,1fr)_auto] items-center gap-x-3 py-1 max-sm:grid-cols-[92px_1fr]">
    <span className="min-w-0">
      <span className="block truncate" title={label}>
        {label}
      </span>
      {note !== undefined && <span className="block truncate text-label text-ink-3">{note}</span>}
    </span>
    <svg
      viewBox={`0 0 100 ${String(bars.length * 12)}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className={clsx('w-full', bars.length > 1 ? 'h-6' : 'h-3')}
    >
      {bars.map(({ share, interval }, index) => {
        const isBaseline = bars.length > 1 && index === 0
        const middle = index * 12 + 6
        return (
          <g key={index}>
            <rect
              x="0"
              y={index * 12 + 1.5}
              width={Math.max(0.4, (share / maximum) * 100)}
              height="9"
              fill={isBaseline ? 'var(--surface)' : 'var(--k-node)'}
              stroke={isBaseline ? 'var(--ink-2)' : 'none'}
              vectorEffect="non-scaling-stroke"
            />
            {interval !== null && (
              <path
                d={`M${String(((interval[0] ?? 0) / maximum) * 100)} ${String(middle)}H${String(((interval[1] ?? 0) / maximum) * 100)}`}
                stroke="var(--ink)"
                vectorEffect="non-scaling-stroke"
              />
            )}
          </g>
        )
      })}
    </svg>
    <span className="text-right text-small whitespace-nowrap text-ink-2 max-sm:col-span-2">{children}</span>
  </li>
)
