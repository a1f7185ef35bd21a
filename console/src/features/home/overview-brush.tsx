import { useRef, useState, type PointerEvent } from 'react'
import type { Statistics } from '../../api/types.ts'
import { toTimeTicks } from '../../model/outcome-chart.ts'
import { describeTimes } from '../../model/time-range.ts'
import { LEFT, RIGHT } from './chart-size.ts'

const HEIGHT = 28

interface OverviewBrushProps {
  statistics: Statistics
  /** What the chart above shows. */
  range: { from: number; to: number }
  onChange: (range: { from: number; to: number }) => void
}

/** The runs of a longer time. Dragging selects what the chart above shows; the menu of ranges is the way without a pointer. */
export const OverviewBrush = ({ statistics, range, onChange }: OverviewBrushProps) => {
  const area = useRef<HTMLDivElement>(null)
  const [drag, setDrag] = useState<{ start: number; end: number }>()
  const { series } = statistics
  const from = Date.parse(statistics.from)
  const to = Date.parse(statistics.to)
  const stepMs = statistics.step * 1_000
  const maximum = Math.max(1, ...series.map(({ runs }) => runs.created))
  const timeAt = (event: PointerEvent): number => {
    const box = area.current?.getBoundingClientRect()
    if (box === undefined) return from
    const share = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width))
    return from + share * (to - from)
  }
  const shown =
    drag === undefined ? range : { from: Math.min(drag.start, drag.end), to: Math.max(drag.start, drag.end) }
  const toShare = (time: number): number => Math.min(1, Math.max(0, (time - from) / (to - from)))
  const finish = (event: PointerEvent): void => {
    if (drag === undefined) return
    const end = timeAt(event)
    const low = Math.floor(Math.min(drag.start, end) / stepMs) * stepMs
    const high = Math.min(to, Math.ceil(Math.max(drag.start, end) / stepMs) * stepMs)
    setDrag(undefined)
    if (high > low) onChange({ from: low, to: high })
  }
  return (
    <div className="flex border-b border-line bg-surface pt-1 pb-1 max-md:hidden" aria-hidden="true">
      <div className="flex-none pt-2 pr-2 text-right text-[11px] text-ink-3" style={{ width: LEFT }}>
        {Math.round((to - from) / 86_400_000)} days
      </div>
      <div className="min-w-0 flex-1" style={{ marginRight: RIGHT }}>
        <div
          ref={area}
          title={
            drag === undefined ? 'Drag to choose the range of the chart' : describeTimes(shown.from, shown.to)
          }
          className="relative cursor-ew-resize border-b border-line-2"
          style={{ height: HEIGHT }}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId)
            const start = timeAt(event)
            setDrag({ start, end: start })
          }}
          onPointerMove={(event) => {
            if (drag !== undefined) setDrag({ ...drag, end: timeAt(event) })
          }}
          onPointerUp={finish}
          onPointerCancel={() => setDrag(undefined)}
        >
          <svg
            viewBox={`0 0 ${String(series.length)} ${String(HEIGHT)}`}
            preserveAspectRatio="none"
            className="size-full"
          >
            {series.map(({ at, runs }, index) => {
              const height = (runs.created / maximum) * (HEIGHT - 3)
              const time = Date.parse(at)
              const isShown = time + stepMs > shown.from && time < shown.to
              return (
                <rect
                  key={at}
                  x={index + 0.1}
                  y={HEIGHT - height}
                  width={0.8}
                  height={height}
                  fill="var(--k-node)"
                  fillOpacity={isShown ? 1 : 0.45}
                />
              )
            })}
          </svg>
          <div
            className="absolute inset-y-0 border border-accent bg-accent/10"
            style={{
              left: `${String(toShare(shown.from) * 100)}%`,
              right: `${String((1 - toShare(shown.to)) * 100)}%`,
            }}
          >
            <span className="absolute top-1/2 -left-1 h-3.5 w-1.75 -translate-y-1/2 rounded-sm border border-accent bg-surface" />
            <span className="absolute top-1/2 -right-1 h-3.5 w-1.75 -translate-y-1/2 rounded-sm border border-accent bg-surface" />
          </div>
        </div>
        <div className="relative h-4.5 overflow-hidden text-[11px] leading-4.5 text-ink-3">
          {toTimeTicks(from, to).map(({ at, label }) => (
            <span
              key={at}
              className="absolute pl-1 whitespace-nowrap"
              style={{ left: `${String(toShare(at) * 100)}%` }}
            >
              {label}
            </span>
          ))}
        </div>
      </div>
    </div>
  )
}
