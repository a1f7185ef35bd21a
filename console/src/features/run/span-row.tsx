import { clsx } from 'clsx'
import { memo } from 'react'
import { formatDuration } from '../../model/format.ts'
import type { Span } from '../../model/spans.ts'
import type { TimeScale } from '../../model/time-scale.ts'
import { Glyph } from '../../ui/glyphs.tsx'
import { percent, SPAN_COLORS, SPAN_GLYPHS } from './span-looks.ts'

const Cross = ({ x }: { x: number }) => (
  <svg
    width="11"
    height="11"
    viewBox="0 0 11 11"
    aria-hidden="true"
    className="absolute top-2 -ml-1.25"
    style={{ left: percent(x) }}
  >
    <circle cx="5.5" cy="5.5" r="5.5" fill="var(--fail)" />
    <path d="m3.5 3.5 4 4m0-4-4 4" stroke="var(--surface)" strokeWidth="1.4" />
  </svg>
)

const MAX_NOTE_CHARS = 200
/** A share of the width of the axis. */
const MIN_NOTE_ROOM = 0.16

interface RowProps {
  span: Span
  scale: TimeScale
  now: number
  /** The position of the row, counted from 1, and the number of rows. */
  position: number
  count: number
  isSelected: boolean
  onSelect: (id: string) => void
}

/** The name of a nested node starts with those of the nodes that contain it, which stand above it. */
const shortName = ({ kind, name }: Span): string =>
  kind === 'node' ? name.slice(name.lastIndexOf('/') + 1) : name

const durationText = (span: Span, now: number): string =>
  span.status === 'cut' && span.kind === 'node' ? 'cut off' : formatDuration((span.end ?? now) - span.start)

const Bar = ({ span, scale, now }: Pick<RowProps, 'span' | 'scale' | 'now'>) => {
  const x0 = scale.toX(span.start)
  const x1 = scale.toX(span.end ?? now)
  const isAttempt = span.kind === 'attempt'
  const failed = span.status === 'failed' && !isAttempt
  const hasCross = isAttempt
    ? span.status === 'failed'
    : span.status === 'cut' && span.closed?.type === 'run.released'
  return (
    <>
      <span
        className={clsx(
          'absolute min-w-[3px]',
          isAttempt ? 'top-[10.5px] h-1.25 rounded-full opacity-55' : 'top-[8.5px] h-2.25 rounded-[2.5px]',
          failed ? 'bg-fail' : SPAN_COLORS[span.kind],
          span.status === 'open' && 'pulsing rounded-r-none',
        )}
        style={{ left: percent(x0), width: percent(Math.max(0, x1 - x0)) }}
      />
      {span.firstTokenMs !== undefined && span.end !== undefined && span.end - span.start > 0 && (
        <span
          aria-hidden="true"
          className="absolute top-[8.5px] h-2.25 w-[1.5px] bg-surface"
          style={{ left: percent(scale.toX(span.start + span.firstTokenMs)) }}
        />
      )}
      {hasCross && <Cross x={x1} />}
      {span.note !== undefined && (
        <Note text={span.note} x0={x0} x1={x1} isFailure={failed || hasCross} hasCross={hasCross} />
      )}
    </>
  )
}

interface NoteProps {
  text: string
  /** Where the bar starts and ends. */
  x0: number
  x1: number
  isFailure: boolean
  hasCross: boolean
}

/** Beside the bar, where there is more room, unless there is hardly any. */
const Note = ({ text, x0, x1, isFailure, hasCross }: NoteProps) => {
  const isLeft = x1 > 0.78 && x0 > 1 - x1
  const room = isLeft ? x0 : 1 - x1
  if (room < MIN_NOTE_ROOM) return null
  // Text that no row has room for would only make the layout slow.
  const shown = text.slice(0, MAX_NOTE_CHARS)
  return (
    <span
      className={clsx(
        'absolute top-[3px] truncate text-label leading-5',
        isFailure ? 'text-fail' : 'text-ink-2',
        isLeft ? 'pr-1.5' : hasCross ? 'pl-3' : 'pl-1.5',
      )}
      style={{
        maxWidth: percent(Math.min(0.45, room)),
        ...(isLeft ? { right: percent(1 - x0) } : { left: percent(x1) }),
      }}
      title={text.length > MAX_NOTE_CHARS ? `${shown}…` : text}
    >
      {shown}
    </span>
  )
}

/** While scrolling, only rows that enter the page are rendered. */
export const SpanRow = memo(({ span, scale, now, position, count, isSelected, onSelect }: RowProps) => (
  <div
    role="option"
    id={`span-${span.id}`}
    aria-selected={isSelected}
    aria-posinset={position}
    aria-setsize={count}
    onClick={() => onSelect(span.id)}
    className={clsx(
      'grid h-full cursor-pointer grid-cols-[var(--names)_1fr] items-center',
      isSelected
        ? 'bg-accent/9 shadow-[inset_2px_0_0_var(--accent)]'
        : span.kind === 'attempt'
          ? 'border-t border-line bg-sunken/55'
          : 'hover:bg-sunken/60',
    )}
  >
    <span
      className={clsx(
        'flex h-full min-w-0 items-center gap-1.75 pr-3',
        span.kind === 'attempt' && 'font-medium',
      )}
      style={{ paddingLeft: 20 + Math.min(span.depth, 8) * 17 }}
    >
      <Glyph name={SPAN_GLYPHS[span.kind]} size={13} />
      <span className="truncate" title={span.name}>
        {shortName(span)}
      </span>
      <span
        className={clsx(
          'ml-auto flex-none pl-2 text-small font-normal max-md:hidden',
          isSelected ? 'text-ink-2' : 'text-ink-3',
        )}
      >
        {durationText(span, now)}
      </span>
    </span>
    <span className="relative h-full overflow-hidden">
      <Bar span={span} scale={scale} now={now} />
    </span>
  </div>
))
