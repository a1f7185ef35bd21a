import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import {
  comparisonQuery,
  distributionQuery,
  evaluationQuery,
  rowsQuery,
  type RowsFilter,
} from '../../api/evaluations.ts'
import type { Evaluation } from '../../api/types.ts'
import { formatCount } from '../../model/format.ts'
import { mergeSearch } from '../../model/search.ts'
import { buttonClass } from '../../ui/button.tsx'
import { ScreenHeading, useScreen } from '../../ui/screen.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { AgainstMenu, BaselineCounts } from './baselines.tsx'
import { ScatterChart, ScoreHistogram } from './charts.tsx'
import { ChangedCriteria, FigureTable, VerdictText } from './compare-figures.tsx'
import { ExportMenu, saveText } from './export-menu.tsx'
import type { SetSearch } from './grid-filters.tsx'
import { RowGrid } from './row-grid.tsx'

/** The details are loaded when the first row is opened. */
const RowDetails = lazy(async () => ({ default: (await import('./row-details.tsx')).RowDetails }))

const toFilter = (search: Record<string, string>, against: string): RowsFilter => ({
  against,
  ...(search['only'] !== undefined && { only: search['only'] as 'regressed' }),
  ...(search['criterion'] !== undefined && { criterion: search['criterion'] }),
  ...(search['q'] !== undefined && { q: search['q'] }),
  ...(search['tag'] !== undefined && { tag: search['tag'] }),
  sort: (search['sort'] ?? 'change') as 'change',
})

interface CompareViewProps {
  evaluation: Evaluation
  against: string[]
  search: Record<string, string>
  setSearch: SetSearch
}

