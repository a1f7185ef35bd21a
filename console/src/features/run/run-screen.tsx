import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useEffectEvent } from 'react'
import { assistantQuery } from '../../api/assistants.ts'
import { useRunLog, type RunLog } from '../../api/run-log.ts'
import { runKey, runQuery } from '../../api/runs.ts'
import type { Run } from '../../api/types.ts'
import { shortId } from '../../model/format.ts'
import { useScreen } from '../../ui/screen.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { RunActions } from './run-actions.tsx'
import { RunAside } from './run-aside.tsx'
import { RunHeader } from './run-header.tsx'
import { RunTabs } from './run-tabs.tsx'
import { StreamNotice } from './stream-notice.tsx'
import { useRunShortcuts } from './use-run-shortcuts.ts'
import { useRunView } from './use-run-view.ts'

const ActionPanel = lazy(async () => ({ default: (await import('./action-panel.tsx')).ActionPanel }))

/** Loads the run again when its events say that its status has changed. */
const useFreshRun = (runId: string, { statusChanges, state }: RunLog): void => {
  const client = useQueryClient()
  const reload = useEffectEvent(() => void client.invalidateQueries({ queryKey: runKey(runId) }))
  useEffect(() => {
    if (statusChanges > 0) reload()
  }, [statusChanges, state])
}

export const RunScreen = () => {
  const { runId } = useParams({ from: '/runs/$runId' })
  const { data: run, error, refetch } = useQuery(runQuery(runId))
  // The events are requested at the same time as the run, not after it.
  const log = useRunLog(runId)
  if (run !== undefined) return <LoadedRun key={runId} run={run} log={log} />
  return <UnloadedRun runId={runId} error={error} onRetry={() => void refetch()} />
}

interface UnloadedRunProps {
  runId: string
  error: Error | null
  onRetry: () => void
}

const UnloadedRun = ({ runId, error, onRetry }: UnloadedRunProps) => {
  useScreen('Run', [{ label: 'Runs', to: '/runs' }, { label: shortId(runId) }])
  if (error !== null) return <ErrorState error={error} onRetry={onRetry} />
  return <Loading label="Loading the run" />
}

const LoadedRun = ({ run, log }: { run: Run; log: RunLog }) => {
  useFreshRun(run.run_id, log)
  const { data: assistant } = useQuery({ ...assistantQuery(run.assistant_id), retry: false })
  const name = assistant?.name ?? `Run ${shortId(run.run_id)}`
  useScreen(assistant === undefined ? name : `${name} ${shortId(run.run_id)}`, [
    { label: 'Runs', to: '/runs' },
    ...(assistant === undefined ? [] : [{ label: assistant.name }]),
    { label: shortId(run.run_id) },
  ])
  const view = useRunView(run, log)
  useRunShortcuts(view)
  return (
    <>
      <RunHeader
        run={run}
        name={name}
        trace={view.trace}
        actions={<RunActions run={run} trace={view.trace} checkpoint={view.checkpoint} />}
      />
      <StreamNotice log={log} />
      {run.status === 'requires_action' && (
        <Suspense fallback={<div className="h-30" />}>
          <ActionPanel run={run} />
        </Suspense>
      )}
      <div className="flex min-h-0 flex-1 max-lg:flex-none max-lg:flex-col">
        <div className="flex min-h-0 min-w-0 flex-1 flex-col max-lg:max-h-[75vh] max-lg:min-h-70 max-lg:flex-none">
          <RunTabs run={run} log={log} view={view} />
        </div>
        <RunAside run={run} log={log} view={view} />
      </div>
    </>
  )
}
