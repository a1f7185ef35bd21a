import { useVirtualizer } from '@tanstack/react-virtual'
import { clsx } from 'clsx'
import { memo, useEffect, useMemo, useRef, useState } from 'react'
import { formatDuration } from '../../model/format.ts'
import type { Checkpoint, Span, SpanKind } from '../../model/spans.ts'
import { makeTicks, type Tick, type TimeScale } from '../../model/time-scale.ts'
import { Glyph, type GlyphName } from '../../ui/glyphs.tsx'

const ROW_HEIGHT = 26

const GLYPHS: Record<SpanKind, GlyphName> = {
  queue: 'waiting',
  attempt: 'attempt',
  node: 'node',
  llm: 'llm',
  tool: 'tool',
  guardrail: 'guardrail',
  waiting: 'person',
  webhook: 'webhook',
}

const COLORS: Record<SpanKind, string> = {
  queue: 'hatched',
  attempt: 'bg-ink-3',
  node: 'bg-k-node',
  llm: 'bg-k-llm',
  tool: 'bg-k-tool',
  guardrail: 'bg-k-guard',
  waiting: 'hatched',
  webhook: 'bg-k-hook',
}

const percent = (share: number): string => `${String(share * 100)}%`

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

interface RowProps {
  span: Span
  scale: TimeScale
  now: number
  isSelected: boolean
  onSelect: (id: string) => void
}

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
  const note = span.note
  // A note to the right of a late bar would leave the page, so it moves to the left of the bar.
  const noteLeft = x1 > 0.78
  return (
    <>
      <span
        className={clsx(
          'absolute min-w-[3px]',
          isAttempt ? 'top-[10.5px] h-1.25 rounded-full opacity-55' : 'top-[8.5px] h-2.25 rounded-[2.5px]',
          failed ? 'bg-fail' : COLORS[span.kind],
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
      {note !== undefined && (
        <span
          className={clsx(
            'absolute top-[3px] max-w-[45%] truncate text-label leading-5',
            failed || hasCross ? 'text-fail' : 'text-ink-2',
            noteLeft ? 'pr-1.5' : hasCross ? 'pl-3' : 'pl-1.5',
          )}
          style={noteLeft ? { right: percent(1 - x0) } : { left: percent(x1) }}
          title={note}
        >
          {note}
        </span>
      )}
    </>
  )
}

/** While scrolling, only rows that enter the page are rendered. */
const Row = memo(({ span, scale, now, isSelected, onSelect }: RowProps) => (
  <div
    role="option"
    id={`span-${span.id}`}
    aria-selected={isSelected}
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
      <Glyph name={GLYPHS[span.kind]} size={13} />
      <span className="truncate" title={span.name}>
        {span.name}
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

const Axis = ({ ticks }: { ticks: Tick[] }) => (
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

const Grid = ({ ticks, scale }: { ticks: Tick[]; scale: TimeScale }) => (
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

interface CheckpointRowProps {
  checkpoints: Checkpoint[]
  scale: TimeScale
  selected: string | undefined
  onSelect: (id: string) => void
}

const CheckpointRow = ({ checkpoints, scale, selected, onSelect }: CheckpointRowProps) => (
  <div className="relative grid h-6.5 flex-none grid-cols-[var(--names)_1fr] items-center border-b border-line">
    <span className="flex items-center gap-1.75 pr-3 pl-5">
      <Glyph name="checkpoint" size={13} />
      State
      <span className="ml-auto text-small text-ink-3 max-md:hidden">
        {checkpoints.length} {checkpoints.length === 1 ? 'checkpoint' : 'checkpoints'}
      </span>
    </span>
    <span className="relative h-full">
      {checkpoints.map((checkpoint, index) => (
        <button
          key={checkpoint.id}
          type="button"
          aria-pressed={checkpoint.id === selected}
          aria-label={`State after ${checkpoint.after ?? `step ${String(checkpoint.step)}`}, checkpoint ${String(index + 1)}`}
          title={`Checkpoint ${String(index + 1)}${checkpoint.after === undefined ? '' : `, after ${checkpoint.after}`}`}
          onClick={() => onSelect(checkpoint.id)}
          className="absolute top-0.75 -ml-2.5 flex size-5 items-center justify-center"
          style={{ left: `clamp(0.625rem, ${percent(scale.toX(checkpoint.at))}, calc(100% - 0.625rem))` }}
        >
          <svg width="11" height="11" viewBox="0 0 11 11" aria-hidden="true">
            <path
              d="M5.5.8 10.2 5.5 5.5 10.2.8 5.5z"
              fill={checkpoint.id === selected ? 'var(--accent)' : 'var(--surface)'}
              stroke={checkpoint.id === selected ? 'var(--accent)' : 'var(--ink-2)'}
              strokeWidth="1.3"
            />
          </svg>
        </button>
      ))}
    </span>
  </div>
)

interface TimelineProps {
  spans: Span[]
  checkpoints: Checkpoint[]
  scale: TimeScale
  now: number
  selected: string | undefined
  /** True if the selected span has to be visible. */
  follows: boolean
  checkpoint: string | undefined
  onSelect: (id: string) => void
  onSelectCheckpoint: (id: string) => void
}

export const Timeline = ({
  spans,
  checkpoints,
  scale,
  now,
  selected,
  follows,
  checkpoint,
  onSelect,
  onSelectCheckpoint,
}: TimelineProps) => {
  const scroller = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(600)
  useEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    const observer = new ResizeObserver(([entry]) => setWidth((entry?.contentRect.width ?? 868) - 268))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const ticks = useMemo(() => makeTicks(scale, Math.max(120, width)), [scale, width])
  const virtualizer = useVirtualizer({
    count: spans.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 15,
    useFlushSync: false,
    initialRect: { width: 900, height: 600 },
    getItemKey: (index) => spans[index]?.id ?? index,
  })
  const selectedIndex = spans.findIndex(({ id }) => id === selected)
  useEffect(() => {
    if (follows && selectedIndex !== -1) virtualizer.scrollToIndex(selectedIndex, { align: 'auto' })
  }, [follows, selectedIndex, virtualizer])
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-surface [--names:268px] max-md:[--names:150px]">
      <Axis ticks={ticks} />
      <CheckpointRow
        checkpoints={checkpoints}
        scale={scale}
        selected={checkpoint}
        onSelect={onSelectCheckpoint}
      />
      <div ref={scroller} className="relative min-h-0 flex-1 overflow-x-hidden overflow-y-auto">
        <div className="relative min-h-full" style={{ height: virtualizer.getTotalSize() }}>
          <Grid ticks={ticks} scale={scale} />
          <div
            role="listbox"
            tabIndex={0}
            aria-label="Timeline"
            aria-activedescendant={selectedIndex === -1 ? undefined : `span-${selected ?? ''}`}
            className="absolute inset-0 outline-offset-[-2px]"
          >
            {virtualizer.getVirtualItems().map((item) => {
              const span = spans[item.index]
              if (span === undefined) return null
              return (
                <div
                  key={item.key}
                  role="presentation"
                  className="absolute top-0 left-0 w-full"
                  style={{ height: ROW_HEIGHT, transform: `translateY(${String(item.start)}px)` }}
                >
                  <Row
                    span={span}
                    scale={scale}
                    now={now}
                    isSelected={span.id === selected}
                    onSelect={() => onSelect(span.id)}
                  />
                </div>
              )
            })}
          </div>
        </div>
      </div>
    </div>
  )
}

const LEGEND: [string, string][] = [
  ['bg-k-node', 'Node'],
  ['bg-k-llm', 'Model'],
  ['bg-k-tool', 'Tool'],
  ['bg-k-guard', 'Guardrail'],
  ['hatched', 'Waiting'],
]

export const Legend = ({ hasTools }: { hasTools: boolean }) => (
  <span
    className={clsx(
      'flex flex-none items-center gap-3.25 text-label text-ink-2 ',
      hasTools ? 'max-2xl:hidden' : 'max-lg:hidden',
    )}
    aria-hidden="true"
  >
    {LEGEND.map(([color, label]) => (
      <span key={label} className="inline-flex items-center gap-1.25">
        <span className={clsx('h-2 w-2.5 rounded-[2px]', color)} />
        {label}
      </span>
    ))}
  </span>
)
