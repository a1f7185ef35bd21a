import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useMemo, type ReactNode } from 'react'
import type { LangGraphRun, LangGraphRunStatus, LangGraphThread } from '../../api/dialect.ts'
import type { CheckpointNode, CheckpointTree } from '../../model/checkpoint-tree.ts'
import { formatBytes, formatDuration, shortId } from '../../model/format.ts'
import { previewJson } from '../../model/json-rows.ts'
import { sizeOf } from '../../model/state-diff.ts'
import { Button, Kbd } from '../../ui/button.tsx'
import { CopyIconButton } from '../../ui/copy.tsx'
import { StatusGlyph, statusWord, type RunStatus } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'
import type { CheckpointAction } from './checkpoint-actions.ts'

const RUN_STATUSES: Record<LangGraphRunStatus, RunStatus> = {
  pending: 'queued',
  running: 'in_progress',
  error: 'failed',
  timeout: 'failed',
  success: 'completed',
  interrupted: 'cancelled',
}

export const PanelHeading = ({ children, end }: { children: ReactNode; end?: ReactNode }) => (
  <div className="flex min-h-9 flex-none items-center gap-2 border-b border-line px-4">
    <h2 className="font-medium">{children}</h2>
    {end !== undefined && <span className="ml-auto text-small text-ink-3">{end}</span>}
  </div>
)

const Pair = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt className="text-ink-3">{label}</dt>
    <dd className="flex min-w-0 items-center gap-1">{children}</dd>
  </>
)

const Facts = ({ node, tree }: { node: CheckpointNode; tree: CheckpointTree }) => {
  const parent = node.parentId === undefined ? undefined : tree.byId.get(node.parentId)
  const size = useMemo(() => sizeOf(node.state.values), [node])
  const parentSize = useMemo(() => (parent === undefined ? 0 : sizeOf(parent.state.values)), [parent])
  const grown = size - parentSize
  return (
    <dl className="grid grid-cols-[84px_minmax(0,1fr)] gap-y-0.5 border-t border-line px-4 py-2.5 text-compact">
      <Pair label="Id">
        <span className="truncate font-mono text-small" title={node.id}>
          {node.id.slice(0, 8)}…{node.id.slice(-4)}
        </span>
        <CopyIconButton text={node.id} label="Copy the id of the checkpoint" />
      </Pair>
      <Pair label="Parent">
        {parent === undefined ? 'none' : `${String(parent.number)}, ${parent.label}`}
      </Pair>
      <Pair label="Written by">
        {node.runId === undefined ? (
          node.kind === 'edit' ? (
            'an edit'
          ) : (
            '–'
          )
        ) : (
          <Link
            to="/runs/$runId"
            params={{ runId: node.runId }}
            search={{}}
            className="text-accent hover:underline"
          >
            run <span className="font-mono text-small">{shortId(node.runId)}</span>
          </Link>
        )}
      </Pair>
      <Pair label="Size">
        {formatBytes(size)}
        {parent !== undefined && grown > 0 && `, ${formatBytes(grown)} of it new`}
      </Pair>
    </dl>
  )
}

const RunLine = ({
  run,
  isCurrent,
  branch,
}: {
  run: LangGraphRun
  isCurrent: boolean
  branch: string | undefined
}) => {
  const status = RUN_STATUSES[run.status]
  const ended = status === 'completed' || status === 'failed' || status === 'cancelled'
  const took = ended ? ` in ${formatDuration(Date.parse(run.updated_at) - Date.parse(run.created_at))}` : ''
  return (
    <li>
      <Link
        to="/runs/$runId"
        params={{ runId: run.run_id }}
        search={{}}
        aria-current={isCurrent ? 'true' : undefined}
        className={clsx(
          'grid grid-cols-[13px_minmax(0,1fr)_auto] items-center gap-x-2 px-4 py-1 hover:bg-sunken',
          isCurrent && 'bg-accent/9 shadow-[inset_2px_0_0_var(--accent)]',
        )}
      >
        <StatusGlyph status={status} />
        <span className="font-mono text-small">{shortId(run.run_id)}</span>
        <Time value={run.created_at} className="text-small text-ink-2" />
        <span
          className={clsx(
            'col-start-2 col-end-4 text-small leading-4.25',
            isCurrent ? 'text-ink-2' : 'text-ink-3',
          )}
        >
          {run.status === 'interrupted' ? 'Interrupted' : statusWord(status)}
          {took}
          {branch !== undefined && `, branch ${branch}`}
        </span>
      </Link>
    </li>
  )
}

