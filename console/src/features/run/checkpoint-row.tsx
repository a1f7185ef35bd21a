import { clsx } from 'clsx'
import { useMemo } from 'react'
import { describeGroup, groupCheckpoints, nextInGroup } from '../../model/checkpoint-groups.ts'
import { formatCount } from '../../model/format.ts'
import type { Checkpoint } from '../../model/spans.ts'
import type { TimeScale } from '../../model/time-scale.ts'
import { Glyph } from '../../ui/glyphs.tsx'
import { percent } from './span-looks.ts'

/** The width of a mark. Marks that are closer than this could not be clicked apart. */
const MARK_PX = 20

interface CheckpointRowProps {
  checkpoints: Checkpoint[]
  scale: TimeScale
  /** The width of the axis in pixels. */
  width: number
  selected: string | undefined
  onSelect: (id: string | undefined) => void
}

export const CheckpointRow = ({ checkpoints, scale, width, selected, onSelect }: CheckpointRowProps) => {
  const groups = useMemo(() => {
    const half = MARK_PX / 2 / width
    // The first and the last mark lie inside of the row.
    const toX = (time: number): number => Math.min(1 - half, Math.max(half, scale.toX(time)))
    return groupCheckpoints(checkpoints, toX, MARK_PX / width)
  }, [checkpoints, scale, width])
  return (
    <div className="relative grid h-6.5 flex-none grid-cols-[var(--names)_1fr] items-center border-b border-line">
      <span className="flex items-center gap-1.75 pr-3 pl-5">
        <Glyph name="checkpoint" size={13} />
        State
        <span className="ml-auto text-small text-ink-3 max-md:hidden">
          {formatCount(checkpoints.length)} {checkpoints.length === 1 ? 'checkpoint' : 'checkpoints'}
        </span>
      </span>
      <span className="relative h-full">
        {groups.map((group) => {
          const isSelected = group.checkpoints.some(({ id }) => id === selected)
          const isSingle = group.checkpoints.length === 1
          const label = describeGroup(group)
          return (
            <button
              key={group.first}
              type="button"
              aria-pressed={isSelected}
              aria-label={label}
              title={label}
              onClick={() => onSelect(nextInGroup(group, selected))}
              className="absolute top-0.75 -ml-2.5 flex size-5 items-center justify-center"
              style={{ left: percent(group.x) }}
            >
              <svg width="11" height="11" viewBox="0 0 11 11" aria-hidden="true">
                <path
                  d="M5.5.8 10.2 5.5 5.5 10.2.8 5.5z"
                  className={clsx(isSelected ? 'fill-accent stroke-accent' : 'fill-surface stroke-ink-2')}
                  strokeWidth="1.3"
                />
                {!isSingle && !isSelected && <circle cx="5.5" cy="5.5" r="1.6" className="fill-ink-2" />}
              </svg>
            </button>
          )
        })}
      </span>
    </div>
  )
}
