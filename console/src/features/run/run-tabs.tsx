import { lazy, Suspense } from 'react'
import type { RunLog } from '../../api/run-log.ts'
import type { Run } from '../../api/types.ts'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { TabPanel, Tabs, type Tab } from '../../ui/tabs.tsx'
import { Legend } from './legend.tsx'
import { Timeline } from './timeline.tsx'
import { TimelineTools } from './timeline-tools.tsx'
import type { RunTab, RunView } from './use-run-view.ts'

// The timeline is shown first; the other parts are loaded when they are needed.
const EventsTab = lazy(async () => ({ default: (await import('./events-tab.tsx')).EventsTab }))
const IoTab = lazy(async () => ({ default: (await import('./io-tab.tsx')).IoTab }))
const StateStrip = lazy(async () => ({ default: (await import('./state-strip.tsx')).StateStrip }))
const StateTab = lazy(async () => ({ default: (await import('./state-tab.tsx')).StateTab }))

const TABS: Tab<RunTab>[] = [
  { value: 'timeline', label: 'Timeline' },
  { value: 'events', label: 'Events' },
  { value: 'state', label: 'State' },
  { value: 'io', label: 'Input and output' },
]

interface RunTabsProps {
  run: Run
  log: RunLog
  view: RunView
}

const NoSpans = ({ run, log }: Omit<RunTabsProps, 'view'>) => {
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

const TimelineTab = ({ run, log, view }: RunTabsProps) => {
  const { trace, spans, scale, now, selected, checkpoint, checkpointIndex, selectCheckpoint } = view
  return (
    <>
      {spans.length === 0 ? (
        <NoSpans run={run} log={log} />
      ) : (
        <Timeline
          spans={spans}
          checkpoints={trace.checkpoints}
          scale={scale}
          now={now}
          selected={selected?.id}
          follows={view.isChosen || view.isWorking || selected?.status === 'failed'}
          checkpoint={checkpoint}
          onSelect={view.selectSpan}
          onSelectCheckpoint={selectCheckpoint}
        />
      )}
      {checkpointIndex !== -1 && (
        <Suspense fallback={<div className="h-26 flex-none border-t border-line bg-surface" />}>
          <StateStrip
            threadId={run.thread_id}
            checkpoints={trace.checkpoints}
            index={checkpointIndex}
            onWholeState={() => view.setTab('state')}
            onClose={() => selectCheckpoint(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

export const RunTabs = ({ run, log, view }: RunTabsProps) => {
  const { trace, tab, attempt, isFolded, scale } = view
  const hasFolds = scale.segments.some(({ folded }) => folded)
  return (
    <Tabs
      label="Parts of the run"
      value={tab}
      onChange={view.setTab}
      tabs={TABS}
      end={
        tab === 'timeline' && (
          <div className="ml-auto flex items-center gap-5 max-md:pr-5">
            <TimelineTools
              attempts={trace.attempts}
              attempt={attempt}
              isFolded={isFolded}
              hasFolds={hasFolds}
              onAttempt={view.setAttempt}
              onFold={view.setFolded}
            />
            <Legend hasTools={trace.attempts > 1 || hasFolds || !isFolded} />
          </div>
        )
      }
    >
      <TabPanel value="timeline">
        <TimelineTab run={run} log={log} view={view} />
      </TabPanel>
      <TabPanel value="events">
        <Suspense fallback={<Loading />}>
          <EventsTab events={log.events} query={view.query} onQuery={view.setQuery} />
        </Suspense>
      </TabPanel>
      <TabPanel value="state">
        <Suspense fallback={<Loading />}>
          <StateTab
            threadId={run.thread_id}
            checkpoints={trace.checkpoints}
            start={trace.start}
            selected={view.checkpoint}
            onSelect={view.selectCheckpoint}
          />
        </Suspense>
      </TabPanel>
      <TabPanel value="io">
        <Suspense fallback={<Loading />}>
          <IoTab run={run} />
        </Suspense>
      </TabPanel>
    </Tabs>
  )
}
