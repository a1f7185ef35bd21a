import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { itemsQuery, namespacesQuery } from '../../api/memory.ts'
import { useScope } from '../../api/session.ts'
import type { StoreItem } from '../../api/types.ts'
import { plural } from '../../model/format.ts'
import { previewJson } from '../../model/json-rows.ts'
import { describeNamespace, parseNamespace, writeNamespace } from '../../model/memory.ts'
import { mergeSearch } from '../../model/search.ts'
import { Button } from '../../ui/button.tsx'
import { TextInput } from '../../ui/field.tsx'
import { ScreenHeading, useScreen } from '../../ui/screen.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { useDelayedText } from '../../ui/use-delayed-text.ts'
import { NewItemDialog } from './item-dialog.tsx'
import { ItemPanel } from './item-panel.tsx'
import { NamespaceList } from './namespace-list.tsx'

type SetSearch = (change: Record<string, string | undefined>) => void

const PREVIEW_CHARS = 160

const idOf = ({ namespace, key }: Pick<StoreItem, 'namespace' | 'key'>): string =>
  JSON.stringify([...namespace, key])

const makeColumns = (open: (item: StoreItem) => void): Column<StoreItem>[] => [
  {
    id: 'key',
    header: <span className="pl-5">Key</span>,
    width: 'minmax(140px, 0.6fr)',
    cell: (item) => (
      <button
        type="button"
        className="ml-5 min-w-0 truncate text-left font-mono text-small font-medium hover:underline"
        onClick={() => open(item)}
      >
        {item.key}
      </button>
    ),
  },
  {
    id: 'namespace',
    header: 'Namespace',
    width: 'minmax(120px, 0.6fr)',
    cell: ({ namespace }) => <span className="truncate text-ink-2">{describeNamespace(namespace)}</span>,
  },
  {
    id: 'value',
    header: 'Value',
    width: 'minmax(180px, 1.2fr)',
    cell: ({ value }) => (
      <span className="truncate font-mono text-small text-ink-2">{previewJson(value, PREVIEW_CHARS)}</span>
    ),
  },
  {
    id: 'score',
    header: 'Score',
    width: '56px',
    align: 'right',
    cell: ({ score }) => (score === undefined ? '' : score.toFixed(2)),
  },
  {
    id: 'updated',
    header: 'Written',
    width: '92px',
    align: 'right',
    cell: ({ updated_at }) => <Time value={updated_at} className="text-ink-2" />,
  },
]

const SearchField = ({ query, setSearch }: { query: string; setSearch: SetSearch }) => {
  const [text, setText] = useDelayedText(query, (q) => setSearch({ q, item: undefined }))
  return (
    <TextInput
      type="search"
      aria-label="Search items"
      placeholder="Words in the values"
      className="w-60!"
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  )
}

interface ItemsProps {
  namespace: string[]
  query: string
  selected: string | undefined
  setSearch: SetSearch
  newItem: React.ReactNode
}

const Items = ({ namespace, query, selected, setSearch, newItem }: ItemsProps) => {
  const list = useInfiniteQuery(itemsQuery(namespace, query))
  // The service ranks all items; those without a word of the query are no matches.
  const rows = useMemo(() => list.data?.pages.flat().filter(({ score }) => score !== 0) ?? [], [list.data])
  const open = (item: StoreItem): void => setSearch({ item: idOf(item) })
  const item = rows.find((row) => idOf(row) === selected)
  if (list.error !== null && rows.length === 0)
    return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  if (list.isPending) return <Loading label="Loading items" />
  if (rows.length === 0)
    return (
      <EmptyState
        icon="table"
        title={query === '' && namespace.length === 0 ? 'No items yet' : 'No item matches'}
        actions={
          query === '' && namespace.length === 0 ? (
            newItem
          ) : (
            <Button onClick={() => setSearch({ q: undefined, ns: undefined })}>Remove all filters</Button>
          )
        }
      >
        <p>
          Memory is what graphs keep across threads with{' '}
          <code className="font-mono text-small">config.store</code>: facts about users, preferences,
          summaries. Items are found by their namespace and by words in their values.
        </p>
      </EmptyState>
    )
  return (
    <>
      <Table
        label="Items"
        columns={makeColumns(open)}
        rows={rows}
        rowKey={idOf}
        rowHeight={30}
        className="min-h-30"
        isSelected={(row) => idOf(row) === selected}
        onOpen={open}
        onEndNear={() => list.hasNextPage && !list.isFetchingNextPage && void list.fetchNextPage()}
        footer={
          <p className="px-5 py-3 text-small text-ink-3">
            {plural(rows.length, 'item')} loaded
            {query === '' ? ', those written last first' : ', the best matches first'}
          </p>
        }
      />
      {item !== undefined && (
        <ItemPanel
          key={`${idOf(item)} ${item.updated_at}`}
          item={item}
          onClose={() => setSearch({ item: undefined })}
        />
      )}
    </>
  )
}

export const MemoryScreen = () => {
  useScreen('Memory', [{ label: 'Memory' }])
  const search = useSearch({ from: '/memory' })
  const navigate = useNavigate()
  const canWrite = useScope('write')
  const [isCreating, setIsCreating] = useState(false)
  const { data: namespaces = [] } = useQuery(namespacesQuery)
  const namespace = parseNamespace(search['ns'])
  const query = search['q'] ?? ''
  const setSearch: SetSearch = (change) =>
    void navigate({ to: '/memory', search: (old) => mergeSearch(old, change), replace: true })
  const newItem = canWrite && (
    <Button variant="primary" onClick={() => setIsCreating(true)}>
      New item
    </Button>
  )
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-none flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-5 pt-3 pb-2.5">
        <ScreenHeading>Memory</ScreenHeading>
        <span className="text-ink-3">{describeNamespace(namespace)}</span>
        <div className="ml-auto flex gap-2 max-md:ml-0">
          <SearchField query={query} setSearch={setSearch} />
          {namespaces.length > 0 && newItem}
        </div>
      </div>
      <div className="grid min-h-0 flex-1 grid-cols-[220px_1fr] max-lg:grid-cols-1 max-lg:grid-rows-[auto_1fr]">
        <NamespaceList
          namespaces={namespaces}
          selected={namespace}
          onSelect={(path) => setSearch({ ns: writeNamespace(path), item: undefined })}
        />
        <div className="flex min-h-0 min-w-0 flex-col max-lg:overflow-y-auto">
          <Items
            namespace={namespace}
            query={query}
            selected={search['item']}
            setSearch={setSearch}
            newItem={newItem}
          />
        </div>
      </div>
      {isCreating && (
        <NewItemDialog
          namespace={namespace}
          onClose={() => setIsCreating(false)}
          onCreated={(path, key) => {
            setIsCreating(false)
            setSearch({ q: undefined, ns: writeNamespace(path), item: idOf({ namespace: path, key }) })
          }}
        />
      )}
    </div>
  )
}
