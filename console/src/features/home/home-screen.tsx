import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { statisticsKey } from '../../api/statistics.ts'
import { useLiveRefresh } from '../../api/use-live-refresh.ts'
import { formatCount } from '../../model/format.ts'
import { countCreated, toHomeFigures } from '../../model/home-figures.ts'
import { rangeLength, readRange, replaceRange, type TimeRange } from '../../model/time-range.ts'
import { useScreen } from '../../ui/screen.tsx'
import { ErrorLine, ErrorState, Loading } from '../../ui/states.tsx'
import { FigureRow, FigureRowLoading } from './figures.tsx'
import {
  failingRunsQuery,
  hasRunsQuery,
  homeStatisticsQuery,
  openCountQuery,
  overviewQuery,
} from './home-data.ts'
import { HomeHeader } from './home-header.tsx'
import { OutcomeChart } from './outcome-chart.tsx'
import { OverviewBrush } from './overview-brush.tsx'

const HomeLists = lazy(async () => ({ default: (await import('./home-lists.tsx')).HomeLists }))
const EmptyHome = lazy(async () => ({ default: (await import('./empty-home.tsx')).EmptyHome }))

const PACE = { everyMs: 60_000, burst: 3 }
const LIVE_KEYS = [[...statisticsKey, 'runs'], failingRunsQuery.queryKey, openCountQuery.queryKey]

const Figures = ({
  range,
  onRangeChange,
}: {
  range: TimeRange
  onRangeChange: (range: TimeRange) => void
}) => {
  const { data: statistics, error } = useQuery(homeStatisticsQuery(range))
  const { data: overview } = useQuery(overviewQuery(range))
  const { data: open } = useQuery(openCountQuery)
  if (statistics === undefined)
    return error === null ? (
      <FigureRowLoading />
    ) : (
      <div className="px-5 pb-4">
        <ErrorLine error={error} />
      </div>
    )
  const shown = { from: Date.parse(statistics.from), to: Date.parse(statistics.to) }
  const length = shown.to - shown.from
  // The overview has steps of hours, so it can be compared only with ranges of several steps.
  const reachesBefore =
    overview !== undefined &&
    Date.parse(overview.from) <= shown.from - length &&
    length >= 3 * overview.step * 1_000
  const createdBefore = reachesBefore ? countCreated(overview, shown.from - length, shown.from) : undefined
  return (
    <>
      {error !== null && (
        <div className="px-5 pb-3">
          <ErrorLine error={error} />
        </div>
      )}
      <FigureRow figures={toHomeFigures(statistics, rangeLength(range), createdBefore)} />
      <OutcomeChart
        statistics={statistics}
        openRuns={open === undefined ? undefined : formatCount(open.total) + (open.capped ? '+' : '')}
      />
      {overview !== undefined && (
        <OverviewBrush
          statistics={overview}
          range={shown}
          onChange={({ from, to }) => onRangeChange({ kind: 'fixed', from, to })}
        />
      )}
    </>
  )
}

const FilledHome = () => {
  const search = useSearch({ from: '/' })
  const navigate = useNavigate()
  const range = readRange(search)
  const setRange = (next: TimeRange): void => void navigate({ to: '/', search: replaceRange(search, next) })
  useLiveRefresh(LIVE_KEYS, ['runs'], PACE)
  return (
    <>
      <HomeHeader range={range} onRangeChange={setRange} />
      <Figures range={range} onRangeChange={setRange} />
      <Suspense fallback={<Loading />}>
        <HomeLists range={range} />
      </Suspense>
    </>
  )
}

/** The figures of the service, what fails and what needs a person; for a service without runs, three ways to start. */
export const HomeScreen = () => {
  useScreen('Home', [{ label: 'Home' }])
  const { data: hasRuns, error, refetch } = useQuery(hasRunsQuery)
  if (hasRuns === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
  if (hasRuns) return <FilledHome />
  return (
    <Suspense fallback={<Loading />}>
      <EmptyHome />
    </Suspense>
  )
}
