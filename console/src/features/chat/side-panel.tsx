import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { runQuery } from '../../api/runs.ts'
import { graphQuery } from '../../api/threads.ts'
import { activeNodes } from '../../model/live-run.ts'
import { formatCount } from '../../model/format.ts'
import { countSigns, type DiffRow } from '../../model/state-diff.ts'
import { isTaskWaiting } from '../../model/transcript.ts'
import { Segmented } from '../../ui/button.tsx'
import { StateDiffView } from '../../ui/state-diff-view.tsx'
import { Time } from '../../ui/time.tsx'
import { GraphStripView } from './graph-strip-view.tsx'
import { PanelHeading, RunSection } from './run-section.tsx'
import { useActivity, useStates, type RunView } from './use-run-view.ts'

const sizeOfList = (value: unknown): number => (Array.isArray(value) ? value.length : 0)

const noteOf = ({ depth, sign, before, after }: DiffRow): string => {
  if (depth > 0 || sign === '=') return ''
  const more = sizeOfList(after) - sizeOfList(before)
  if (sign === '~' && more > 0) return `${formatCount(more)} more`
  if (sign === '~' && typeof before === 'string' && before.length < 16) return `was "${before}"`
  return sign === '+' ? 'new' : sign === '~' ? 'changed' : 'removed'
}

interface SidePanelProps extends RunView {
  threadId: string
  assistantId: string
}

export const SidePanel = (props: SidePanelProps) => {
  const { threadId, assistantId, runId, active } = props
  const [shown, setShown] = useState<'all' | 'changed'>('all')
  const { data: run } = useQuery({ ...runQuery(runId ?? ''), enabled: runId !== undefined })
  const { data: graph } = useQuery(graphQuery(assistantId))
  const { nodes, last } = useStates(props)
  const activity = useActivity(props)
  const isWaiting = last?.state.tasks.some((task) => isTaskWaiting(last.state, task)) === true
  const counts = countSigns(nodes)
  const changed = counts['+'] + counts['~'] + counts['−']
  const live = active === undefined ? undefined : activeNodes(active.live)
  return (
    <aside
      aria-label="This run"
      className="flex min-h-0 w-full flex-none flex-col border-line max-lg:border-t lg:w-99 lg:border-l"
    >
      {runId !== undefined && (
        <RunSection
          runId={runId}
          threadId={threadId}
          assistantId={assistantId}
          run={run}
          active={active}
          isWaiting={isWaiting}
        />
      )}
      {graph !== undefined && (
        <>
          <PanelHeading
            end={
              live !== undefined &&
              `${String(live.running.length)} running, ${String(live.waiting.length)} waiting`
            }
          >
            Graph
          </PanelHeading>
          <div className="flex-none py-2">
            <GraphStripView graph={graph} activity={activity} />
          </div>
        </>
      )}
      <div className="border-t border-line" />
      <PanelHeading
        end={
          <>
            {changed > 0 && `${String(changed)} changed in this run`}
            <Segmented
              label="Keys shown"
              value={shown}
              options={[
                { value: 'all', label: 'All' },
                { value: 'changed', label: 'Changed' },
              ]}
              onChange={setShown}
            />
          </>
        }
      >
        State
      </PanelHeading>
      {nodes.length === 0 ? (
        <p className="px-4 py-3 text-ink-3">The state of the thread appears here with the first run.</p>
      ) : (
        <StateDiffView
          nodes={nodes}
          label="State of the thread; keys changed in this run are marked"
          look="tinted"
          changedOnly={shown === 'changed'}
          note={noteOf}
          className="min-h-40 flex-1 py-1.25"
        />
      )}
      <p className="mt-auto flex min-h-8.5 flex-none flex-wrap items-center gap-x-3.5 border-t border-line px-4 py-1 text-small text-ink-3">
        {last !== undefined && (
          <span>
            Checkpoint {last.number} saved{' '}
            {last.state.created_at != null && <Time value={last.state.created_at} />}
          </span>
        )}
        <span className="ml-auto flex gap-3.5">
          {last !== undefined && active === undefined && (
            <Link
              to="/threads/$threadId"
              params={{ threadId }}
              search={{ checkpoint: last.id, edit: '1' }}
              className="text-accent hover:underline"
            >
              Edit and fork
            </Link>
          )}
          <Link
            to="/threads/$threadId"
            params={{ threadId }}
            search={{}}
            className="text-accent hover:underline"
          >
            Open thread
          </Link>
        </span>
      </p>
    </aside>
  )
}
