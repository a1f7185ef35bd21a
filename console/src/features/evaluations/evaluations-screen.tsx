import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { datasetsQuery } from '../../api/datasets.ts'
import { evaluationListQuery, evaluationsKey } from '../../api/evaluations.ts'
import { useScope } from '../../api/session.ts'
import type { Evaluation } from '../../api/types.ts'
import { useLiveRefresh } from '../../api/use-live-refresh.ts'
import { EVALUATION_WORDS } from '../../model/evaluation-progress.ts'
import { plural } from '../../model/format.ts'
import { mergeSearch } from '../../model/search.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { ScreenHeading, useScreen } from '../../ui/screen.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { toggled } from '../../ui/virtual-rows.tsx'
import { makeEvaluationColumns } from './evaluation-columns.tsx'

const PACE = { everyMs: 10_000, burst: 3 }
const STATUSES = Object.keys(EVALUATION_WORDS) as Evaluation['status'][]
const MAX_COMPARED = 6

const keyOf = ({ eval_id }: Evaluation): string => eval_id

/** The newest of the chosen evaluations is compared with the others, the oldest first. */
const toCompareLink = (rows: Evaluation[], chosen: ReadonlySet<string>) => {
  const [newest, ...others] = rows.filter(({ eval_id }) => chosen.has(eval_id))
  return { evalId: newest?.eval_id ?? '', against: others.map(({ eval_id }) => eval_id).join(',') }
}

export const EvaluationsScreen = () => {
  useScreen('Evaluations', [{ label: 'Evaluations' }])
  const search = useSearch({ from: '/evaluations' })
  const navigate = useNavigate()
  const canWrite = useScope('write')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { status, dataset } = search
  const filter = {
    ...(status !== undefined && { status: status as Evaluation['status'] }),
    ...(dataset !== undefined && { dataset_id: dataset }),
  }
  const list = useInfiniteQuery(evaluationListQuery(filter))
  const { data: datasets } = useQuery(datasetsQuery)
  useLiveRefresh([[...evaluationsKey, 'list']], ['evals'], PACE)
  const rows = useMemo(() => list.data?.pages.flatMap(({ data }) => data) ?? [], [list.data])
  const names = useMemo(
    () => new Map(datasets?.map(({ dataset_id, name }) => [dataset_id, name])),
    [datasets],
  )
  const columns = makeEvaluationColumns({
    names,
    chosen,
    onChoose: (id) => setChosen(toggled(chosen, id)),
  })
  const setSearch = (change: Record<string, string | undefined>): void =>
    void navigate({ to: '/evaluations', search: (old) => mergeSearch(old, change), replace: true })
  const isFiltered = status !== undefined || dataset !== undefined
  const { evalId, against } = toCompareLink(rows, chosen)
  const newButton = (
    <Link to="/evaluations/new" search={{}} className={buttonClass('primary')}>
      New evaluation
    </Link>
  )
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-14 flex-none flex-wrap items-center gap-x-3 gap-y-2 px-5 py-2.5">
        <ScreenHeading>Evaluations</ScreenHeading>
        <Link
          to="/evaluations/$evalId/compare"
          params={{ evalId }}
          search={{ against }}
          disabled={chosen.size < 2 || chosen.size > MAX_COMPARED}
          aria-disabled={chosen.size < 2}
          title={chosen.size < 2 ? 'Choose two to six evaluations in the list' : undefined}
          className={`${buttonClass()} ml-auto aria-disabled:opacity-55 max-md:ml-0`}
        >
          Compare{chosen.size > 1 && ` ${String(chosen.size)}`}
        </Link>
        <Link to="/evaluations/calibration" search={{}} className={buttonClass()}>
          Judge calibration
        </Link>
        {canWrite && newButton}
      </div>
      <div className="flex flex-none flex-wrap items-center gap-2 border-b border-line px-5 pb-2.5">
        <Select
          aria-label="Filter by status"
          className="w-44!"
          value={status ?? ''}
          onChange={(event) => setSearch({ status: event.target.value })}
        >
          <option value="">Any status</option>
          {STATUSES.map((value) => (
            <option key={value} value={value}>
              {EVALUATION_WORDS[value]}
            </option>
          ))}
        </Select>
        <Select
          aria-label="Filter by dataset"
          className="w-56!"
          value={dataset ?? ''}
          onChange={(event) => setSearch({ dataset: event.target.value })}
        >
          <option value="">Any dataset</option>
          {datasets?.map(({ dataset_id, name }) => (
            <option key={dataset_id} value={dataset_id}>
              {name}
            </option>
          ))}
        </Select>
      </div>
      {list.data === undefined ? (
        list.error === null ? (
          <Loading label="Loading evaluations" />
        ) : (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        )
      ) : rows.length === 0 ? (
        <EmptyState
          icon={isFiltered ? 'search' : 'chart'}
          title={isFiltered ? 'No evaluation matches' : 'No evaluation yet'}
          actions={
            isFiltered ? (
              <Button onClick={() => setSearch({ status: undefined, dataset: undefined })}>
                Remove all filters
              </Button>
            ) : (
              canWrite && newButton
            )
          }
        >
          <p>
            {isFiltered
              ? 'No evaluation has this status and uses this dataset.'
              : 'An evaluation runs an assistant on the examples of a dataset and scores its outputs: by rules, by a judge, or by people.'}
          </p>
        </EmptyState>
      ) : (
        <Table
          label="Evaluations"
          columns={columns}
          rows={rows}
          rowKey={keyOf}
          rowHeight={36}
          isSelected={({ eval_id }) => chosen.has(eval_id)}
          onOpen={({ eval_id }) =>
            void navigate({ to: '/evaluations/$evalId', params: { evalId: eval_id }, search: {} })
          }
          onEndNear={() => list.hasNextPage && !list.isFetchingNextPage && void list.fetchNextPage()}
          footer={
            <p className="px-5 py-3 text-small text-ink-3">
              {plural(rows.length, 'evaluation')} loaded
              {list.hasNextPage ? '; more follow while scrolling' : ''}
            </p>
          }
        />
      )}
    </div>
  )
}
