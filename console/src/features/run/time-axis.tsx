import { clsx } from 'clsx'
import type { Tick, TimeScale } from '../../model/time-scale.ts'
import { percent } from './span-looks.ts'

/** The times above the rows. */
export const TimeAxis = ({ ticks }: { ticks: Tick[] }) => (
  <div
    className="relative ml-(--names) h-6.5 flex-none border-b border-line text-[11px] text-ink-3"
    aria-hidden="true"
  >
    {ticks.map((tick) => (
      <span
        key={`${String(tick.x)}-${tick.label}`}
        className={clsx(
          'absolute top-1 whitespace-nowrap',
          tick.x === 0 ? 'pl-1' : tick.x > 0.96 ? '-translate-x-full' : '-translate-x-1/2',
          tick.folded && 'text-ink-2',
        )}
        style={{ left: percent(tick.x) }}
      >
        {tick.label}
      </span>
    ))}
  </div>
)

/** The lines and the folded stretches behind the rows. */
export const TimeGrid = ({ ticks, scale }: { ticks: Tick[]; scale: TimeScale }) => (
  <div
    aria-hidden="true"
    className="pointer-events-none absolute inset-y-0 right-0 left-(--names) border-l border-line"
  >
    {ticks
      .filter(({ folded, x }) => !folded && x > 0)
      .map(({ x }) => (
        <span key={x} className="absolute inset-y-0 w-px bg-line opacity-75" style={{ left: percent(x) }} />
      ))}
    {scale.segments
      .filter(({ folded }) => folded)
      .map(({ x0, x1 }) => (
        <span
          key={x0}
          className="folded absolute inset-y-0 opacity-80"
          style={{ left: percent(x0), width: percent(x1 - x0) }}
        />
      ))}
  </div>
)
