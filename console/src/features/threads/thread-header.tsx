import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAddToDataset } from '../../api/datasets.ts'
import { useScope } from '../../api/session.ts'
import type { LangGraphThread } from '../../api/dialect.ts'
import type { CheckpointTree } from '../../model/checkpoint-tree.ts'
import { stringifyExact } from '../../model/exact-json.ts'
import { plural } from '../../model/format.ts'
import { AddToDatasetDialog } from '../../ui/add-to-dataset.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { ScreenHeading } from '../../ui/screen.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ThreadStatusPill } from './thread-status.tsx'

/** Saves all states as a file; no request leaves the browser. */
const exportThread = (thread: LangGraphThread, tree: CheckpointTree): void => {
  const states = tree.nodes.map(({ state }) => state)
  const url = URL.createObjectURL(
    new Blob([stringifyExact({ thread, states }, 2)], { type: 'application/json' }),
  )
  const link = document.createElement('a')
  link.href = url
  link.download = `thread-${thread.thread_id}.json`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

interface ThreadHeaderProps {
  title: string
  thread: LangGraphThread
  tree: CheckpointTree
  runs: number
  /** The last run that succeeded. */
  lastRunId: string | undefined
  copying: boolean
  onCopy: () => void
  deleting: boolean
  onDelete: () => void
}

const AddRunToDataset = ({ runId, onClose }: { runId: string; onClose: () => void }) => {
  const adding = useAddToDataset(runId, ({ name }) => {
    showToast({ tone: 'ok', text: `The last run was added to ${name}` })
    onClose()
  })
  return <AddToDatasetDialog {...adding} onClose={onClose} />
}

export const ThreadHeader = ({ title, thread, tree, runs, lastRunId, ...actions }: ThreadHeaderProps) => {
  const canWrite = useScope('write')
  const [isConfirming, setConfirming] = useState(false)
  const [isAdding, setAdding] = useState(false)
  return (
    <header className="flex flex-none flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-5 py-3 lg:flex-nowrap">
      <ScreenHeading>{title}</ScreenHeading>
      <ThreadStatusPill status={thread.status} />
      <span className="flex-none text-ink-2">
        {plural(tree.branches.length, 'branch', 'branches')}, {plural(tree.nodes.length, 'checkpoint')},{' '}
        {plural(runs, 'run')}
      </span>
      <div className="ml-auto flex flex-wrap gap-2 max-lg:ml-0 lg:flex-none">
        {canWrite && (
          <>
            <Button variant="danger" onClick={() => setConfirming(true)}>
              Delete
            </Button>
            <Button busy={actions.copying} onClick={actions.onCopy}>
              Copy thread
            </Button>
            <Button
              reason={lastRunId === undefined ? 'No run of this thread has succeeded' : undefined}
              onClick={() => setAdding(true)}
            >
              Add to dataset
            </Button>
          </>
        )}
        <Button
          reason={tree.nodes.length === 0 ? 'There is nothing to export' : undefined}
          onClick={() => exportThread(thread, tree)}
        >
          Export
        </Button>
        <Link
          to="/chat/$threadId"
          params={{ threadId: thread.thread_id }}
          search={{}}
          className={buttonClass('primary')}
        >
          Open in playground
        </Link>
      </div>
      {isAdding && lastRunId !== undefined && (
        <AddRunToDataset runId={lastRunId} onClose={() => setAdding(false)} />
      )}
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title="Delete the thread"
        description={`The thread is deleted with its ${plural(tree.nodes.length, 'checkpoint')} and ${plural(runs, 'run')}. This cannot be undone.`}
        action="Delete the thread"
        danger
        busy={actions.deleting}
        reason={thread.status === 'busy' ? 'A run is active in this thread' : undefined}
        onConfirm={actions.onDelete}
      />
    </header>
  )
}
