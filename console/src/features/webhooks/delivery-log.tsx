import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { deliveriesQuery, type DeliveryFilter } from '../../api/webhooks.ts'
import type { Delivery, Webhook } from '../../api/types.ts'
import { plural } from '../../model/format.ts'
import { EVENT_GROUPS } from '../../model/webhooks.ts'
import { Button } from '../../ui/button.tsx'
import { Select, TextInput } from '../../ui/field.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { useDelayedText } from '../../ui/use-delayed-text.ts'
import { makeDeliveryColumns } from './delivery-columns.tsx'

const STATUSES = [
  { value: undefined, label: 'All' },
  { value: 'pending', label: 'Pending' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'failed', label: 'Failed' },
] as const

const RANGES = [
  { value: '', label: 'any time', ms: undefined },
  { value: '1h', label: 'last hour', ms: 3_600_000 },
  { value: '24h', label: 'last 24 h', ms: 86_400_000 },
  { value: '7d', label: 'last 7 days', ms: 7 * 86_400_000 },
]

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

export type DeliverySearch = Readonly<Record<string, string | undefined>>

/** The filters of the URL. A time range begins at a full minute, so that it is the same query for a while. */
const toFilter = (search: DeliverySearch, webhookId: string | undefined, now: number): DeliveryFilter => {
  const status = STATUSES.find(({ value }) => value !== undefined && value === search['status'])?.value
  const range = RANGES.find(({ value }) => value === search['since'])
  const run = search['run']?.trim() ?? ''
  return {
    ...(webhookId !== undefined && { webhook_id: webhookId }),
    ...(status !== undefined && { status }),
    ...(search['event'] !== undefined && { event_type: search['event'] }),
    ...(UUID.test(run) && { run_id: run.toLowerCase() }),
    ...(range?.ms !== undefined && {
      from: new Date(Math.floor((now - range.ms) / 60_000) * 60_000).toISOString(),
    }),
  }
}

interface FiltersProps {
  search: DeliverySearch
  setSearch: (change: Record<string, string | undefined>) => void
}

const Filters = ({ search, setSearch }: FiltersProps) => {
  const [run, setRun] = useDelayedText(search['run'] ?? '', (text) => setSearch({ run: text }))
  const isRunInvalid = run.trim() !== '' && !UUID.test(run.trim())
  return (
    <div className="flex flex-none flex-wrap items-center gap-2 border-b border-line px-5 py-2">
      <div role="group" aria-label="Status" className="flex flex-wrap gap-1">
        {STATUSES.map(({ value, label }) => (
          <button
            key={label}
            type="button"
            aria-pressed={search['status'] === value}
            onClick={() => setSearch({ status: value })}
            className="h-6.5 rounded-full border border-line bg-surface px-2.75 text-small text-ink-2 hover:text-ink aria-pressed:border-ink aria-pressed:font-medium aria-pressed:text-ink"
          >
            {label}
          </button>
        ))}
      </div>
      <div className="ml-auto flex flex-wrap gap-2 max-md:ml-0">
        <Select
          aria-label="Event"
          className="w-32!"
          value={search['event'] ?? ''}
          onChange={(event) => setSearch({ event: event.target.value })}
        >
          <option value="">any event</option>
          {[...EVENT_GROUPS.flatMap((group) => [...group.events]), 'webhook.test'].map((event) => (
            <option key={event} value={event}>
              {event}
            </option>
          ))}
        </Select>
        <Select
          aria-label="Time"
          className="w-32!"
          value={search['since'] ?? ''}
          onChange={(event) => setSearch({ since: event.target.value })}
        >
          {RANGES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <TextInput
          aria-label="Run id"
          placeholder="Run id"
          className="w-32!"
          aria-invalid={isRunInvalid}
          title={isRunInvalid ? 'A whole run id is needed' : undefined}
          value={run}
          onChange={(event) => setRun(event.target.value)}
        />
      </div>
    </div>
  )
}

interface DeliveryLogProps extends FiltersProps {
  /** Without it, the deliveries of all endpoints are listed. */
  webhookId: string | undefined
  webhooks: Webhook[]
  selected: string | undefined
  onOpen: (delivery: Delivery) => void
}

const keyOf = ({ webhook_id, delivery_id }: Delivery): string => `${delivery_id}/${webhook_id}`

export const DeliveryLog = ({
  webhookId,
  webhooks,
  search,
  setSearch,
  selected,
  onOpen,
}: DeliveryLogProps) => {
  // The minute in which the filters were chosen; a new render must not make a new query.
  const filter = useMemo(() => toFilter(search, webhookId, Date.now()), [search, webhookId])
  const list = useInfiniteQuery(deliveriesQuery(filter))
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.data) ?? [], [list.data])
  const columns = useMemo(
    () => makeDeliveryColumns(webhookId === undefined ? webhooks : undefined),
    [webhookId, webhooks],
  )
  const isFiltered = ['status', 'event', 'since', 'run'].some((name) => search[name] !== undefined)
  return (
    <>
      <Filters search={search} setSearch={setSearch} />
      {list.error !== null && rows.length === 0 ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : list.isPending ? (
        <Loading label="Loading deliveries" />
      ) : rows.length === 0 ? (
        <EmptyState
          icon="webhook"
          title={isFiltered ? 'No delivery matches' : 'No deliveries yet'}
          actions={
            isFiltered && (
              <Button
                onClick={() =>
                  setSearch({ status: undefined, event: undefined, since: undefined, run: undefined })
                }
              >
                Remove all filters
              </Button>
            )
          }
        >
          <p>
            {isFiltered
              ? 'Deliveries are kept for 30 days unless the service is configured otherwise.'
              : 'Every event that an endpoint receives is listed here with all its attempts. Send a test event to see one.'}
          </p>
        </EmptyState>
      ) : (
        <Table
          label="Deliveries"
          columns={columns}
          rows={rows}
          rowKey={keyOf}
          rowHeight={30}
          className="min-h-30"
          isSelected={({ delivery_id }) => delivery_id === selected}
          onOpen={onOpen}
          onEndNear={() => list.hasNextPage && !list.isFetchingNextPage && void list.fetchNextPage()}
          footer={
            <p className="px-5 py-3 text-small text-ink-3">
              {plural(rows.length, 'delivery', 'deliveries')} loaded
              {list.hasNextPage ? '; more follow while scrolling' : '; newest first'}
            </p>
          }
        />
      )}
    </>
  )
}
