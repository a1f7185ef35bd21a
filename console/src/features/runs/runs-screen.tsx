import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { assistantsQuery } from '../../api/assistants.ts'
import { runCountsQuery, runListQuery, type BulkAction } from '../../api/runs.ts'
import { useScope } from '../../api/session.ts'
import type { RunSummary } from '../../api/types.ts'
import { useUsualDurations } from '../../api/usual-durations.ts'
import { formatCount } from '../../model/format.ts'
import { hasFilters, splitList, toBulkFilter, toCountQuery, toRunQuery } from '../../model/run-filters.ts'
import { allows, chooseBarScale, durationOf, sumOfStatuses } from '../../model/run-rows.ts'
import { mergeSearch } from '../../model/search.ts'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/field.tsx'
import { usePreferences } from '../../ui/preferences.ts'
import { ScreenHeading, useScreen } from '../../ui/screen.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { Time, useNow } from '../../ui/time.tsx'
import { showToast } from '../../ui/toast.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { BulkDialog, type Bulk } from './bulk-dialog.tsx'
import { NoMatch, NoRuns } from './empty-runs.tsx'
import { FilterBar } from './filter-bar.tsx'
import type { SetSearch } from './filter-menus.tsx'
import { ListKeys, useListShortcuts } from './list-keys.tsx'
import { ColumnMenu, ExportMenu } from './list-menus.tsx'
import { NewRunDialog } from './new-run-dialog.tsx'
import { makeColumns } from './run-columns.tsx'
import { formatCounted, StatusCounts } from './status-counts.tsx'
import { useLiveRuns } from './use-live-runs.ts'
import { useSelection } from './use-selection.ts'
import { ViewTabs } from './view-tabs.tsx'

/** The current time in steps of a minute: relative ranges of the filters move with it. */
const useMinute = (): number => Math.floor(useNow() / 60_000) * 60_000

