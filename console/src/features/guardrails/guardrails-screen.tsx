import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import {
  guardrailListQuery,
  guardrailMetricsQuery,
  guardrailsKey,
  guardrailTypesQuery,
  reloadGuardrailFile,
} from '../../api/guardrails.ts'
import { describeError } from '../../api/errors.ts'
import { useScope } from '../../api/session.ts'
import { plural } from '../../model/format.ts'
import { toRows, type GuardrailRow } from '../../model/guardrails.ts'
import { mergeSearch } from '../../model/search.ts'
import { describeRange, readRange, resolveRange, type TimeRange } from '../../model/time-range.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { RangeMenu } from '../../ui/range-menu.tsx'
import { ScreenHeading, useScreen } from '../../ui/screen.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { useNow } from '../../ui/time.tsx'
import { showToast } from '../../ui/toast.tsx'
import { DecisionLog } from './decision-log.tsx'
import { makeGuardrailColumns } from './guardrail-columns.tsx'
import { GuardrailDetails } from './guardrail-details.tsx'
import { LazyGuardrailDialog } from './lazy-guardrail-dialog.tsx'
import { GuardrailFacts } from './guardrail-facts.tsx'
import { TryIt } from './try-it.tsx'

const DEFAULT_SINCE = '7d'
const STEP_MS = 5 * 60_000
const ROW_HEIGHT = 44
const HEADER_HEIGHT = 28
const MAX_ROWS_SHOWN = 8

/** The range of the URL. Its relative start moves every five minutes, so that the same request is not sent again and again. */
const useRange = (search: Record<string, string>) => {
  const range = readRange({ since: DEFAULT_SINCE, ...search })
  const now = Math.floor(useNow() / STEP_MS) * STEP_MS
  const { from, to } = resolveRange(range, now)
  return {
    range,
    from: new Date(from).toISOString(),
    to: range.kind === 'fixed' ? new Date(to).toISOString() : undefined,
  }
}

const writeRange = (range: TimeRange): Record<string, string | undefined> => ({
  since: range.kind === 'since' && range.since !== DEFAULT_SINCE ? range.since : undefined,
  from: range.kind === 'fixed' ? new Date(range.from).toISOString() : undefined,
  to: range.kind === 'fixed' ? new Date(range.to).toISOString() : undefined,
})

const ReloadButton = () => {
  const client = useQueryClient()
  const reload = useMutation({
    mutationFn: reloadGuardrailFile,
    onSuccess: async ({ guardrails, policies }) => {
      await client.invalidateQueries({ queryKey: guardrailsKey })
      const text = `Read the file: ${plural(guardrails, 'guardrail')}, ${String(policies)} ${policies === 1 ? 'policy' : 'policies'}.`
      showToast({ tone: 'ok', text })
    },
    onError: (error) => {
      const { title, advice } = describeError(error)
      showToast({ tone: 'fail', text: `${title}. ${advice}` })
    },
  })
  return (
    <Button busy={reload.isPending} onClick={() => reload.mutate()}>
      Reload file
    </Button>
  )
}

const NoGuardrails = ({ onCreate }: { onCreate: (() => void) | undefined }) => (
  <EmptyState
    icon="shield"
    title="No guardrail yet"
    actions={
      onCreate !== undefined && (
        <Button variant="primary" onClick={onCreate}>
          New guardrail
        </Button>
      )
    }
  >
    <p>
      A guardrail checks the inputs, tool calls, tool results and outputs of runs, and redacts, blocks, warns
      or asks a person. Create one here, or list them in <code className="font-mono">GUARDRAILS_FILE</code>.
    </p>
  </EmptyState>
)

