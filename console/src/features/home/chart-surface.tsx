import { useRef, useState, type PointerEvent } from 'react'
import { describeOutcomes, type OutcomeBar } from '../../model/outcome-chart.ts'
import { describeTimes } from '../../model/time-range.ts'
import { LANE_HEIGHT, LEFT, PLOT_HEIGHT, RIGHT } from './chart-size.ts'

const describeBar = ({ from, to, counts }: OutcomeBar): string =>
  `${describeTimes(from, to)}: ${String(counts.completed)} completed, ${String(counts.failed)} failed, ${String(counts.cancelled)} cancelled`

interface SurfaceProps {
  bars: OutcomeBar[]
  hovered: number | undefined
  onHover: (index: number | undefined) => void
  onPick: (first: number, last: number) => void
}

/** The area above the bars. The pointer or the arrow keys move over it, a click or Enter opens the runs of a bar, a drag those of several. */
export const ChartSurface = ({ bars, hovered, onHover, onPick }: SurfaceProps) => {
  const [start, setStart] = useState<number>()
  const area = useRef<HTMLDivElement>(null)
  const indexAt = (event: PointerEvent): number => {
    const box = area.current?.getBoundingClientRect()
    if (box === undefined) return 0
    return Math.min(
      bars.length - 1,
      Math.max(0, Math.floor(((event.clientX - box.left) / box.width) * bars.length)),
    )
  }
  const move = (step: number): void =>
    onHover(Math.min(bars.length - 1, Math.max(0, (hovered ?? (step > 0 ? -1 : bars.length)) + step)))
  const current = hovered === undefined ? undefined : bars[hovered]
  const [low, high] =
    hovered === undefined
      ? [0, -1]
      : start === undefined
        ? [hovered, hovered]
        : [Math.min(start, hovered), Math.max(start, hovered)]
  return (
    <div
      ref={area}
      role="slider"
      tabIndex={0}
      aria-label={`Runs by outcome. ${describeOutcomes(bars)} Arrow keys move between bars, Enter opens the runs.`}
      aria-valuemin={1}
      aria-valuemax={bars.length}
      aria-valuenow={(hovered ?? 0) + 1}
      aria-valuetext={current === undefined ? 'No bar is chosen' : describeBar(current)}
      className="absolute top-9 cursor-pointer touch-pan-y"
      style={{ left: LEFT, right: RIGHT, height: PLOT_HEIGHT + LANE_HEIGHT }}
      onPointerMove={(event) => onHover(indexAt(event))}
      onPointerLeave={() => {
        if (start === undefined) onHover(undefined)
      }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        setStart(indexAt(event))
      }}
      onPointerUp={(event) => {
        if (start !== undefined) onPick(start, indexAt(event))
        setStart(undefined)
      }}
      onPointerCancel={() => setStart(undefined)}
      onBlur={() => onHover(undefined)}
      onKeyDown={(event) => {
        if (event.key === 'ArrowRight') move(1)
        else if (event.key === 'ArrowLeft') move(-1)
        else if (event.key === 'Enter' && hovered !== undefined) onPick(hovered, hovered)
        else return
        event.preventDefault()
      }}
    >
      {high >= low && (
        <div
          className="absolute inset-y-0 bg-accent/10"
          style={{
            left: `${String((low / bars.length) * 100)}%`,
            width: `${String(((high - low + 1) / bars.length) * 100)}%`,
          }}
        />
      )}
    </div>
  )
}
