/** Charts of scores, drawn as SVG. Each has a text for screen readers; the figures stand in tables beside them. */
import { useId, type ReactNode } from 'react'
import type { ScoreDistribution } from '../../api/types.ts'
import { formatCount } from '../../model/format.ts'

const WIDTH = 320
const HEIGHT = 170
const LEFT = 34
const BOTTOM = 22
const PLOT_WIDTH = WIDTH - LEFT - 8
const PLOT_HEIGHT = HEIGHT - BOTTOM - 8

const toX = (share: number): number => LEFT + share * PLOT_WIDTH
const toY = (share: number): number => 8 + (1 - share) * PLOT_HEIGHT

interface FrameProps {
  title: string
  summary: string
  note?: ReactNode
  children: ReactNode
}

const ChartFrame = ({ title, summary, note, children }: FrameProps) => {
  const id = useId()
  return (
    <figure className="min-w-[min(250px,100%)] flex-1 px-5 py-3">
      <figcaption className="mb-1.5 flex flex-wrap items-baseline gap-x-3">
        <span className="font-medium">{title}</span>
        {note !== undefined && <span className="ml-auto text-small text-ink-2">{note}</span>}
      </figcaption>
      <svg
        role="img"
        aria-labelledby={id}
        viewBox={`0 0 ${String(WIDTH)} ${String(HEIGHT)}`}
        className="block w-full max-w-120 text-[11px]"
      >
        <title id={id}>{summary}</title>
        {children}
      </svg>
    </figure>
  )
}

const TICKS = [0, 0.2, 0.4, 0.6, 0.8, 1]

const BottomAxis = ({ label }: { label?: string }) => (
  <>
    <path d={`M${String(LEFT)} ${String(toY(0))}H${String(toX(1))}`} stroke="var(--line-2)" />
    {TICKS.map((tick) => (
      <text key={tick} x={toX(tick)} y={HEIGHT - 8} textAnchor="middle" fill="var(--ink-3)">
        {tick}
      </text>
    ))}
    {label !== undefined && (
      <text x={toX(0.5)} y={HEIGHT} textAnchor="middle" fill="var(--ink-3)" fontSize="9">
        {label}
      </text>
    )}
  </>
)

/** The histogram of the first side as bars, and of the second as an outline. */
export const ScoreHistogram = ({ distribution }: { distribution: ScoreDistribution }) => {
  const [after, before] = distribution.sides
  if (after === undefined) return null
  const maximum = Math.max(1, ...distribution.sides.slice(0, 2).flatMap(({ counts }) => counts))
  const width = 1 / distribution.bins
  const outline = before?.counts
    .map(
      (count, bin) =>
        `${bin === 0 ? 'M' : 'L'}${toX(bin * width).toFixed(1)} ${toY(count / maximum).toFixed(1)}H${toX((bin + 1) * width).toFixed(1)}`,
    )
    .join('')
  const mean = (value: number | null | undefined): string => (value == null ? '–' : value.toFixed(3))
  return (
    <ChartFrame
      title="Scores, number of examples"
      note={
        before === undefined ? `mean ${mean(after.mean)}` : `mean ${mean(before.mean)} → ${mean(after.mean)}`
      }
      summary={`Histogram of scores: ${after.counts.map((count, bin) => `${(bin * width).toFixed(1)} to ${((bin + 1) * width).toFixed(1)}: ${String(count)}`).join(', ')}`}
    >
      {[0.5, 1].map((share) => (
        <g key={share}>
          <path d={`M${String(LEFT)} ${String(toY(share))}H${String(toX(1))}`} stroke="var(--line)" />
          <text x={LEFT - 5} y={toY(share) + 4} textAnchor="end" fill="var(--ink-3)">
            {formatCount(Math.round(maximum * share))}
          </text>
        </g>
      ))}
      {after.counts.map((count, bin) => (
        <rect
          key={bin}
          x={toX(bin * width) + 1.5}
          y={toY(count / maximum)}
          width={PLOT_WIDTH * width - 3}
          height={toY(0) - toY(count / maximum)}
          fill="var(--hatch)"
        />
      ))}
      {outline !== undefined && <path d={outline} fill="none" stroke="var(--ink)" strokeWidth="1.4" />}
      {after.mean !== null && (
        <path
          d={`M${String(toX(after.mean))} ${String(toY(1))}V${String(toY(0))}`}
          stroke="var(--ink-2)"
          strokeDasharray="3 2"
        />
      )}
      <BottomAxis />
    </ChartFrame>
  )
}