export const GuardrailsScreen = () => {
  useScreen('Guardrails', [{ label: 'Guardrails' }])
  const search = useSearch({ from: '/guardrails' })
  const navigate = useNavigate()
  const isAdmin = useScope('admin')
  const canWrite = useScope('write')
  const [creating, setCreating] = useState(false)
  const { range, from, to } = useRange(search)
  const list = useQuery(guardrailListQuery)
  const { data: types } = useQuery(guardrailTypesQuery)
  const { data: metrics, error: metricsError } = useQuery(guardrailMetricsQuery(from, to))
  const setSearch = (change: Record<string, string | undefined>): void =>
    void navigate({ to: '/guardrails', search: (old) => mergeSearch(old, change), replace: true })
  const selected = search['guardrail']
  const rows = useMemo(
    () => toRows(list.data ?? [], metrics?.by_guardrail ?? [], types?.types ?? []),
    [list.data, metrics, types],
  )
  const error = list.error ?? metricsError
  if (list.data === undefined || metrics === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void list.refetch()} />
  const guardrail = list.data.find(({ name }) => name === selected)
  const fromFile = list.data.filter(({ source }) => source === 'file').length
  const select = ({ name }: GuardrailRow): void =>
    setSearch({ guardrail: name === selected ? undefined : name })
  const tableHeight = HEADER_HEIGHT + Math.min(rows.length, MAX_ROWS_SHOWN) * ROW_HEIGHT + 2
  return (
    <div className="flex min-h-0 flex-1 flex-col max-lg:overflow-y-auto">
      <div className="flex flex-none flex-wrap items-center gap-x-3 gap-y-2 px-5 pt-4 pb-3">
        <ScreenHeading>Guardrails</ScreenHeading>
        <span className="text-ink-2">
          {list.data.filter(({ enabled }) => enabled).length} enabled, {fromFile} from the file; changes apply
          to new runs
        </span>
        <div className="ml-auto flex flex-wrap gap-1.5 max-md:ml-0">
          <RangeMenu range={range} onChange={(next) => setSearch(writeRange(next))} />
          <Link to="/guardrails/policies" search={{}} className={buttonClass()}>
            Policies and profiles
          </Link>
          {isAdmin && <ReloadButton />}
          {isAdmin && (
            <Button variant="primary" onClick={() => setCreating(true)}>
              New guardrail
            </Button>
          )}
        </div>
      </div>
      <GuardrailFacts metrics={metrics} range={describeRange(range).toLowerCase()} />
      <div className="flex min-h-0 flex-1 max-lg:flex-none max-lg:flex-col">
        <div className="flex min-h-0 min-w-0 flex-1 flex-col lg:overflow-y-auto">
          {rows.length === 0 ? (
            <NoGuardrails onCreate={isAdmin ? () => setCreating(true) : undefined} />
          ) : (
            <div className="flex flex-none flex-col" style={{ height: tableHeight }}>
              <Table
                label="Guardrails"
                columns={makeGuardrailColumns(select, selected)}
                rows={rows}
                rowHeight={ROW_HEIGHT}
                rowKey={({ name }) => name}
                isSelected={({ name }) => name === selected}
                onOpen={select}
              />
            </div>
          )}
          <DecisionLog
            search={search}
            setSearch={setSearch}
            range={{ created_after: from, ...(to !== undefined && { created_before: to }) }}
            names={rows.map(({ name }) => name)}
          />
        </div>
        <aside
          aria-label="Try a text and details"
          className="flex w-82 flex-none flex-col overflow-y-auto border-l border-line max-lg:w-full max-lg:border-t max-lg:border-l-0"
        >
          {canWrite && (
            <div className="flex h-9 flex-none items-center border-b border-line px-4">
              <h2 className="font-medium">Try it</h2>
              <span className="ml-auto text-small text-ink-2">nothing is stored or counted</span>
            </div>
          )}
          {canWrite && <TryIt guardrails={list.data} selected={selected} />}
          {guardrail !== undefined && (
            <GuardrailDetails
              key={guardrail.id}
              guardrail={guardrail}
              onRenamed={(name) => setSearch({ guardrail: name })}
            />
          )}
          {guardrail === undefined && (
            <p className="border-t border-line px-4 py-3 text-ink-2">
              {selected === undefined
                ? 'Select a guardrail to see its settings and who uses it.'
                : `${selected} is defined inside of an assistant, a policy or a profile, or it was deleted.`}
            </p>
          )}
        </aside>
      </div>
      {creating && (
        <LazyGuardrailDialog
          onClose={() => setCreating(false)}
          onSaved={({ name }) => {
            setCreating(false)
            setSearch({ guardrail: name })
          }}
        />
      )}
    </div>
  )
}
