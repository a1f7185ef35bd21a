import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { useVirtualRows } from './use-virtual-rows.ts'

interface VirtualRowsProps<Row> {
  rows: Row[]
  /** The same function in every render; a new one makes all positions be computed again. */
  rowKey: (row: Row) => string
  /** The height of a row that has not been measured yet. */
  rowHeight: number
  /** The accessible name of the region. */
  label: string
  isTable?: boolean
  className?: string | undefined
  /** Classes of the element that is as high as all rows. */
  contentClassName?: string
  children: (row: Row) => ReactNode
}

/** A region with rows of different heights. Only the visible rows are in the page, so their number does not matter. */
export const VirtualRows = <Row,>({
  rows,
  rowKey,
  rowHeight,
  label,
  isTable = false,
  className,
  contentClassName,
  children,
}: VirtualRowsProps<Row>) => {
  const { scroller, virtualizer } = useVirtualRows({ rows, rowKey, rowHeight })
  return (
    <div
      ref={scroller}
      tabIndex={0}
      role="region"
      aria-label={label}
      className={clsx('overflow-auto', className)}
    >
      <div
        {...(isTable && { role: 'table', 'aria-label': label })}
        className={clsx('relative', contentClassName)}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map((item) => {
          const row = rows[item.index]
          if (row === undefined) return null
          return (
            <div
              key={item.key}
              {...(isTable && { role: 'presentation' })}
              ref={virtualizer.measureElement}
              data-index={item.index}
              className="absolute top-0 left-0 w-full"
              style={{ transform: `translateY(${String(item.start)}px)` }}
            >
              {children(row)}
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** A set of texts that a click adds or removes. */
export const toggled = (set: ReadonlySet<string>, text: string): Set<string> => {
  const next = new Set(set)
  if (!next.delete(text)) next.add(text)
  return next
}
