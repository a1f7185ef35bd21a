import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { datasetQuery } from '../../api/datasets.ts'
import {
  distributionQuery,
  evaluationQuery,
  evaluationsKey,
  hasEnded,
  rowsQuery,
  type RowsFilter,
} from '../../api/evaluations.ts'
import type { Evaluation } from '../../api/types.ts'
import { useLiveRefresh } from '../../api/use-live-refresh.ts'
import { useIsRemoving } from '../../api/use-removal.ts'
import { useEvaluationProgress } from '../../api/use-evaluation-progress.ts'
import { formatPercent } from '../../model/format.ts'
import { mergeSearch } from '../../model/search.ts'
import { useScreen } from '../../ui/screen.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { ScoreHistogram } from './charts.tsx'
import { CriterionBar } from './criterion-bar.tsx'
import { EvaluationActions } from './evaluation-actions.tsx'
import { formatScore } from './evaluation-columns.tsx'
import { EvaluationHeader } from './evaluation-header.tsx'
import { ExportMenu, saveText } from './export-menu.tsx'
import { RowGrid } from './row-grid.tsx'

/** The details are loaded when the first row is opened. */
const RowDetails = lazy(async () => ({ default: (await import('./row-details.tsx')).RowDetails }))

/** Each refresh loads the evaluation, its rows and its figures. */
const PACE = { everyMs: 15_000, burst: 4 }

/** The kind of a judge, or its agreement with people. */
const describeScorer = (evaluation: Evaluation, name: string): string => {
  const scorer = evaluation.criteria.find((criterion) => criterion.name === name)?.scorer ?? ''
  const figures = evaluation.summary?.by_criterion[name]
  if (scorer !== 'llm_judge') return scorer
  const calibration = figures?.calibration
  if (calibration === undefined || calibration === 'uncalibrated') return 'judge, not calibrated'
  return calibration.kappa === null ? 'judge' : `judge, κ ${calibration.kappa.toFixed(2)}`
}

const CriterionBars = ({ evaluation }: { evaluation: Evaluation }) => {
  const criteria = Object.entries(evaluation.summary?.by_criterion ?? {})
  if (criteria.length === 0) return null
  return (
    <div className="min-w-[min(400px,100%)] flex-[1.4] px-5 py-3">
      <h2 className="mb-1.5 font-medium">Pass rate by criterion, 95 % interval</h2>
      <ul>
        {criteria.map(([name, figures]) => (
          <CriterionBar
            key={name}
            label={name}
            note={describeScorer(evaluation, name)}
            maximum={1}
            bars={[{ share: figures.pass_rate ?? 0, interval: figures.pass_rate_interval }]}
          >
            {figures.pass_rate === null ? 'not scored' : formatPercent(figures.pass_rate)} · score{' '}
            {formatScore(figures.avg_score)}
          </CriterionBar>
        ))}
      </ul>
    </div>
  )
}

const toFilter = (search: Record<string, string>): RowsFilter => ({
  ...(search['only'] !== undefined && { only: search['only'] as 'failed' }),
  ...(search['criterion'] !== undefined && { criterion: search['criterion'] }),
  ...(search['q'] !== undefined && { q: search['q'] }),
  ...(search['tag'] !== undefined && { tag: search['tag'] }),
  ...(search['sort'] !== undefined && { sort: search['sort'] as 'example' }),
})

export const EvaluationScreen = () => {
  const { evalId } = useParams({ from: '/evaluations/$evalId' })
  const search = useSearch({ from: '/evaluations/$evalId' })
  const navigate = useNavigate()
  const { data: evaluation, error, refetch } = useQuery(evaluationQuery(evalId))
  useEvaluationProgress(evalId, evaluation?.status === 'running')
  const { data: dataset } = useQuery({
    ...datasetQuery(evaluation?.dataset_id ?? ''),
    enabled: evaluation !== undefined,
    retry: false,
  })
  const filter = useMemo(() => toFilter(search), [search])
  const list = useInfiniteQuery(rowsQuery(evalId, filter))
  const { data: distribution } = useQuery(distributionQuery(evalId, {}))
  const isRemoving = useIsRemoving(evaluationQuery(evalId).queryKey)
  useLiveRefresh(
    isRemoving ? [] : [evaluationsKey],
    ({ topic, id }) => topic === 'evals' && id === evalId,
    PACE,
  )
  useScreen(evaluation?.name ?? 'Evaluation', [
    { label: 'Evaluations', to: '/evaluations' },
    { label: evaluation?.name ?? '…' },
  ])
  if (evaluation === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
  const setSearch = (change: Record<string, string | undefined>): void =>
    void navigate({
      to: '/evaluations/$evalId',
      params: { evalId },
      search: (old) => mergeSearch(old, change),
      replace: true,
    })
  const counts = list.data?.pages[0]?.counts
  const criteria = evaluation.criteria.filter(({ scorer }) => scorer !== 'pairwise').map(({ name }) => name)
  const sides = evaluation.assistants.map(({ label }, index) => ({ index, name: label }))
  const exportReport = async (): Promise<void> => {
    const { renderEvaluationReport } = await import('../../model/evaluation-report.ts')
    saveText(
      renderEvaluationReport({
        evaluation,
        datasetName: dataset?.name ?? evaluation.dataset_id,
        distribution,
        rows: list.data?.pages.flatMap(({ data }) => data) ?? [],
        isWhole: !list.hasNextPage,
      }),
      `${evaluation.name.replaceAll(/[^\w-]+/g, '-')}.html`,
      'text/html',
    )
  }
  return (
    <div className="flex min-h-0 flex-1">
      <div className="flex min-w-0 flex-1 flex-col overflow-y-auto">
        <EvaluationHeader evaluation={evaluation} datasetName={dataset?.name}>
          <ExportMenu
            evalId={evalId}
            onReport={evaluation.summary === null ? undefined : () => void exportReport()}
          />
          <EvaluationActions evaluation={evaluation} />
        </EvaluationHeader>
        {evaluation.summary !== null && (
          <div className="flex flex-none flex-wrap border-t border-line">
            <CriterionBars evaluation={evaluation} />
            {distribution !== undefined && <ScoreHistogram distribution={distribution} />}
          </div>
        )}
        <RowGrid
          list={list}
          search={search}
          setSearch={setSearch}
          sides={sides}
          criteria={criteria.slice(0, 6)}
          allCriteria={criteria}
          isComparison={false}
          tabs={[
            { value: '', label: 'All', count: counts?.['all'] },
            { value: 'failed', label: 'Failed', count: counts?.['failed'] },
            { value: 'passed', label: 'Passed', count: counts?.['passed'] },
            { value: 'error', label: 'Errors', count: counts?.['error'] },
            { value: 'different', label: 'Different', count: counts?.['different'] },
          ]}
        />
        {!hasEnded(evaluation) && counts?.['all'] === 0 && (
          <p className="px-5 pb-4 text-ink-3">The list is updated while the evaluation runs.</p>
        )}
      </div>
      {search['row'] !== undefined && (
        <Suspense fallback={null}>
          <RowDetails
            key={search['row']}
            exampleId={search['row']}
            datasetId={evaluation.dataset_id}
            datasetVersion={evaluation.dataset_version}
            sides={evaluation.assistants.map(({ label }, assistant) => ({ evalId, assistant, name: label }))}
            onClose={() => setSearch({ row: undefined })}
          />
        </Suspense>
      )}
    </div>
  )
}
