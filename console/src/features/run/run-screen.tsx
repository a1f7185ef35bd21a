import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useEffectEvent, useMemo } from 'react'
import { assistantQuery } from '../../api/assistants.ts'
import { runDeliveriesQuery } from '../../api/run-details.ts'
import { useRunLog, type RunLog } from '../../api/run-log.ts'
import { runKey, runQuery } from '../../api/runs.ts'
import { graphQuery } from '../../api/threads.ts'
import type { Run } from '../../api/types.ts'
import { shortId } from '../../model/format.ts'
import { mergeSearch } from '../../model/search.ts'
import { buildTrace, spansOfAttempt, type Span } from '../../model/spans.ts'
import { findBusyTimes, makeTimeScale } from '../../model/time-scale.ts'
import { toWebhookSpans } from '../../model/webhook-spans.ts'
import { useScreen } from '../../ui/screen.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { useNow } from '../../ui/time.tsx'
import { RunActions } from './run-actions.tsx'
import { RunHeader } from './run-header.tsx'
import { SpanDetails } from './span-details.tsx'
import { StateStrip } from './state-strip.tsx'
import { StreamNotice } from './stream-notice.tsx'
import { Legend, Timeline } from './timeline.tsx'
import { TimelineTools } from './timeline-tools.tsx'
import { useRunShortcuts } from './use-run-shortcuts.ts'

// The timeline is shown first; the other parts are loaded when they are needed.
const ActionPanel = lazy(async () => ({ default: (await import('./action-panel.tsx')).ActionPanel }))
const EventsTab = lazy(async () => ({ default: (await import('./events-tab.tsx')).EventsTab }))
const IoTab = lazy(async () => ({ default: (await import('./io-tab.tsx')).IoTab }))
const StateTab = lazy(async () => ({ default: (await import('./state-tab.tsx')).StateTab }))
const PathView = lazy(async () => ({ default: (await import('./path-view.tsx')).PathView }))

const TABS = ['timeline', 'events', 'state', 'io'] as const
type TabName = (typeof TABS)[number]

const readTab = (text: string | undefined): TabName => TABS.find((tab) => tab === text) ?? 'timeline'

/** Loads the run again when its events say that its status has changed. */
const useFreshRun = (runId: string, { events, state }: RunLog): void => {
  const client = useQueryClient()
  const statusEvents = events.filter(({ type }) => type.startsWith('run.')).length
  const reload = useEffectEvent(() => void client.invalidateQueries({ queryKey: runKey(runId) }))
  useEffect(() => {
    if (statusEvents > 0) reload()
  }, [statusEvents, state])
}

export const RunScreen = () => {
  const { runId } = useParams({ from: '/runs/$runId' })
  const { data: run, error, refetch } = useQuery(runQuery(runId))
  useScreen(run === undefined ? 'Run' : `Run ${shortId(runId)}`, [
    { label: 'Runs', to: '/runs' },
    { label: shortId(runId) },
  ])
  if (run !== undefined) return <LoadedRun key={runId} run={run} />
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  return <Loading label="Loading the run" />
}