interface ThreadAsideProps {
  thread: LangGraphThread
  tree: CheckpointTree
  node: CheckpointNode | undefined
  runs: LangGraphRun[]
  assistantName: string | undefined
  actions: CheckpointAction[]
  onEditMetadata: (() => void) | undefined
}

export const ThreadAside = ({
  thread,
  tree,
  node,
  runs,
  assistantName,
  actions,
  onEditMetadata,
}: ThreadAsideProps) => {
  const branchOf = (runId: string): string | undefined => {
    const written = tree.nodes.findLast((candidate) => candidate.runId === runId)
    return written === undefined || tree.branches.length < 2 ? undefined : tree.branches[written.branch]?.name
  }
  const metadata = Object.entries(thread.metadata).filter(
    ([name]) => name !== 'graph_id' && name !== 'assistant_id',
  )
  return (
    <aside
      aria-label="Checkpoint, runs and metadata"
      className="flex flex-none flex-col border-line max-lg:border-t lg:w-70 lg:overflow-y-auto lg:border-l"
    >
      {node !== undefined && (
        <>
          <PanelHeading>From checkpoint {node.number}</PanelHeading>
          <ul className="flex flex-col gap-1.5 px-4 pt-2.5 pb-3">
            {actions.map(({ key, label, icon, pressed, reason, run }) => (
              <li key={key}>
                <Button
                  icon={icon}
                  reason={reason}
                  aria-expanded={pressed}
                  onClick={run}
                  className={clsx(
                    'w-full justify-start! gap-2!',
                    pressed === true && 'border-accent! text-accent!',
                  )}
                >
                  {label}
                  <span className="ml-auto">
                    <Kbd>{key.toUpperCase()}</Kbd>
                  </span>
                </Button>
              </li>
            ))}
          </ul>
          <Facts node={node} tree={tree} />
        </>
      )}
      <div className="border-t border-line" />
      <PanelHeading end={runs.length}>Runs of this thread</PanelHeading>
      {runs.length === 0 ? (
        <p className="px-4 py-2.5 text-ink-3">No run has been started in this thread.</p>
      ) : (
        <ul className="py-1.5">
          {runs.map((run) => (
            <RunLine
              key={run.run_id}
              run={run}
              isCurrent={run.run_id === node?.runId}
              branch={branchOf(run.run_id)}
            />
          ))}
        </ul>
      )}
      <div className="border-t border-line" />
      <PanelHeading
        end={
          onEditMetadata !== undefined && (
            <Button variant="link" onClick={onEditMetadata}>
              Edit
            </Button>
          )
        }
      >
        Metadata
      </PanelHeading>
      <dl className="grid grid-cols-[84px_minmax(0,1fr)] gap-y-0.5 px-4 py-2.5 text-compact">
        {metadata.map(([name, value]) => (
          <Pair key={name} label={name}>
            <span className="truncate font-mono text-small" title={previewJson(value, 500)}>
              {typeof value === 'string' ? value : previewJson(value, 60)}
            </span>
          </Pair>
        ))}
        <Pair label="Assistant">{assistantName ?? '–'}</Pair>
        <Pair label="Created">
          <Time value={thread.created_at} />
        </Pair>
        <Pair label="Last used">
          <Time value={thread.updated_at} />
        </Pair>
        <Pair label="Id">
          <span className="truncate font-mono text-small">{shortId(thread.thread_id)}</span>
          <CopyIconButton text={thread.thread_id} label="Copy the id of the thread" />
        </Pair>
      </dl>
    </aside>
  )
}
