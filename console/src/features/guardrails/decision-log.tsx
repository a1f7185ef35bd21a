import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import {
  decisionListQuery,
  type AuditQuery,
  type GuardrailDecision,
  type ReviewVerdict,
} from '../../api/guardrails.ts'
import { useScope } from '../../api/session.ts'
import { useReview } from '../../api/use-review.ts'
import { plural, shortId } from '../../model/format.ts'
import { ACTIONS, STAGE_WORDS } from '../../model/guardrails.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { ActionText } from '../../ui/guardrail-action.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { DecisionDialog } from './decision-dialog.tsx'
import { showReviewError, VerdictButtons, verdictWord } from '../../ui/verdict-buttons.tsx'

export type DecisionSearch = Record<string, string>

interface DecisionLogProps {
  search: DecisionSearch
  setSearch: (change: Record<string, string | undefined>) => void
  range: Pick<AuditQuery, 'created_after' | 'created_before'>
  names: string[]
}

const MARKS = [
  { value: 'none', label: 'Not marked' },
  { value: 'true_positive', label: 'Right' },
  { value: 'false_positive', label: 'Wrong' },
] as const

const toFilter = (search: DecisionSearch, range: DecisionLogProps['range']): AuditQuery => {
  const action = ACTIONS.find((candidate) => candidate === search['action'])
  const mark = MARKS.find(({ value }) => value === search['marked'])
  return {
    triggered: true,
    ...range,
    ...(search['guardrail'] !== undefined && { guardrail: search['guardrail'] }),
    ...(action !== undefined && { action }),
    ...(mark !== undefined && { verdict: mark.value }),
  }
}

const makeColumns = (
  mark: ((decision: GuardrailDecision, verdict: ReviewVerdict) => void) | undefined,
  busyId: string | undefined,
  open: (decision: GuardrailDecision) => void,
): Column<GuardrailDecision>[] => [
  {
    id: 'time',
    header: <span className="pl-5">When</span>,
    width: '88px',
    cell: ({ created_at }) => <Time value={created_at} className="pl-5 text-ink-2" />,
  },
  {
    id: 'run',
    header: 'Run',
    width: '70px',
    cell: ({ run_id }) => (
      <Link
        to="/runs/$runId"
        params={{ runId: run_id }}
        className="font-mono text-small text-accent hover:underline"
      >
        {shortId(run_id)}
      </Link>
    ),
  },
  {
    id: 'guardrail',
    header: 'Guardrail',
    width: 'minmax(100px, 0.6fr)',
    cell: ({ guardrail }) => <span className="truncate">{guardrail}</span>,
  },
  {
    id: 'stage',
    header: 'Where',
    width: '78px',
    cell: ({ stage }) => <span className="text-ink-2">{STAGE_WORDS[stage]}</span>,
  },
  { id: 'action', header: 'Action', width: '84px', cell: ({ action }) => <ActionText action={action} /> },
  {
    id: 'reason',
    header: 'What was found',
    width: 'minmax(130px, 1fr)',
    cell: (decision) => (
      <button
        type="button"
        className="min-w-0 truncate text-left text-ink-2 outline-offset-[-2px] hover:text-ink hover:underline"
        onClick={() => open(decision)}
      >
        {decision.reason}
        {decision.score !== null && `; score ${decision.score.toFixed(2)}`}
      </button>
    ),
  },
  {
    id: 'verdict',
    header: 'Was it right?',
    width: '136px',
    cell: (decision) =>
      mark === undefined ? (
        <span className="text-ink-2">{verdictWord(decision.verdict)}</span>
      ) : (
        <VerdictButtons
          decision={decision}
          busy={busyId === decision.id}
          onReview={(verdict) => mark(decision, verdict)}
        />
      ),
  },
]

const Filters = ({ search, setSearch, names }: Omit<DecisionLogProps, 'range'>) => (
  <>
    <Select
      aria-label="Guardrail"
      className="w-auto! max-w-44"
      value={search['guardrail'] ?? ''}
      onChange={(event) => setSearch({ guardrail: event.target.value })}
    >
      <option value="">Any guardrail</option>
      {names.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </Select>
    <Select
      aria-label="Action"
      className="w-auto!"
      value={search['action'] ?? ''}
      onChange={(event) => setSearch({ action: event.target.value })}
    >
      <option value="">Any action</option>
      {ACTIONS.map((action) => (
        <option key={action}>{action}</option>
      ))}
    </Select>
    <Select
      aria-label="Marked"
      className="w-auto!"
      value={search['marked'] ?? ''}
      onChange={(event) => setSearch({ marked: event.target.value })}
    >
      <option value="">Marked or not</option>
      {MARKS.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Select>
  </>
)

/** The decisions that found something, newest first, with a mark on each. */
export const DecisionLog = ({ search, setSearch, range, names }: DecisionLogProps) => {
  const isAdmin = useScope('admin')
  const [openId, setOpenId] = useState<string>()
  const list = useInfiniteQuery(decisionListQuery(toFilter(search, range)))
  const review = useReview(showReviewError)
  const { mutate } = review
  const busyId = review.isPending ? review.variables.id : undefined
  const columns = useMemo(
    () =>
      makeColumns(isAdmin ? ({ id }, verdict) => mutate({ id, verdict }) : undefined, busyId, ({ id }) =>
        setOpenId(id),
      ),
    [isAdmin, mutate, busyId],
  )
  const rows = useMemo(() => list.data?.pages.flatMap(({ data }) => data) ?? [], [list.data])
  const opened = rows.find(({ id }) => id === openId)
  const isFiltered = ['guardrail', 'action', 'marked'].some((name) => search[name] !== undefined)
  return (
    <div className="flex min-h-80 flex-1 flex-col">
      <div className="flex flex-none flex-wrap items-center gap-2 border-y border-line px-5 py-2">
        <h2 className="mr-auto font-medium">Decisions</h2>
        <Filters search={search} setSearch={setSearch} names={names} />
        <Button size="normal" onClick={() => setSearch({ marked: 'none' })}>
          Review unmarked
        </Button>
      </div>
      {list.error !== null && rows.length === 0 ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : list.isPending ? (
        <Loading label="Loading decisions" />
      ) : rows.length === 0 ? (
        <EmptyState icon="shield" title={isFiltered ? 'No decision matches' : 'No decision in this time'}>
          <p>
            {isFiltered
              ? 'Choose a longer time or remove a filter.'
              : 'Guardrails that find something in a run are listed here, unless the audit level of their policy is minimal.'}
          </p>
        </EmptyState>
      ) : (
        <Table
          label="Decisions"
          columns={columns}
          rows={rows}
          rowHeight={32}
          rowKey={({ id }) => id}
          onOpen={({ id }) => setOpenId(id)}
          onEndNear={() => list.hasNextPage && !list.isFetchingNextPage && void list.fetchNextPage()}
          footer={
            <p className="px-5 py-3 text-small text-ink-2">
              {plural(rows.length, 'decision')} loaded
              {list.hasNextPage ? '; more follow while scrolling' : ''}. Text is kept only at the audit level
              comprehensive; a blocked text never is.
            </p>
          }
        />
      )}
      {opened !== undefined && <DecisionDialog decision={opened} onClose={() => setOpenId(undefined)} />}
    </div>
  )
}
