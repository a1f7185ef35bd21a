import { useEffect, useMemo, useState, type RefObject } from 'react'
import type { Checkpoint, Span } from '../../model/spans.ts'
import { makeTicks, type TimeScale } from '../../model/time-scale.ts'
import { useVirtualRows } from '../../ui/use-virtual-rows.ts'
import { CheckpointRow } from './checkpoint-row.tsx'
import { SpanRow } from './span-row.tsx'
import { TimeAxis, TimeGrid } from './time-axis.tsx'

const ROW_HEIGHT = 26
const MIN_AXIS_WIDTH = 120

const idOf = ({ id }: Span): string => id

/** The width of the axis in pixels: what the names leave of the rows. */
const useAxisWidth = (rows: RefObject<HTMLDivElement | null>): number => {
  const [width, setWidth] = useState(600)
  useEffect(() => {
    const element = rows.current
    if (element === null) return undefined
    const observer = new ResizeObserver(([entry]) => {
      const names = Number.parseFloat(getComputedStyle(element).getPropertyValue('--names')) || 0
      if (entry !== undefined) setWidth(Math.max(MIN_AXIS_WIDTH, entry.contentRect.width - names))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [rows])
  return width
}

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
  onSelectCheckpoint: (id: string | undefined) => void
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
  const { scroller, virtualizer } = useVirtualRows({ rows: spans, rowKey: idOf, rowHeight: ROW_HEIGHT })
  const width = useAxisWidth(scroller)
  const ticks = useMemo(() => makeTicks(scale, width), [scale, width])
  const selectedIndex = useMemo(() => spans.findIndex(({ id }) => id === selected), [spans, selected])
  useEffect(() => {
    if (follows && selectedIndex !== -1) virtualizer.scrollToIndex(selectedIndex, { align: 'auto' })
  }, [follows, selectedIndex, virtualizer])
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-surface [--names:268px] max-md:[--names:150px]">
      <TimeAxis ticks={ticks} />
      <CheckpointRow
        checkpoints={checkpoints}
        scale={scale}
        width={width}
        selected={checkpoint}
        onSelect={onSelectCheckpoint}
      />
      <div ref={scroller} className="relative min-h-0 flex-1 overflow-x-hidden overflow-y-auto">
        <div className="relative min-h-full" style={{ height: virtualizer.getTotalSize() }}>
          <TimeGrid ticks={ticks} scale={scale} />
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
                  className="absolute top-0 left-0 w-full contain-strict"
                  style={{ height: ROW_HEIGHT, transform: `translateY(${String(item.start)}px)` }}
                >
                  <SpanRow
                    span={span}
                    scale={scale}
                    // Only an open span depends on the time.
                    now={span.end ?? now}
                    position={item.index + 1}
                    count={spans.length}
                    isSelected={span.id === selected}
                    onSelect={onSelect}
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
