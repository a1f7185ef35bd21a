import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState, type ReactNode } from 'react'
import { runQuery } from '../../api/runs.ts'
import { graphQuery } from '../../api/threads.ts'
import type { Run } from '../../api/types.ts'
import { activeNodes } from '../../model/chat.ts'
import { toCurl, toJavaScript, toPython } from '../../model/chat-snippets.ts'
import type { CheckpointNode } from '../../model/checkpoint-tree.ts'
import { formatCost, formatCount, formatDuration, shortId } from '../../model/format.ts'
import { countSigns, diffFields, type DiffRow } from '../../model/state-diff.ts'
import { isTaskWaiting } from '../../model/transcript.ts'
import { Button, buttonClass, Segmented } from '../../ui/button.tsx'
import { copyWithToast } from '../../ui/copy.tsx'
import { Icon } from '../../ui/icons.tsx'
import { StateDiffView } from '../../ui/state-diff-view.tsx'
import { StatusPill } from '../../ui/status.tsx'
import { Duration, Time } from '../../ui/time.tsx'
import { GraphStripView, type NodeActivity } from './graph-strip-view.tsx'
import type { ActiveRun } from './use-chat.ts'

const PanelHeading = ({ children, end }: { children: ReactNode; end?: ReactNode }) => (
  <div className="flex min-h-9 flex-none flex-wrap items-center gap-2 border-b border-line px-4 py-1">
    <h2 className="font-medium">{children}</h2>
    {end !== undefined && (
      <span className="ml-auto flex items-center gap-3 text-small text-ink-3">{end}</span>
    )}
  </div>
)

const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="not-first:border-l not-first:border-line not-first:pl-3">
    <dt className="text-label text-ink-3">{label}</dt>
    <dd className="text-figure font-medium">{children}</dd>
  </div>
)

const costText = (run: Run | undefined): string => {
  const usd = run?.cost?.usd
  return usd == null ? 'unknown' : formatCost(Number(usd))
}

const RunFigures = ({ run, active }: { run: Run | undefined; active: ActiveRun | undefined }) => {
  const usage = run?.usage
  const first = active?.live.isTimed === true ? active.live.firstChunkAt : undefined
  return (
    <dl className="flex flex-none justify-between gap-2 px-4 pt-2.5 pb-2.25 whitespace-nowrap">
      <Figure label="Tokens">
        {usage == null ? (
          '–'
        ) : (
          <>
            {formatCount(Number(usage['input_tokens'] ?? 0))}{' '}
            <i className="text-small font-normal text-ink-3 not-italic">in</i> ·{' '}
            {formatCount(Number(usage['output_tokens'] ?? 0))}{' '}
            <i className="text-small font-normal text-ink-3 not-italic">out</i>
          </>
        )}
      </Figure>
      <Figure label="Cost">{run === undefined || active !== undefined ? '–' : costText(run)}</Figure>
      <Figure label="Time">
        {active === undefined ? (
          <Duration ms={run?.duration_ms ?? durationOf(run)} />
        ) : (
          <Duration since={active.startedAt} />
        )}
      </Figure>
      {active !== undefined && (
        <Figure label="First token">
          {first === undefined ? '–' : formatDuration(first - active.startedAt)}
        </Figure>
      )}
    </dl>
  )
}

const durationOf = (run: Run | undefined): number | null =>
  run?.started_at == null || run.completed_at == null
    ? null
    : Date.parse(run.completed_at) - Date.parse(run.started_at)

interface SidePanelProps {
  threadId: string
  assistantId: string
  /** The run that is shown: the active one, or the one that wrote the newest checkpoint of the branch. */
  runId: string | undefined
  active: ActiveRun | undefined
  path: CheckpointNode[]
}

/** The state before the run, and now. */
const useStates = ({ active, path, runId }: SidePanelProps) => {
  const last = path.at(-1)
  const before = active === undefined ? path.findLast((node) => node.runId !== runId) : last
  const values = active?.live.values ?? last?.state.values
  return useMemo(
    () => ({ nodes: diffFields(before?.state.values ?? {}, values ?? {}), last }),
    [before?.state.values, values, last],
  )
}

const useActivity = ({ active, path, runId }: SidePanelProps): ((node: string) => NodeActivity) => {
  const nodes = active === undefined ? undefined : activeNodes(active.live)
  const last = path.at(-1)
  const ran = useMemo(
    () =>
      new Set(
        path
          .filter((node) => node.runId === runId && node.kind === 'step')
          .flatMap(({ label }) => label.split(', ')),
      ),
    [path, runId],
  )
  return (node) => {
    if (nodes !== undefined)
      return nodes.running.includes(node)
        ? 'running'
        : nodes.waiting.includes(node)
          ? 'waiting'
          : nodes.done.includes(node)
            ? 'done'
            : 'none'
    const task = last?.state.tasks.find(({ name }) => name === node)
    if (last !== undefined && task !== undefined)
      return isTaskWaiting(last.state, task)
        ? 'waiting'
        : last.state.next.includes(node) && task.result == null
          ? 'next'
          : 'done'
    return ran.has(node) ? 'done' : 'none'
  }
}

const sizeOfList = (value: unknown): number => (Array.isArray(value) ? value.length : 0)

const noteOf = ({ depth, sign, before, after }: DiffRow): string => {
  if (depth > 0 || sign === '=') return ''
  const more = sizeOfList(after) - sizeOfList(before)
  if (sign === '~' && more > 0) return `${formatCount(more)} more`
  if (sign === '~' && typeof before === 'string' && before.length < 16) return `was "${before}"`
  return sign === '+' ? 'new' : sign === '~' ? 'changed' : 'removed'
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
  const snippet = { origin: location.origin, threadId, assistant: assistantId, input: run?.input ?? {} }
  return (
    <aside
      aria-label="This run"
      className="flex min-h-0 w-full flex-none flex-col border-line max-lg:border-t lg:w-99 lg:border-l"
    >
      {runId !== undefined && (
        <>
          <PanelHeading
            end={
              <StatusPill
                status={
                  active === undefined
                    ? isWaiting
                      ? 'requires_action'
                      : (run?.status ?? 'completed')
                    : 'in_progress'
                }
              />
            }
          >
            Run <span className="font-mono text-small">{shortId(runId)}</span>
          </PanelHeading>
          <RunFigures run={run} active={active} />
          <div className="flex flex-none flex-wrap gap-1.5 border-b border-line px-4 pb-3">
            <Link
              to="/runs/$runId"
              params={{ runId }}
              search={{}}
              className={`${buttonClass('default', 'small')} flex-1`}
            >
              Open run <Icon name="external" size={13} />
            </Link>
            <Button
              size="small"
              className="flex-1"
              onClick={() => void copyWithToast(toCurl(snippet), 'the curl command')}
            >
              Copy curl
            </Button>
            <Button
              size="small"
              className="flex-1"
              onClick={() => void copyWithToast(toJavaScript(snippet), 'the JavaScript program')}
            >
              JavaScript
            </Button>
            <Button
              size="small"
              className="flex-1"
              onClick={() => void copyWithToast(toPython(snippet), 'the Python program')}
            >
              Python
            </Button>
          </div>
        </>
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