const MARKS = {
  regressed: { color: 'var(--fail)', path: 'M-4 -3.5h8L0 4z' },
  fixed: { color: 'var(--ok)', path: 'M-4 3.5h8L0 -4z' },
} as const

interface ScatterProps {
  points: ScoreDistribution['points']
  names: [before: string, after: string]
  selected: string | undefined
  onSelect: (exampleId: string) => void
}

/** Scores are often 0 or 1: marks at the same place are spread in a small spiral, so that their number can be seen. */
const spread = (points: ScoreDistribution['points']) => {
  const counts = new Map<string, number>()
  return points.map((point) => {
    const place = `${point.before.toFixed(2)}/${point.after.toFixed(2)}`
    const index = counts.get(place) ?? 0
    counts.set(place, index + 1)
    const radius = Math.min(14, 2.6 * Math.sqrt(index))
    const angle = index * 2.4
    return { ...point, dx: radius * Math.cos(angle), dy: radius * Math.sin(angle) }
  })
}

const shorten = (name: string): string => (name.length > 28 ? `${name.slice(0, 27)}…` : name)

/** One mark per example: triangles changed their verdict, circles only their score. Above the line is better. */
export const ScatterChart = ({ points, names, selected, onSelect }: ScatterProps) => {
  const changed = points.filter(({ change }) => change === 'regressed' || change === 'fixed').length
  const [before, after] = names
  return (
    <ChartFrame
      title="Before and after, by example"
      note={
        <>
          <span className="text-fail">▼ regressed</span> <span className="text-ok">▲ fixed</span> ○ score
        </>
      }
      summary={`${String(points.length)} examples; ${String(changed)} changed their verdict`}
    >
      <rect x={LEFT} y={8} width={PLOT_WIDTH} height={PLOT_HEIGHT} fill="none" stroke="var(--line)" />
      <path
        d={`M${String(toX(0))} ${String(toY(0))}L${String(toX(1))} ${String(toY(1))}`}
        stroke="var(--line-2)"
        strokeDasharray="4 3"
      />
      <text x={toX(0) + 5} y={20} fill="var(--ink-3)">
        better now
      </text>
      <text x={toX(1) - 5} y={toY(0) - 6} textAnchor="end" fill="var(--ink-3)">
        worse now
      </text>
      {spread(points).map(({ example_id, before: x, after: y, change, dx, dy }) => {
        const mark = change === 'regressed' || change === 'fixed' ? MARKS[change] : undefined
        return (
          <g
            key={example_id}
            transform={`translate(${(toX(x) + dx).toFixed(1)} ${(toY(y) + dy).toFixed(1)})`}
            className="cursor-pointer"
            onClick={() => onSelect(example_id)}
          >
            {mark === undefined ? (
              <circle
                r="3"
                fill={change === 'same' ? 'var(--hatch)' : 'var(--surface)'}
                stroke={change === 'same' ? 'none' : 'var(--ink-2)'}
              />
            ) : (
              <path d={mark.path} fill={mark.color} />
            )}
            {example_id === selected && <circle r="7" fill="none" stroke="var(--accent)" strokeWidth="1.6" />}
          </g>
        )
      })}
      <text x={LEFT - 5} y={toY(1) + 4} textAnchor="end" fill="var(--ink-3)">
        1
      </text>
      <text x={LEFT - 5} y={toY(0) + 4} textAnchor="end" fill="var(--ink-3)">
        0
      </text>
      <text
        transform={`translate(10 ${String(toY(0.5))}) rotate(-90)`}
        textAnchor="middle"
        fill="var(--ink-3)"
      >
        {shorten(after)}
      </text>
      <path d={`M${String(LEFT)} ${String(toY(0))}H${String(toX(1))}`} stroke="var(--line-2)" />
      <text x={toX(0.5)} y={HEIGHT - 6} textAnchor="middle" fill="var(--ink-3)">
        {shorten(before)}
      </text>
    </ChartFrame>
  )
}
