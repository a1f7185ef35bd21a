import { clsx } from 'clsx'
import { memo, useEffect, useEffectEvent, type ReactNode } from 'react'
import { useVirtualRows } from './use-virtual-rows.ts'

export interface Column<Row> {
  id: string
  header: ReactNode
  /** A track of a CSS grid, for example `96px` or `minmax(160px, 1fr)`. */
  width: string
  align?: 'right'
  cell: (row: Row, index: number) => ReactNode
}

interface TableProps<Row> {
  label: string
  columns: Column<Row>[]
  rows: Row[]
  /** For long tables the same function in every render: a new one makes all positions be computed again. */
  rowKey: (row: Row) => string
  rowHeight?: number
  /** The number of rows on the server, if more of them are loaded while scrolling. */
  total?: number
  /** The row that keys act on. */
  cursor?: number
  isSelected?: (row: Row) => boolean
  onOpen?: (row: Row, event: { newTab: boolean }) => void
  /** Called when the end of the loaded rows is near. */
  onEndNear?: () => void
  /** Called with the first and last visible row, counted from zero. */
  onRangeChange?: (first: number, last: number) => void
  footer?: ReactNode
  className?: string
}

const NEAR_ROWS = 20
/** The padding at the end of each row. */
const ROW_PADDING = 20

/** The smallest width at which all columns are readable; below it the table scrolls sideways. */
const minWidthOf = (widths: string[]): number =>
  widths.reduce((total, width) => total + Number(/\d+(?=px)/.exec(width)?.[0] ?? 0), ROW_PADDING)

/** A table of which only the visible rows are in the page. */
export const Table = <Row,>({
  label,
  columns,
  rows,
  rowKey,
  rowHeight = 26,
  total = rows.length,
  cursor,
  isSelected,
  onOpen,
  onEndNear,
  onRangeChange,
  footer,
  className,
}: TableProps<Row>) => {
  const { scroller, virtualizer } = useVirtualRows({ rows, rowKey, rowHeight })
  const template = columns.map(({ width }) => width).join(' ')
  const { startIndex, endIndex } = virtualizer.range ?? { startIndex: 0, endIndex: 0 }
  const reportRange = useEffectEvent((first: number, last: number) => {
    onRangeChange?.(first, last)
    if (last >= rows.length - NEAR_ROWS) onEndNear?.()
  })
  useEffect(() => {
    if (rows.length > 0) reportRange(startIndex, Math.min(endIndex, rows.length - 1))
  }, [startIndex, endIndex, rows.length])
  useEffect(() => {
    if (cursor !== undefined && cursor >= 0) virtualizer.scrollToIndex(cursor, { align: 'auto' })
  }, [cursor, virtualizer])

  return (
    <div
      ref={scroller}
      tabIndex={0}
      role="region"
      aria-label={label}
      className={clsx('min-h-0 flex-1 overflow-auto bg-surface', className)}
    >
      <div
        role="table"
        aria-label={label}
        aria-rowcount={total + 1}
        style={{ minWidth: minWidthOf(columns.map(({ width }) => width)) }}
      >
        <div
          role="row"
          aria-rowindex={1}
          className="sticky top-0 z-10 grid border-b border-line bg-bg pr-5 text-label text-ink-3"
          style={{ gridTemplateColumns: template }}
        >
          {columns.map((column) => (
            <div
              key={column.id}
              role="columnheader"
              className={clsx(
                'flex h-6.75 items-center pr-3 whitespace-nowrap',
                column.align === 'right' && 'justify-end',
              )}
            >
              {column.header}
            </div>
          ))}
        </div>
        <div role="rowgroup" className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((item) => {
            const row = rows[item.index]
            if (row === undefined) return null
            return (
              <TableRow
                key={item.key}
                columns={columns}
                row={row}
                index={item.index}
                template={template}
                start={item.start}
                height={rowHeight}
                selected={isSelected?.(row) ?? false}
                atCursor={item.index === cursor}
                onOpen={onOpen}
              />
            )
          })}
        </div>
      </div>
      {footer}
    </div>
  )
}

interface TableRowProps<Row> {
  columns: Column<Row>[]
  row: Row
  index: number
  template: string
  start: number
  height: number
  selected: boolean
  atCursor: boolean
  onOpen: TableProps<Row>['onOpen']
}

const PlainRow = <Row,>({
  columns,
  row,
  index,
  template,
  start,
  height,
  selected,
  atCursor,
  onOpen,
}: TableRowProps<Row>) => (
  // Keys move the cursor and open a row; the click is a shortcut for the link in the row.
  <div
    role="row"
    aria-rowindex={index + 2}
    aria-selected={selected}
    onClick={(event) => {
      if (event.target instanceof Element && event.target.closest('a, button, input, label') !== null) return
      if (getSelection()?.toString() !== '') return
      onOpen?.(row, { newTab: event.metaKey || event.ctrlKey })
    }}
    className={clsx(
      'absolute top-0 left-0 grid w-full contain-strict border-b border-line/60 pr-5',
      onOpen !== undefined && 'cursor-pointer',
      selected ? 'bg-accent/9 shadow-[inset_2px_0_0_var(--accent)]' : 'hover:bg-sunken/60',
      atCursor && !selected && 'bg-sunken/70',
      atCursor && 'outline-1 -outline-offset-1 outline-accent',
    )}
    style={{ gridTemplateColumns: template, height, transform: `translateY(${String(start)}px)` }}
  >
    {columns.map((column) => (
      <div
        key={column.id}
        role="cell"
        className={clsx(
          'flex min-w-0 items-center overflow-hidden pr-3 text-ellipsis whitespace-nowrap',
          column.align === 'right' && 'justify-end',
        )}
      >
        {column.cell(row, index)}
      </div>
    ))}
  </div>
)

/** While scrolling, only rows that enter the page are rendered. */
const TableRow = memo(PlainRow) as typeof PlainRow
