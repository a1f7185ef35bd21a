import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { auditQuery } from '../../api/audit.ts'
import { useMe } from '../../api/session.ts'
import type { AuditEntry } from '../../api/types.ts'
import { AUDIT_VERBS, auditVerb, CREDENTIAL_WORDS, parseAuditSearch } from '../../model/audit.ts'
import { plural } from '../../model/format.ts'
import { mergeSearch } from '../../model/search.ts'
import { AdminsOnly } from '../../ui/admins-only.tsx'
import { Button } from '../../ui/button.tsx'
import { Select, TextInput } from '../../ui/field.tsx'
import { ScreenHeading, useScreen } from '../../ui/screen.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { useDelayedText } from '../../ui/use-delayed-text.ts'
import { EntryPanel } from './entry-panel.tsx'

type Search = Readonly<Record<string, string | undefined>>
type SetSearch = (change: Record<string, string | undefined>) => void

const FILTERS = ['actor', 'resource', 'action', 'since']

const TextFilter = ({
  name,
  label,
  search,
  setSearch,
}: {
  name: string
  label: string
  search: Search
  setSearch: SetSearch
}) => {
  const [text, setText] = useDelayedText(search[name] ?? '', (value) => setSearch({ [name]: value }))
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      className="w-50!"
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  )
}

const Filters = ({ search, setSearch }: { search: Search; setSearch: SetSearch }) => (
  <div className="flex flex-none flex-wrap items-center gap-2 border-b border-line px-5 py-2">
    <TextFilter name="actor" label="Actor: name or id" search={search} setSearch={setSearch} />
    <TextFilter name="resource" label="Resource: type or id" search={search} setSearch={setSearch} />
    <Select
      aria-label="Action"
      className="w-52!"
      value={search['action'] ?? ''}
      onChange={(event) => setSearch({ action: event.target.value })}
    >
      <option value="">any action</option>
      {Object.entries(AUDIT_VERBS).map(([action, verb]) => (
        <option key={action} value={action}>
          {verb}
        </option>
      ))}
    </Select>
    <Select
      aria-label="Time"
      className="w-36!"
      value={search['since'] ?? ''}
      onChange={(event) => setSearch({ since: event.target.value })}
    >
      <option value="">any time</option>
      <option value="24h">last 24 h</option>
      <option value="7d">last 7 days</option>
      <option value="30d">last 30 days</option>
    </Select>
  </div>
)

const makeColumns = (onOpen: (entry: AuditEntry) => void): Column<AuditEntry>[] => [
  {
    id: 'time',
    header: <span className="pl-5">When</span>,
    width: '130px',
    cell: ({ created_at }) => <Time value={created_at} className="pl-5 text-ink-2" />,
  },
  {
    id: 'actor',
    header: 'Who',
    width: 'minmax(120px, 0.6fr)',
    cell: ({ actor_name }) => <span className="truncate font-medium">{actor_name}</span>,
  },
  {
    id: 'change',
    header: 'What',
    width: 'minmax(260px, 1.4fr)',
    cell: (entry) => (
      <button
        type="button"
        className="min-w-0 truncate text-left hover:underline"
        onClick={() => onOpen(entry)}
      >
        {auditVerb(entry)} <span className="font-medium">{entry.resource_name ?? entry.resource_id}</span>
      </button>
    ),
  },
  {
    id: 'fields',
    header: 'Fields',
    width: 'minmax(120px, 0.8fr)',
    cell: ({ changes }) => (
      <span className="truncate font-mono text-small text-ink-2">{Object.keys(changes).join(', ')}</span>
    ),
  },
  {
    id: 'how',
    header: 'How',
    width: '170px',
    cell: ({ credential }) => <span className="truncate text-ink-2">{CREDENTIAL_WORDS[credential]}</span>,
  },
]

const keyOf = ({ entry_id }: AuditEntry): string => entry_id

const Audit = () => {
  const search: Search = useSearch({ from: '/audit' })
  const navigate = useNavigate()
  const setSearch: SetSearch = (change) =>
    void navigate({ to: '/audit', search: (old) => mergeSearch(old, change), replace: true })
  const filterText = FILTERS.map((name) => search[name] ?? '').join('\n')
  // oxlint-disable-next-line react/exhaustive-deps -- the filters are compared by their text; an open entry is no filter
  const filter = useMemo(() => parseAuditSearch(search, Date.now()), [filterText])
  const list = useInfiniteQuery(auditQuery(filter))
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.data) ?? [], [list.data])
  const open = (entry: AuditEntry): void => setSearch({ entry: entry.entry_id })
  const columns = makeColumns(open)
  const selected = rows.find(({ entry_id }) => entry_id === search['entry'])
  const isFiltered = FILTERS.some((name) => search[name] !== undefined)
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-none flex-wrap items-center gap-x-3 px-5 pt-3 pb-1">
        <ScreenHeading>Audit log</ScreenHeading>
        <span className="text-ink-3">Who changed what, and with which key</span>
      </div>
      <Filters search={search} setSearch={setSearch} />
      {list.error !== null && rows.length === 0 ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : list.isPending ? (
        <Loading label="Loading changes" />
      ) : rows.length === 0 ? (
        <EmptyState
          icon="bookmark"
          title={isFiltered ? 'No change matches' : 'No changes yet'}
          actions={
            isFiltered && (
              <Button onClick={() => setSearch(Object.fromEntries(FILTERS.map((name) => [name, undefined])))}>
                Remove all filters
              </Button>
            )
          }
        >
          <p>
            Changes of keys, webhooks, assistants, schedules, guardrails, policies, secrets and nodes are
            recorded here, and are never changed or deleted. Decisions of guardrails are not part of it.
          </p>
        </EmptyState>
      ) : (
        <>
          <Table
            label="Changes"
            columns={columns}
            rows={rows}
            rowKey={keyOf}
            rowHeight={30}
            className="min-h-30"
            isSelected={({ entry_id }) => entry_id === search['entry']}
            onOpen={open}
            onEndNear={() => list.hasNextPage && !list.isFetchingNextPage && void list.fetchNextPage()}
            footer={
              <p className="px-5 py-3 text-small text-ink-3">
                {plural(rows.length, 'change')} loaded
                {list.hasNextPage ? '; more follow while scrolling' : '; newest first'}
              </p>
            }
          />
          {selected !== undefined && (
            <EntryPanel entry={selected} onClose={() => setSearch({ entry: undefined })} />
          )}
        </>
      )}
    </div>
  )
}

export const AuditScreen = () => {
  useScreen('Audit log', [{ label: 'Audit log' }])
  const me = useMe()
  if (me === undefined) return <Loading />
  if (!me.scopes.includes('admin')) return <AdminsOnly title="Audit log" what="read the audit log" />
  return <Audit />
}
