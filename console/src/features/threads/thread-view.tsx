import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { LangGraphRun, LangGraphThread } from '../../api/dialect.ts'
import { useScope } from '../../api/session.ts'
import { newestCheckpoint, type CheckpointNode, type CheckpointTree } from '../../model/checkpoint-tree.ts'
import { buttonClass } from '../../ui/button.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { EmptyState } from '../../ui/states.tsx'
import { listCheckpointActions } from './checkpoint-actions.ts'
import { EditDrawer } from './edit-drawer.tsx'
import { HistoryPanel } from './history-panel.tsx'
import { StatePanel } from './state-panel.tsx'
import { ThreadAside } from './thread-aside.tsx'
import { ThreadHeader } from './thread-header.tsx'
import { useThreadActions } from './use-thread-actions.ts'
import { useThreadSearch } from './use-thread-search.ts'

const MetadataDialog = lazy(async () => ({ default: (await import('./metadata-dialog.tsx')).MetadataDialog }))

interface ThreadViewProps {
  title: string
  thread: LangGraphThread
  tree: CheckpointTree
  runs: LangGraphRun[]
  assistantId: string | undefined
  assistantName: string | undefined
  hasEarlier: boolean
  loadingEarlier: boolean
  onLoadEarlier: () => void
}

const NoCheckpoint = ({ threadId }: { threadId: string }) => (
  <EmptyState
    icon="threads"
    title="No checkpoint yet"
    actions={
      <Link to="/chat/$threadId" params={{ threadId }} search={{}} className={buttonClass('primary')}>
        Open in playground
      </Link>
    }
  >
    <p>
      Every step of a run stores a checkpoint with the whole state. Start a run in this thread, and its
      history appears here as a tree.
    </p>
  </EmptyState>
)

const writersOf = ({ kind, label }: CheckpointNode): string[] =>
  kind === 'step' ? label.split(', ').filter((name) => name !== 'input applied') : []

export const ThreadView = (props: ThreadViewProps) => {
  const { thread, tree, runs, assistantId } = props
  const { search, setSearch } = useThreadSearch()
  const navigate = useNavigate()
  const canWrite = useScope('write')
  const [editsMetadata, setEditsMetadata] = useState(false)
  const node = tree.byId.get(search['checkpoint'] ?? '') ?? tree.byId.get(newestCheckpoint(tree) ?? '')
  const isComparing = 'against' in search
  const isEditing = search['edit'] === '1' && canWrite && node !== undefined && assistantId !== undefined
  const select = (id: string): void => setSearch({ checkpoint: id, edit: undefined })
  const { save, run, copy, remove } = useThreadActions(thread.thread_id, assistantId, select)
  const step = (distance: number): void => {
    const next = node === undefined ? undefined : tree.nodes[node.number - 1 + distance]
    if (next !== undefined) select(next.id)
  }
  const actions =
    node === undefined
      ? []
      : listCheckpointActions({
          node,
          tree,
          canWrite,
          hasAssistant: assistantId !== undefined,
          isBusy: thread.status === 'busy',
          isEditing,
          isComparing,
          onFork: () =>
            void navigate({
              to: '/chat/$threadId',
              params: { threadId: thread.thread_id },
              search: { checkpoint: node.id },
            }),
          onEdit: () => setSearch({ checkpoint: node.id, edit: isEditing ? undefined : '1' }),
          onRun: () => run.mutate(node.id),
          onCompare: () => setSearch({ against: isComparing ? undefined : (node.parentId ?? 'none') }),
        })
  useShortcuts('Thread', [
    { keys: ['['], label: 'Earlier checkpoint', run: () => step(-1) },
    { keys: [']'], label: 'Later checkpoint', run: () => step(1) },
    ...actions.map(({ key, label, reason, run: perform }) => ({
      keys: [key],
      label,
      run: () => reason === undefined && perform(),
    })),
  ])

  return (
    <div className="flex min-h-0 flex-1 flex-col max-lg:flex-none">
      <ThreadHeader
        title={props.title}
        thread={thread}
        tree={tree}
        runs={runs.length}
        lastRunId={runs.find(({ status }) => status === 'success')?.run_id}
        copying={copy.isPending}
        onCopy={() => copy.mutate()}
        deleting={remove.isPending}
        onDelete={() => remove.mutate()}
      />
      {node === undefined ? (
        <NoCheckpoint threadId={thread.thread_id} />
      ) : (
        <div className="flex min-h-0 flex-1 max-lg:flex-col">
          <HistoryPanel
            tree={tree}
            selected={node.id}
            search={search}
            setSearch={setSearch}
            onSelect={select}
            hasEarlier={props.hasEarlier}
            loadingEarlier={props.loadingEarlier}
            onLoadEarlier={props.onLoadEarlier}
          />
          <StatePanel
            tree={tree}
            node={node}
            search={search}
            setSearch={setSearch}
            onStep={step}
            drawer={
              isEditing && (
                <EditDrawer
                  key={node.id}
                  node={node}
                  writers={writersOf(node)}
                  assistantId={assistantId}
                  busy={save.isPending ? (save.variables.andRun ? 'run' : 'save') : undefined}
                  error={save.error}
                  onSave={(values, asNode, andRun) =>
                    save.mutate({ checkpointId: node.id, values, asNode, andRun })
                  }
                  onClose={() => setSearch({ edit: undefined })}
                />
              )
            }
          />
          <ThreadAside
            thread={thread}
            tree={tree}
            node={node}
            runs={runs}
            assistantName={props.assistantName}
            actions={actions}
            onEditMetadata={canWrite ? () => setEditsMetadata(true) : undefined}
          />
        </div>
      )}
      {editsMetadata && (
        <Suspense fallback={null}>
          <MetadataDialog thread={thread} open onOpenChange={setEditsMetadata} />
        </Suspense>
      )}
    </div>
  )
}
