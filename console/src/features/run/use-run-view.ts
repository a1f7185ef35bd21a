import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { runDeliveriesQuery } from '../../api/run-details.ts'
import type { RunLog } from '../../api/run-log.ts'
import type { Run } from '../../api/types.ts'
import { useLiveRefresh } from '../../api/use-live-refresh.ts'
import { mergeSearch, type Search } from '../../model/search.ts'
import { findInteresting, spansOfAttempt, type Span, type Trace } from '../../model/spans.ts'
import { findBusyTimes, makeTimeScale, type TimeScale } from '../../model/time-scale.ts'
import { toWebhookSpans } from '../../model/webhook-spans.ts'
import { useNow } from '../../ui/time.tsx'

export const RUN_TABS = ['timeline', 'events', 'state', 'io'] as const
export type RunTab = (typeof RUN_TABS)[number]

/** What of the run is shown. The choices are in the URL. */
export interface RunView {
  trace: Trace
  /** The spans of the shown attempts, with webhooks. */
  spans: Span[]
  scale: TimeScale
  /** The current time while the run works, otherwise the time of its last event. */
  now: number
  isWorking: boolean
  /** 0 shows all attempts. */
  attempt: number
  isFolded: boolean
  /** True if the graph shows each execution of a node. */
  isGraphExpanded: boolean
  tab: RunTab
  query: string
  /** The span whose details are shown, and whether a person has chosen it. */
  selected: Span | undefined
  isChosen: boolean
  checkpoint: string | undefined
  checkpointIndex: number
  selectSpan: (id: string) => void
  selectCheckpoint: (id: string | undefined) => void
  setTab: (tab: RunTab) => void
  setQuery: (query: string) => void
  setAttempt: (attempt: number) => void
  setFolded: (isFolded: boolean) => void
  setGraphExpanded: (isExpanded: boolean) => void
}

/** Changes of deliveries do not name their run. */
const DELIVERIES_PACE = { everyMs: 60_000, burst: 3 }

const useShownSpans = (run: Run, trace: Trace, attempt: number): Span[] => {
  const query = runDeliveriesQuery(run.run_id)
  const { data: deliveries } = useQuery(query)
  useLiveRefresh(
    [query.queryKey],
    ({ topic, id }) => topic === 'deliveries' || (topic === 'runs' && id === run.run_id),
    DELIVERIES_PACE,
  )
  return useMemo(() => {
    const own = spansOfAttempt(trace, attempt)
    if (attempt !== 0 || deliveries === undefined || deliveries.length === 0) return own
    return [...own, ...toWebhookSpans(deliveries, trace.attempts)]
  }, [trace, attempt, deliveries])
}

interface ScaleOptions {
  spans: Span[]
  trace: Trace
  attempt: number
  now: number
  isFolded: boolean
}

const useTimeScale = ({ spans, trace, attempt, now, isFolded }: ScaleOptions): TimeScale =>
  useMemo(() => {
    const own = spans.filter(({ kind }) => kind !== 'webhook')
    const start = attempt === 0 ? trace.start : own.reduce((first, span) => Math.min(first, span.start), now)
    const end = spans.reduce((last, span) => Math.max(last, span.end ?? now), start + 1)
    return makeTimeScale(findBusyTimes(spans, now), start, end, isFolded)
  }, [spans, trace, attempt, now, isFolded])

const readTab = (search: Search): RunTab => RUN_TABS.find((tab) => tab === search['tab']) ?? 'timeline'

export const useRunView = (run: Run, { trace }: RunLog): RunView => {
  const search = useSearch({ from: '/runs/$runId' })
  const navigate = useNavigate()
  const setSearch = (change: Record<string, string | undefined>): void =>
    void navigate({ to: '.', search: (old) => mergeSearch(old, change), replace: true })
  const isWorking = !trace.isOver && (run.status === 'in_progress' || run.status === 'requires_action')
  const tick = useNow(isWorking)
  const now = isWorking ? Math.max(tick, trace.end) : trace.end
  const attempt = Math.min(Number(search['attempt'] ?? 0) || 0, trace.attempts)
  const isFolded = search['fold'] !== 'off'
  const spans = useShownSpans(run, trace, attempt)
  const scale = useTimeScale({ spans, trace, attempt, now, isFolded })
  const spanId = search['span']
  const selected = useMemo(
    () => spans.find(({ id }) => id === spanId) ?? findInteresting(spans),
    [spans, spanId],
  )
  const checkpoint = search['checkpoint']
  const checkpointIndex = useMemo(
    () => trace.checkpoints.findIndex(({ id }) => id === checkpoint),
    [trace, checkpoint],
  )
  return {
    trace,
    spans,
    scale,
    now,
    isWorking,
    attempt,
    isFolded,
    isGraphExpanded: search['graph'] === 'executions',
    tab: readTab(search),
    query: search['q'] ?? '',
    selected,
    isChosen: spanId !== undefined,
    checkpoint,
    checkpointIndex,
    selectSpan: (id) => setSearch({ span: id }),
    selectCheckpoint: (id) => setSearch({ checkpoint: id }),
    setTab: (tab) => setSearch({ tab: tab === 'timeline' ? undefined : tab }),
    setQuery: (query) => setSearch({ q: query }),
    setAttempt: (number) => setSearch({ attempt: number === 0 ? undefined : String(number) }),
    setFolded: (folded) => setSearch({ fold: folded ? undefined : 'off' }),
    setGraphExpanded: (expanded) => setSearch({ graph: expanded ? 'executions' : undefined }),
  }
}