const LoadedRun = ({ run }: { run: Run }) => {
  const search = useSearch({ from: '/runs/$runId' })
  const navigate = useNavigate()
  const setSearch = (change: Record<string, string | undefined>): void =>
    void navigate({ to: '.', search: (old) => mergeSearch(old, change), replace: true })
  const log = useRunLog(run.run_id)
  useFreshRun(run.run_id, log)
  const { data: assistant } = useQuery({ ...assistantQuery(run.assistant_id), retry: false })
  const { data: graph } = useQuery({ ...graphQuery(run.assistant_id), retry: false })
  const { data: deliveries = [] } = useQuery(runDeliveriesQuery(run.run_id))
  const name = assistant?.name ?? `Run ${shortId(run.run_id)}`
  useScreen(`${name} ${shortId(run.run_id)}`, [
    { label: 'Runs', to: '/runs' },
    ...(assistant === undefined ? [] : [{ label: assistant.name }]),
    { label: shortId(run.run_id) },
  ])

  const trace = useMemo(() => buildTrace([...log.events]), [log.events])
  const isWorking = !trace.isOver && (run.status === 'in_progress' || run.status === 'requires_action')
  const tick = useNow(isWorking)
  const now = isWorking ? Math.max(tick, trace.end) : trace.end
  const attempt = Math.min(Number(search['attempt'] ?? 0) || 0, trace.attempts)
  const spans = useMemo(
    () => [
      ...spansOfAttempt(trace, attempt),
      ...(attempt === 0 ? toWebhookSpans(deliveries, trace.attempts) : []),
    ],
    [trace, attempt, deliveries],
  )
  const isFolded = search['fold'] !== 'off'
  const scale = useMemo(() => {
    const own = spans.filter(({ kind }) => kind !== 'webhook')
    const start = attempt === 0 ? trace.start : own.reduce((first, span) => Math.min(first, span.start), now)
    const end = spans.reduce((last, span) => Math.max(last, span.end ?? now), start + 1)
    return makeTimeScale(findBusyTimes(spans, now), start, end, isFolded)
  }, [spans, trace.start, attempt, now, isFolded])

  const selectedId = search['span']
  const selected = useMemo(
    () => spans.find(({ id }) => id === selectedId) ?? findInteresting(spans),
    [spans, selectedId],
  )
  const checkpointIndex = trace.checkpoints.findIndex(({ id }) => id === search['checkpoint'])
  const tab = readTab(search['tab'])
  const selectSpan = (id: string): void => setSearch({ span: id })
  const selectCheckpoint = (id: string | undefined): void => setSearch({ checkpoint: id })
  useRunShortcuts({
    spans,
    selected,
    checkpoints: trace.checkpoints,
    checkpointIndex,
    attempts: trace.attempts,
    selectSpan,
    selectCheckpoint,
    toggleFold: () => setSearch({ fold: isFolded ? 'off' : undefined }),
    setAttempt: (number) => setSearch({ attempt: number === 0 ? undefined : String(number) }),
    setTab: (next) => setSearch({ tab: next === 'timeline' ? undefined : next }),
  })
  const selectedNode = useMemo(() => nodeOf(spans, selected), [spans, selected])
  const ranNodes = useMemo(
    () => new Set(trace.spans.filter(({ kind }) => kind === 'node').map((span) => span.name)).size,
    [trace],
  )
  const graphNodes = graph?.nodes.filter(({ id }) => !id.startsWith('__')).length ?? 0

  return (
    <>
      <RunHeader
        run={run}
        name={name}
        trace={trace}
        actions={<RunActions run={run} trace={trace} checkpoint={search['checkpoint']} />}
      />
      <StreamNotice log={log} />
      {run.status === 'requires_action' && (
        <Suspense fallback={<div className="h-30" />}>
          <ActionPanel run={run} />
        </Suspense>
      )}
      <div className="flex min-h-0 flex-1 max-lg:flex-none max-lg:flex-col">
        <div className="flex min-h-0 min-w-0 flex-1 flex-col max-lg:h-[75vh] max-lg:flex-none">
          <Tabs
            label="Parts of the run"
            value={tab}
            onChange={(next) => setSearch({ tab: next === 'timeline' ? undefined : next })}
            tabs={[
              { value: 'timeline', label: 'Timeline' },
              { value: 'events', label: 'Events' },
              { value: 'state', label: 'State' },
              { value: 'io', label: 'Input and output' },
            ]}
            end={
              tab === 'timeline' && (
                <div className="ml-auto flex items-center gap-5">
                  <TimelineTools
                    attempts={trace.attempts}
                    attempt={attempt}
                    isFolded={isFolded}
                    hasFolds={scale.segments.some(({ folded }) => folded)}
                    onAttempt={(number) => setSearch({ attempt: number === 0 ? undefined : String(number) })}
                    onFold={(fold) => setSearch({ fold: fold ? undefined : 'off' })}
                  />
                  <Legend hasTools={trace.attempts > 1} />
                </div>
              )
            }
          >
            <TabPanel value="timeline">
              {spans.length === 0 ? (
                <NoSpans run={run} log={log} />
              ) : (
                <Timeline
                  spans={spans}
                  checkpoints={trace.checkpoints}
                  scale={scale}
                  now={now}
                  selected={selected?.id}
                  follows={selectedId !== undefined || isWorking || selected?.status === 'failed'}
                  checkpoint={search['checkpoint']}
                  onSelect={selectSpan}
                  onSelectCheckpoint={(id) => selectCheckpoint(id === search['checkpoint'] ? undefined : id)}
                />
              )}
              {checkpointIndex !== -1 && (
                <StateStrip
                  threadId={run.thread_id}
                  checkpoints={trace.checkpoints}
                  index={checkpointIndex}
                  onWholeState={() => setSearch({ tab: 'state' })}
                  onClose={() => selectCheckpoint(undefined)}
                />
              )}
            </TabPanel>
            <TabPanel value="events">
              <Suspense fallback={<Loading />}>
                <EventsTab
                  events={log.events}
                  query={search['q'] ?? ''}
                  onQuery={(query) => setSearch({ q: query })}
                />
              </Suspense>
            </TabPanel>
            <TabPanel value="state">
              <Suspense fallback={<Loading />}>
                <StateTab
                  threadId={run.thread_id}
                  checkpoints={trace.checkpoints}
                  start={trace.start}
                  selected={search['checkpoint']}
                  onSelect={selectCheckpoint}
                />
              </Suspense>
            </TabPanel>
            <TabPanel value="io">
              <Suspense fallback={<Loading />}>
                <IoTab run={run} />
              </Suspense>
            </TabPanel>
          </Tabs>
        </div>
        <aside
          aria-label="Graph and details"
          className="flex min-h-0 w-93 flex-none flex-col border-l border-line bg-bg max-lg:w-full max-lg:border-t max-lg:border-l-0"
        >
          {graph !== undefined && (
            <section className="flex-none border-b border-line" aria-label="Graph">
              <div className="flex h-9 items-center border-b border-line px-4 font-medium">
                <h2>Graph</h2>
                <span className="ml-auto text-small font-normal text-ink-3">
                  path taken, {ranNodes} of {graphNodes} nodes
                </span>
              </div>
              <div
                data-graph-scroller
                className="max-h-80 overflow-auto px-3 py-2"
                tabIndex={0}
                role="region"
                aria-label="Graph of the run"
              >
                <Suspense fallback={<div className="h-50" />}>
                  <PathView
                    graph={graph}
                    spans={trace.spans}
                    isCompleted={run.status === 'completed'}
                    selectedNode={selectedNode}
                    onSelect={(node) => {
                      const span = spans.findLast(
                        (candidate) => candidate.kind === 'node' && candidate.name === node,
                      )
                      if (span !== undefined) selectSpan(span.id)
                    }}
                  />
                </Suspense>
              </div>
            </section>
          )}
          {selected !== undefined && (
            <SpanDetails
              key={selected.id}
              span={selected}
              now={now}
              streamed={selected.callId === undefined ? undefined : log.texts.get(selected.callId)}
              nodeName={selected.kind === 'node' ? undefined : selectedNode}
            />
          )}
        </aside>
      </div>
    </>
  )
}