export const RunsScreen = () => {
  useScreen('Runs', [{ label: 'Runs' }])
  const search = useSearch({ from: '/runs' })
  const navigate = useNavigate()
  const minute = useMinute()
  const filter = useMemo(() => toRunQuery(search, minute), [search, minute])
  const setSearch: SetSearch = (change) =>
    void navigate({ to: '/runs', search: (old) => mergeSearch(old, change), replace: true })

  const [isLive, setLive] = useState(true)
  const [range, setRange] = useState({ first: 0, last: 0 })
  const [isNewOpen, setNewOpen] = useState(false)
  const [bulk, setBulk] = useState<Bulk>()
  const [scrollKey, setScrollKey] = useState(0)
  const canWrite = useScope('write')

  const list = useInfiniteQuery({ ...runListQuery(filter), placeholderData: (old) => old })
  const rows = useMemo(() => list.data?.pages.flatMap(({ data }) => data) ?? [], [list.data])
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list
  useEffect(() => {
    // The service searches a limited number of runs for each page, so a page can be empty although older runs match.
    if (rows.length === 0 && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [rows.length, hasNextPage, isFetchingNextPage, fetchNextPage])
  const { status: _status, ...others } = search
  const { data: byStatus } = useQuery(runCountsQuery(toCountQuery(others, minute), 'status'))
  const counts = byStatus && sumOfStatuses(byStatus, splitList(search['status']))
  const isFiltered = hasFilters(search)
  const { data: all } = useQuery({ ...runCountsQuery({}), enabled: isFiltered })
  const { data: assistants = [] } = useQuery(assistantsQuery)
  const names = useMemo(
    () => new Map(assistants.map((assistant) => [assistant.assistant_id, assistant])),
    [assistants],
  )
  const { hasNew, updatedAt } = useLiveRuns(filter, {
    isLive,
    isAtTop: range.first < 4,
    hasRunning: rows.some(({ status }) => status === 'in_progress'),
  })
  const selection = useSelection(rows, JSON.stringify(filter))
  const selected = rows.filter(({ run_id }) => selection.ids.has(run_id))
  const scale = useMemo(
    () => chooseBarScale(rows.flatMap((run) => durationOf(run, minute) ?? [])),
    [rows, minute],
  )

  const usual = useUsualDurations(
    rows.flatMap(({ status, assistant_id }) => (status === 'in_progress' ? [assistant_id] : [])),
  )

  const openRun = (run: RunSummary, newTab = false): void => {
    if (newTab) open(`/console/runs/${run.run_id}`, '_blank')
    else void navigate({ to: '/runs/$runId', params: { runId: run.run_id } })
  }
  const startBulk = (action: BulkAction): void =>
    setBulk({
      action,
      target: selection.allMatching
        ? { filter: toBulkFilter(search, Date.now()) }
        : { run_ids: selected.filter((run) => allows(action, run)).map(({ run_id }) => run_id) },
    })
  const startForRow = (action: BulkAction, run: RunSummary): void => {
    if (!canWrite) return
    if (allows(action, run)) setBulk({ action, target: { run_ids: [run.run_id] } })
    else
      showToast({ tone: 'fail', text: action === 'cancel' ? 'The run has ended' : 'The run has not ended' })
  }
  const { cursor } = useListShortcuts({
    rows,
    openRun,
    toggle: (run) => selection.select(run, !selection.ids.has(run.run_id), false),
    clear: selection.clear,
    toggleLive: () => setLive(!isLive),
    startBulk: startForRow,
  })
  const { hiddenColumns } = usePreferences()
  const hidden = hiddenColumns['runs'] ?? ['created_by']
  const columns = makeColumns({
    assistants: names,
    scale,
    usual,
    query: search['q'],
    selection: selection.ids,
    allSelected: rows.length > 0 && selection.ids.size === rows.length,
    onSelect: selection.select,
    onSelectAll: selection.selectAll,
    order: search['order'] === 'asc' ? 'asc' : 'desc',
    onToggleOrder: () => setSearch({ order: search['order'] === 'asc' ? undefined : 'asc' }),
  }).filter(({ id }) => !hidden.includes(id) && (canWrite || id !== 'select'))

  const matching =
    counts === undefined ? undefined : formatCounted({ count: counts.total, capped: counts.capped })
  return (
    <>
      <div className="flex min-h-14 flex-none flex-wrap items-center gap-x-3 gap-y-1 px-5 pt-3 pb-2">
        <ScreenHeading>Runs</ScreenHeading>
        <span className="text-ink-3">
          {matching !== undefined &&
            (!isFiltered
              ? `${matching} runs`
              : all !== undefined &&
                `${matching} of ${formatCounted({ count: all.total, capped: all.capped })} runs match`)}
        </span>
        <div className="ml-auto flex flex-wrap items-center gap-1.5">
          <Switch label="Live" checked={isLive} onChange={setLive} />
          <span className="mr-2 text-small text-ink-3 max-md:hidden">
            {isLive ? 'updated' : 'paused, from'} <Time value={updatedAt} />
          </span>
          <ColumnMenu hidden={hidden} />
          <ExportMenu filter={filter} />
          {canWrite && (
            <Button variant="primary" onClick={() => setNewOpen(true)}>
              New run
            </Button>
          )}
        </div>
      </div>
      <ViewTabs search={search} now={minute} />
      <FilterBar search={search} setSearch={setSearch} assistants={assistants} />
      <StatusCounts
        search={search}
        now={minute}
        scale={scale}
        hasUsual={usual.size > 0}
        setSearch={setSearch}
      />
      {selection.ids.size > 0 && (
        <BulkBar
          selected={selected}
          allMatching={selection.allMatching}
          total={matching}
          onSelectAllMatching={selection.selectAllMatching}
          onClear={selection.clear}
          onStart={startBulk}
        />
      )}
      {list.error !== null && rows.length === 0 ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : list.isPending || (rows.length === 0 && hasNextPage) ? (
        <Loading label="Loading runs" lines={12} />
      ) : rows.length === 0 ? (
        isFiltered ? (
          <NoMatch onClear={() => void navigate({ to: '/runs', search: {} })} />
        ) : (
          <NoRuns onNew={() => setNewOpen(true)} />
        )
      ) : (
        <div className="relative flex min-h-0 flex-1 flex-col border-t border-line">
          {hasNew && (
            <button
              type="button"
              onClick={() => setScrollKey(scrollKey + 1)}
              className="absolute top-9 left-1/2 z-20 -translate-x-1/2 rounded-full border border-line-2 bg-surface px-3 py-1 text-small font-medium text-accent shadow-float"
            >
              ↑ New runs
            </button>
          )}
          <Table
            key={scrollKey}
            label="Runs"
            columns={columns}
            rows={rows}
            rowKey={({ run_id }) => run_id}
            total={counts?.total ?? rows.length}
            {...(cursor !== undefined && { cursor })}
            isSelected={({ run_id }) => selection.ids.has(run_id)}
            onOpen={(run, { newTab }) => openRun(run, newTab)}
            onEndNear={() => {
              if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
            }}
            onRangeChange={(first, last) => setRange({ first, last })}
          />
          <ListKeys
            end={`Rows ${formatCount(range.first + 1)} to ${formatCount(range.last + 1)} of ${matching ?? '…'}`}
          />
        </div>
      )}
      {isNewOpen && <NewRunDialog assistants={assistants} onClose={() => setNewOpen(false)} />}
      {bulk !== undefined && (
        <BulkDialog
          bulk={bulk}
          onClose={() => {
            setBulk(undefined)
            selection.clear()
          }}
        />
      )}
    </>
  )
}
