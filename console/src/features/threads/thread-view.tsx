import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useScope } from '../../api/session.ts'
import type { LangGraphRun, LangGraphThread } from '../../api/dialect.ts'
import { newestCheckpoint, type CheckpointNode, type CheckpointTree } from '../../model/checkpoint-tree.ts'
import { plural } from '../../model/format.ts'
import { stringifyExact } from '../../model/exact-json.ts'
import { Button, buttonClass, IconButton, Kbd, Segmented } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { ScreenHeading } from '../../ui/screen.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { EmptyState } from '../../ui/states.tsx'
import { EditDrawer } from './edit-drawer.tsx'
import { HistoryTree } from './history-tree.tsx'
import { StateDocument } from './state-document.tsx'
import { ThreadAside, type CheckpointAction } from './thread-aside.tsx'
import { ThreadStatusPill } from './thread-status.tsx'
import { useThreadActions } from './use-thread-actions.ts'

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

/** The selected checkpoint, the view and the open drawer are in the URL. */
const useThreadSearch = () => {
  const search = useSearch({ from: '/threads/$threadId' })
  const navigate = useNavigate()
  const setSearch = (change: Record<string, string | undefined>): void =>
    void navigate({
      to: '.',
      search: (old: Record<string, string | undefined>) =>
        Object.fromEntries(
          Object.entries({ ...old, ...change }).filter(
            (entry): entry is [string, string] => entry[1] !== undefined,
          ),
        ),
      replace: true,
    })
  return { search, setSearch }
}

const titleOf = (node: CheckpointNode): string =>
  node.kind === 'input'
    ? 'Input'
    : node.kind === 'edit'
      ? 'After an edit'
      : node.label === 'input applied'
        ? 'After the input'
        : `After ${node.label}`

