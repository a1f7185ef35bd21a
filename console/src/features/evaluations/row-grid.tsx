import { useMemo, useState } from 'react'
import type { RowsPage } from '../../api/evaluations.ts'
import type { ExampleRow } from '../../api/types.ts'
import { plural } from '../../model/format.ts'
import { Button } from '../../ui/button.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { GridFilters, type FilterTab, type SetSearch } from './grid-filters.tsx'
import { makeRowColumns, type ColumnOptions } from './row-columns.tsx'

/** The rows of an infinite query, as far as they are loaded. */
interface RowList {
  data: { pages: RowsPage[] } | undefined
  error: Error | null
  refetch: () => unknown
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

interface RowGridProps extends Omit<ColumnOptions, 'query'> {
  list: RowList
  search: Record<string, string>
  setSearch: SetSearch
  tabs: FilterTab[]
  /** Criteria that rows can be filtered by. */
  allCriteria: string[]
}

const keyOf = ({ example_id }: ExampleRow): string => example_id

const plainQuery = (q: string | undefined): string | undefined =>
  q?.startsWith('/') === true ? undefined : q

/** The examples with the results of each side: filters, and a table of which only the visible rows are in the page. */
export const RowGrid = ({ list, search, setSearch, tabs, allCriteria, ...options }: RowGridProps) => {
  const rows = useMemo(() => list.data?.pages.flatMap(({ data }) => data) ?? [], [list.data])
  const [cursorId, setCursorId] = useState<string>()
  const cursor = rows.findIndex(({ example_id }) => example_id === (cursorId ?? search['row']))
  const move = (step: number): void => {
    const id = rows[Math.min(rows.length - 1, Math.max(0, cursor + step))]?.example_id
    setCursorId(id)
    if (search['row'] !== undefined) setSearch({ row: id })
  }
  useShortcuts('Results', [
    { keys: ['j', 'ArrowDown'], label: 'Next example', run: () => move(1) },
    { keys: ['k', 'ArrowUp'], label: 'Previous example', run: () => move(-1) },
    { keys: ['Enter', 'o', 'x'], label: 'Open', run: () => setSearch({ row: rows[cursor]?.example_id }) },
    { keys: ['Escape'], label: 'Close', run: () => setSearch({ row: undefined }) },
    { keys: ['/'], label: 'Search', run: () => document.getElementById('rows-text')?.focus() },
  ])
  const columns = makeRowColumns({ ...options, query: plainQuery(search['q']) })
  const isFiltered = ['only', 'q', 'tag', 'criterion'].some((name) => search[name] !== undefined)
  return (
    <>
      <GridFilters search={search} setSearch={setSearch} tabs={tabs} criteria={allCriteria} />
      {list.error !== null ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : list.data === undefined ? (
        <Loading label="Loading results" />
      ) : rows.length === 0 && !list.hasNextPage ? (
        <EmptyState
          icon={isFiltered ? 'search' : 'chart'}
          title={isFiltered ? 'No example matches' : 'No result yet'}
          actions={
            isFiltered && (
              <Button
                onClick={() =>
                  setSearch({ only: undefined, q: undefined, tag: undefined, criterion: undefined })
                }
              >
                Remove all filters
              </Button>
            )
          }
        >
          <p>{isFiltered ? 'No example has all of these properties.' : 'Results appear here as runs end.'}</p>
        </EmptyState>
      ) : (
        <Table
          label="Results"
          columns={columns}
          rows={rows}
          rowKey={keyOf}
          rowHeight={56}
          cursor={cursor}
          className="min-h-60"
          isSelected={({ example_id }) => example_id === search['row']}
          onOpen={({ example_id }) => {
            setCursorId(undefined)
            setSearch({ row: example_id })
          }}
          onEndNear={() => list.hasNextPage && !list.isFetchingNextPage && void list.fetchNextPage()}
          footer={
            <p className="px-5 py-3 text-small text-ink-3">
              {plural(rows.length, 'example')} loaded
              {list.hasNextPage && (
                <>
                  ; more follow while scrolling{' '}
                  <Button variant="link" onClick={() => void list.fetchNextPage()}>
                    Load more
                  </Button>
                </>
              )}
            </p>
          }
        />
      )}
    </>
  )
}