/** Without a selection, what a person looks for first: a failure, what is running, else the longest model call. */
const findInteresting = (spans: Span[]): Span | undefined =>
  spans.find(({ kind, status }) => status === 'failed' && kind !== 'attempt') ??
  spans.findLast(({ kind, end }) => end === undefined && kind !== 'attempt' && kind !== 'webhook') ??
  spans
    .filter(({ kind }) => kind === 'llm')
    .toSorted((a, b) => (b.end ?? b.start) - b.start - ((a.end ?? a.start) - a.start))
    .at(0) ??
  spans.find(({ kind }) => kind === 'node') ??
  spans[0]

/** The node that the span belongs to. */
const nodeOf = (spans: Span[], span: Span | undefined): string | undefined => {
  const byId = new Map(spans.map((candidate) => [candidate.id, candidate]))
  for (let current = span; current !== undefined; current = byId.get(current.parent ?? ''))
    if (current.kind === 'node') return current.name
  return undefined
}

const NoSpans = ({ run, log }: { run: Run; log: RunLog }) => {
  if (log.error !== null) return <ErrorState error={log.error} />
  if (log.state === 'loading') return <Loading label="Loading events" lines={8} />
  return (
    <p className="flex-1 bg-surface px-5 py-8 text-ink-2">
      {run.status === 'queued'
        ? 'The run waits for a free worker. Its timeline appears here as soon as it starts.'
        : 'This run has no events.'}
    </p>
  )
}