export const ThreadView = (props: ThreadViewProps) => {
  const { thread, tree, runs, assistantId } = props
  const { search, setSearch } = useThreadSearch()
  const navigate = useNavigate()
  const canWrite = useScope('write')
  const [editsMetadata, setEditsMetadata] = useState(false)
  const node = tree.byId.get(search['checkpoint'] ?? '') ?? tree.byId.get(newestCheckpoint(tree) ?? '')
  const parent = node?.parentId === undefined ? undefined : tree.byId.get(node.parentId)
  const compared = tree.byId.get(search['against'] ?? '')
  const isComparing = 'against' in search
  const select = (id: string): void => setSearch({ checkpoint: id, edit: undefined })
  const { save, run, copy } = useThreadActions(thread.thread_id, assistantId, select)
  const isEditing = search['edit'] === '1' && canWrite && node !== undefined && assistantId !== undefined
  const step = (distance: number): void => {
    const next = node === undefined ? undefined : tree.nodes[node.number - 1 + distance]
    if (next !== undefined) select(next.id)
  }

  const busyReason = thread.status === 'busy' ? 'A run is active in this thread' : undefined
  const writeReason = canWrite
    ? assistantId === undefined
      ? 'No run has been started in this thread'
      : busyReason
    : 'Your key may only read'
  const next = node?.state.next.filter((name) => name !== '__start__') ?? []
  const actions: CheckpointAction[] =
    node === undefined
      ? []
      : [
          {
            key: 'f',
            label: 'Fork from here',
            icon: 'fork',
            reason: canWrite ? undefined : 'Your key may only read',
            run: () =>
              void navigate({
                to: '/chat/$threadId',
                params: { threadId: thread.thread_id },
                search: { checkpoint: node.id },
              }),
          },
          {
            key: 'e',
            label: 'Edit state',
            icon: 'pencil',
            pressed: isEditing,
            reason: writeReason,
            run: () => setSearch({ checkpoint: node.id, edit: isEditing ? undefined : '1' }),
          },
          {
            key: 'r',
            label: 'Run from here',
            icon: 'play',
            reason:
              writeReason ??
              (node.state.next.length === 0
                ? 'Nothing comes after this checkpoint; fork it with a message or edit the state'
                : undefined),
            run: () => run.mutate(node.id),
          },
          {
            key: 'c',
            label: 'Compare with…',
            icon: 'columns',
            pressed: isComparing,
            reason: tree.nodes.length < 2 ? 'There is no other checkpoint' : undefined,
            run: () => setSearch({ against: isComparing ? undefined : (parent?.id ?? 'none') }),
          },
        ]
  useShortcuts('Thread', [
    { keys: ['['], label: 'Earlier checkpoint', run: () => step(-1) },
    { keys: [']'], label: 'Later checkpoint', run: () => step(1) },
    ...actions.map(({ key, label, reason, run: perform }) => ({
      keys: [key],
      label,
      run: () => reason === undefined && perform(),
    })),
  ])
  const against = isComparing ? compared : parent
  const view = search['view'] === 'json' ? 'json' : 'document'

  return (
    <div className="flex min-h-0 flex-1 flex-col max-lg:flex-none">
      <header className="flex flex-none flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-5 py-3 lg:flex-nowrap">
        <ScreenHeading>{props.title}</ScreenHeading>
        <ThreadStatusPill status={thread.status} />
        <span className="flex-none text-ink-2">
          {plural(tree.branches.length, 'branch', 'branches')}, {plural(tree.nodes.length, 'checkpoint')},{' '}
          {plural(runs.length, 'run')}
        </span>
        <div className="ml-auto flex flex-none flex-wrap gap-2">
          {canWrite && (
            <Button busy={copy.isPending} onClick={() => copy.mutate()}>
              Copy thread
            </Button>
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
      </header>
      {node === undefined ? (
        <EmptyState
          icon="threads"
          title="No checkpoint yet"
          actions={
            <Link
              to="/chat/$threadId"
              params={{ threadId: thread.thread_id }}
              search={{}}
              className={buttonClass('primary')}
            >
              Open in playground
            </Link>
          }
        >
          <p>
            Every step of a run stores a checkpoint with the whole state. Start a run in this thread, and its
            history appears here as a tree.
          </p>
        </EmptyState>
      ) : (
        <div className="flex min-h-0 flex-1 max-lg:flex-col">
          <section
            aria-label="History"
            className="flex min-h-0 flex-none flex-col border-line max-lg:max-h-80 max-lg:border-b lg:w-81 lg:border-r"
          >
            <div className="flex min-h-9 flex-none items-center gap-3 border-b border-line px-5">
              <h2 className="font-medium">History</h2>
              <span className="ml-auto">
                <Segmented
                  label="Show"
                  value={search['show'] === 'branch' ? 'branch' : 'all'}
                  options={[
                    { value: 'all', label: 'All' },
                    { value: 'branch', label: 'This branch' },
                  ]}
                  onChange={(value) => setSearch({ show: value === 'all' ? undefined : value })}
                />
              </span>
            </div>
            <div className="min-h-0 flex-1 overflow-y-auto">
              {props.hasEarlier && (
                <div className="px-5 py-2">
                  <Button size="small" busy={props.loadingEarlier} onClick={props.onLoadEarlier}>
                    Load earlier checkpoints
                  </Button>
                </div>
              )}
              <HistoryTree
                tree={tree}
                selected={node.id}
                onlyPath={search['show'] === 'branch'}
                onSelect={select}
              />
            </div>
          </section>
          <section
            aria-label={`State at checkpoint ${String(node.number)}`}
            className="flex min-h-0 min-w-0 flex-1 flex-col bg-surface max-lg:min-h-[70vh] max-lg:flex-none"
          >
            <div className="flex min-h-9 flex-none flex-wrap items-center gap-x-3 border-b border-line bg-bg px-5 py-0.5 lg:flex-nowrap">
              <h2 className="min-w-0 truncate font-medium">{titleOf(node)}</h2>
              <span className="min-w-0 truncate text-small text-ink-2">
                checkpoint {node.number}
                {next.length > 0 && `, next ${next.join(', ')}`}
              </span>
              <div className="ml-auto flex flex-none items-center gap-2">
                {isComparing && (
                  <label className="inline-flex items-center gap-1.5 text-small text-ink-2">
                    compared with
                    <Select
                      className="h-6.5! w-auto! max-w-44 text-small"
                      value={compared?.id ?? 'none'}
                      onChange={(event) => setSearch({ against: event.target.value })}
                    >
                      <option value="none">choose</option>
                      {tree.nodes
                        .filter(({ id }) => id !== node.id)
                        .map(({ id, number, label }) => (
                          <option key={id} value={id}>
                            {number}, {label}
                          </option>
                        ))}
                    </Select>
                  </label>
                )}
                <span className="inline-flex items-center gap-0.5">
                  <IconButton
                    icon="left"
                    label="Earlier checkpoint"
                    size="small"
                    disabled={node.number === 1}
                    onClick={() => step(-1)}
                  />
                  <Kbd>[</Kbd>
                  <Kbd>]</Kbd>
                  <IconButton
                    icon="right"
                    label="Later checkpoint"
                    size="small"
                    disabled={node.number === tree.nodes.length}
                    onClick={() => step(1)}
                  />
                </span>
                <Segmented
                  label="Show state as"
                  value={view}
                  options={[
                    { value: 'document', label: 'Document' },
                    { value: 'json', label: 'JSON' },
                  ]}
                  onChange={(value) => setSearch({ view: value === 'json' ? 'json' : undefined })}
                />
              </div>
            </div>
            <StateDocument
              node={node}
              against={against}
              view={view}
              showDifference={search['diff'] !== 'off'}
              onShowDifference={(shown) => setSearch({ diff: shown ? undefined : 'off' })}
              onShowJson={() => setSearch({ view: 'json' })}
            />
            {isEditing && (
              <EditDrawer
                key={node.id}
                node={node}
                writers={
                  node.kind === 'step'
                    ? node.label.split(', ').filter((name) => name !== 'input applied')
                    : []
                }
                assistantId={assistantId}
                busy={save.isPending ? (save.variables.andRun ? 'run' : 'save') : undefined}
                error={save.error}
                onSave={(values, asNode, andRun) =>
                  save.mutate({ checkpointId: node.id, values, asNode, andRun })
                }
                onClose={() => setSearch({ edit: undefined })}
              />
            )}
          </section>
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
