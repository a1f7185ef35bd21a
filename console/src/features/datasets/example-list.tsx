import type { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ExampleFilter } from '../../api/datasets.ts'
import type { Example, Page } from '../../api/types.ts'
import { toExpectedText, toInputText } from '../../model/example-text.ts'
import { plural, shortId } from '../../model/format.ts'
import { Button } from '../../ui/button.tsx'
import { TextInput } from '../../ui/field.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { useDelayedText } from '../../ui/use-delayed-text.ts'
import { Time } from '../../ui/time.tsx'

type SetSearch = (change: Record<string, string | undefined>) => void

interface ExampleListProps {
  list: Pick<
    ReturnType<typeof useInfiniteQuery<Page<Example>, Error, { pages: Page<Example>[] }>>,
    'data' | 'error' | 'refetch' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
  >
  filter: ExampleFilter
  canWrite: boolean
  setSearch: SetSearch
  onImport: () => void
}

const MAX_CELL_CHARS = 300

const cut = (text: string): string => text.slice(0, MAX_CELL_CHARS)

const makeColumns = (setSearch: SetSearch): Column<Example>[] => [
  {
    id: 'input',
    header: <span className="pl-5">Input</span>,
    width: 'minmax(220px, 1.4fr)',
    cell: ({ example_id, input }) => (
      <button
        type="button"
        onClick={() => setSearch({ example: example_id })}
        className="truncate pl-5 text-left text-ink hover:underline"
      >
        {cut(toInputText(input))}
      </button>
    ),
  },
  {
    id: 'expected',
    header: 'Expected output',
    width: 'minmax(180px, 1fr)',
    cell: ({ expected_output }) => (
      <span className="truncate text-ink-2">{cut(toExpectedText(expected_output))}</span>
    ),
  },
  {
    id: 'tags',
    header: 'Tags',
    width: 'minmax(110px, 0.5fr)',
    cell: ({ tags }) => (
      <span className="flex min-w-0 gap-1">
        {tags.map((tag) => (
          <button
            key={tag}
            type="button"
            title={`Only examples with the tag ${tag}`}
            onClick={() => setSearch({ tag })}
            className="max-w-28 truncate rounded-full bg-sunken px-2 text-small text-ink-2 hover:text-ink"
          >
            {tag}
          </button>
        ))}
      </span>
    ),
  },
  {
    id: 'split',
    header: 'Split',
    width: '90px',
    cell: ({ split }) => <span className="truncate text-ink-2">{split ?? '–'}</span>,
  },
  {
    id: 'source',
    header: 'From run',
    width: '90px',
    cell: ({ source_run_id }) =>
      source_run_id === null ? (
        <span className="text-ink-3">–</span>
      ) : (
        <Link
          to="/runs/$runId"
          params={{ runId: source_run_id }}
          search={{}}
          className="font-mono text-small text-accent hover:underline"
        >
          {shortId(source_run_id)}
        </Link>
      ),
  },
  { id: 'version', header: 'Since version', width: '100px', align: 'right', cell: ({ version }) => version },
  {
    id: 'updated',
    header: 'Changed',
    width: '100px',
    cell: ({ updated_at }) => <Time value={updated_at} className="text-ink-2" />,
  },
]

const Filters = ({ filter, setSearch }: Pick<ExampleListProps, 'filter' | 'setSearch'>) => {
  const [tag, setTag] = useDelayedText(filter.tag ?? '', (text) => setSearch({ tag: text }))
  const [split, setSplit] = useDelayedText(filter.split ?? '', (text) => setSearch({ split: text }))
  return (
    <div className="flex flex-none flex-wrap items-center gap-2 border-b border-line px-5 py-2">
      <TextInput
        type="search"
        aria-label="Filter by tag"
        placeholder="Tag"
        className="w-40!"
        value={tag}
        onChange={(event) => setTag(event.target.value)}
      />
      <TextInput
        type="search"
        aria-label="Filter by split"
        placeholder="Split"
        className="w-40!"
        value={split}
        onChange={(event) => setSplit(event.target.value)}
      />
      {filter.version !== undefined && (
        <span className="flex items-center gap-2 text-ink-2">
          Version {filter.version}, which cannot be changed
          <Button size="small" onClick={() => setSearch({ version: undefined })}>
            Show the current version
          </Button>
        </span>
      )}
    </div>
  )
}

const keyOf = ({ example_id }: Example): string => example_id

export const ExampleList = ({ list, filter, canWrite, setSearch, onImport }: ExampleListProps) => {
  const rows = useMemo(() => list.data?.pages.flatMap(({ data }) => data) ?? [], [list.data])
  const columns = makeColumns(setSearch)
  const isFiltered = filter.tag !== undefined || filter.split !== undefined
  return (
    <>
      <Filters filter={filter} setSearch={setSearch} />
      {list.data === undefined ? (
        list.error === null ? (
          <Loading label="Loading examples" />
        ) : (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        )
      ) : rows.length === 0 ? (
        <EmptyState
          icon={isFiltered ? 'search' : 'datasets'}
          title={isFiltered ? 'No example matches' : 'No example yet'}
          actions={
            isFiltered ? (
              <Button onClick={() => setSearch({ tag: undefined, split: undefined })}>
                Remove all filters
              </Button>
            ) : (
              canWrite && (
                <>
                  <Button variant="primary" onClick={onImport}>
                    Import a file
                  </Button>
                  <Button onClick={() => setSearch({ example: 'new' })}>Add an example</Button>
                </>
              )
            )
          }
        >
          <p>
            {isFiltered
              ? 'No example has this tag and is in this split.'
              : 'Import CSV or JSON Lines, add an example by hand, or open a run and choose “Add to dataset”.'}
          </p>
        </EmptyState>
      ) : (
        <Table
          label="Examples"
          columns={columns}
          rows={rows}
          rowKey={keyOf}
          rowHeight={32}
          onOpen={({ example_id }) => setSearch({ example: example_id })}
          onEndNear={() => list.hasNextPage && !list.isFetchingNextPage && void list.fetchNextPage()}
          footer={
            <p className="px-5 py-3 text-small text-ink-3">
              {plural(rows.length, 'example')} loaded{list.hasNextPage ? '; more follow while scrolling' : ''}
            </p>
          }
        />
      )}
    </>
  )
}