const CompareView = ({ evaluation, against, search, setSearch }: CompareViewProps) => {
  const evalId = evaluation.eval_id
  const sides = { against: against.join(',') }
  const { data: compared, error, refetch } = useQuery(comparisonQuery(evalId, sides))
  const filter = useMemo(() => toFilter(search, against.join(',')), [search, against])
  const list = useInfiniteQuery(rowsQuery(evalId, filter))
  const { criterion } = search
  const { data: distribution } = useQuery(
    distributionQuery(evalId, { ...sides, ...(criterion !== undefined && { criterion }) }),
  )
  const baselines = useQueries({
    queries: against.map((reference) => evaluationQuery(reference.split(':')[0] ?? '')),
  })
  if (compared === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
  const { comparison, comparisons } = compared
  const counts = list.data?.pages[0]?.counts
  const names = [comparison.name, ...comparisons.map((other) => other.comparison.baseline)]
  const criteria = Object.keys(comparison.by_criterion)
  const references = [
    { evalId, assistant: evaluation.assistants.length - 1 },
    ...comparisons.map((other) => ({ evalId: other.against, assistant: other.assistant })),
  ]
  // Baselines stand before the evaluation, as time runs from left to right.
  const order = [...names.keys()].slice(1).concat(0)
  const exportReport = async (): Promise<void> => {
    const { renderComparisonReport } = await import('../../model/evaluation-report.ts')
    saveText(
      renderComparisonReport({
        comparison,
        distribution,
        rows: list.data?.pages.flatMap(({ data }) => data) ?? [],
        isWhole: !list.hasNextPage,
      }),
      `${comparison.name}-against-${comparison.baseline}.html`.replaceAll(/[^\w.-]+/g, '-'),
      'text/html',
    )
  }
  const [swapped = ''] = against
  return (
    <div className="flex min-h-0 flex-1">
      <div className="flex min-w-0 flex-1 flex-col overflow-y-auto">
        <header className="flex flex-none flex-wrap items-center gap-x-3 gap-y-2 px-5 pt-3 pb-2">
          <ScreenHeading>{evaluation.name}</ScreenHeading>
          <span className="text-ink-2">against</span>
          <AgainstMenu
            evaluation={evaluation}
            against={against}
            onChange={(next) => setSearch({ against: next.join(','), row: undefined })}
          />
          <span className="text-ink-2">
            {evaluation.assistants.at(-1)?.label} · {formatCount(comparison.shared_examples)} examples
          </span>
          <div className="ml-auto flex flex-wrap gap-2 max-lg:ml-0">
            {!swapped.includes(':') && (
              <Link
                to="/evaluations/$evalId/compare"
                params={{ evalId: swapped }}
                search={{ against: evalId }}
                className={buttonClass()}
              >
                Swap
              </Link>
            )}
            <ExportMenu evalId={evalId} onReport={() => void exportReport()} />
            <Link
              to="/evaluations/$evalId"
              params={{ evalId }}
              search={{ only: 'failed' }}
              className={buttonClass('primary')}
            >
              Open {formatCount(counts?.['failed'] ?? 0)} failing
            </Link>
          </div>
        </header>
        <div className="flex flex-none flex-wrap gap-x-10 gap-y-3 px-5 pb-3">
          <VerdictText comparison={comparison} />
          <FigureTable comparison={comparison} />
        </div>
        {comparisons.length > 1 && (
          <BaselineCounts
            comparisons={comparisons}
            onFirst={(index) => {
              const first = against[index] ?? ''
              setSearch({ against: [first, ...against.filter((other) => other !== first)].join(',') })
            }}
          />
        )}
        <div className="flex flex-none flex-wrap border-t border-line">
          <ChangedCriteria
            comparison={comparison}
            before={baselines[0]?.data}
            after={evaluation}
            chosen={criterion}
            onChoose={(name) => setSearch({ criterion: name })}
          />
          {distribution !== undefined && (
            <>
              <ScoreHistogram distribution={distribution} />
              <ScatterChart
                points={distribution.points}
                names={[comparison.baseline, comparison.name]}
                selected={search['row']}
                onSelect={(row) => setSearch({ row })}
              />
            </>
          )}
        </div>
        <RowGrid
          list={list}
          search={search}
          setSearch={setSearch}
          sides={order.map((index) => ({ index, name: names[index] ?? '' }))}
          criteria={criteria.slice(0, 5)}
          allCriteria={criteria}
          isComparison
          tabs={[
            { value: '', label: 'All', count: counts?.['all'] },
            { value: 'regressed', label: '▼ Regressed', count: counts?.['regressed'] },
            { value: 'fixed', label: '▲ Fixed', count: counts?.['fixed'] },
            { value: 'different', label: 'Different', count: counts?.['different'] },
            { value: 'error', label: 'Errors', count: counts?.['error'] },
          ]}
        />
      </div>
      {search['row'] !== undefined && (
        <Suspense fallback={null}>
          <RowDetails
            key={search['row']}
            exampleId={search['row']}
            datasetId={evaluation.dataset_id}
            datasetVersion={evaluation.dataset_version}
            sides={order.flatMap((index) => {
              const reference = references[index]
              return reference === undefined ? [] : [{ ...reference, name: names[index] ?? '' }]
            })}
            onClose={() => setSearch({ row: undefined })}
          />
        </Suspense>
      )}
    </div>
  )
}

export const CompareScreen = () => {
  const { evalId } = useParams({ from: '/evaluations/$evalId/compare' })
  const search = useSearch({ from: '/evaluations/$evalId/compare' })
  const navigate = useNavigate()
  const { data: evaluation, error, refetch } = useQuery(evaluationQuery(evalId))
  const against = useMemo(
    () => (search['against'] ?? '').split(',').filter((reference) => reference !== ''),
    [search],
  )
  useScreen(evaluation === undefined ? 'Compare' : `${evaluation.name}, compare`, [
    { label: 'Evaluations', to: '/evaluations' },
    { label: evaluation?.name ?? '…', to: `/evaluations/${evalId}` },
    { label: 'compare' },
  ])
  if (evaluation === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
  const setSearch: SetSearch = (change) =>
    void navigate({
      to: '/evaluations/$evalId/compare',
      params: { evalId },
      search: (old) => mergeSearch(old, change),
      replace: true,
    })
  if (against.length === 0)
    return (
      <EmptyState
        isScreen
        icon="chart"
        title={`Compare ${evaluation.name}`}
        actions={
          <AgainstMenu
            evaluation={evaluation}
            against={[]}
            onChange={(next) => setSearch({ against: next.join(',') })}
          />
        }
      >
        <p>Choose an evaluation of the same dataset to compare with.</p>
      </EmptyState>
    )
  return <CompareView evaluation={evaluation} against={against} search={search} setSearch={setSearch} />
}
