import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { useCallback, useRef, type RefObject } from 'react'

/** Rows above and below the visible ones. Most of the time of a fast scroll is the layout of rows, so there are few. */
const OVERSCAN = 6
/** Tests and the first render have no size yet. */
const INITIAL_RECT = { width: 1_200, height: 700 }

interface VirtualRowOptions<Row> {
  rows: readonly Row[]
  /** The same function in every render; a new one makes all positions be computed again. */
  rowKey: (row: Row) => string
  /** The height of a row that has not been measured. */
  rowHeight: number
}

/** Computes which rows of a long list are visible. `scroller` belongs to the element that scrolls. */
export const useVirtualRows = <Row>({
  rows,
  rowKey,
  rowHeight,
}: VirtualRowOptions<Row>): {
  scroller: RefObject<HTMLDivElement | null>
  virtualizer: Virtualizer<HTMLDivElement, Element>
} => {
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    // React batches the renders of a scroll; rendering each of them at once blocks the page.
    useFlushSync: false,
    initialRect: INITIAL_RECT,
    getItemKey: useCallback(
      (index: number) => {
        const row = rows[index]
        return row === undefined ? index : rowKey(row)
      },
      [rows, rowKey],
    ),
  })
  return { scroller, virtualizer }
}
