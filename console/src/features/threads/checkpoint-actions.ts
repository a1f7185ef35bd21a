import type { CheckpointNode, CheckpointTree } from '../../model/checkpoint-tree.ts'
import type { IconName } from '../../ui/icons.tsx'

export interface CheckpointAction {
  key: string
  label: string
  icon: IconName
  pressed?: boolean
  /** Why it cannot be done now. */
  reason: string | undefined
  run: () => void
}

interface ActionOptions {
  node: CheckpointNode
  tree: CheckpointTree
  canWrite: boolean
  hasAssistant: boolean
  isBusy: boolean
  isEditing: boolean
  isComparing: boolean
  onFork: () => void
  onEdit: () => void
  onRun: () => void
  onCompare: () => void
}

const READ_ONLY = 'Your key may only read'

const findWriteProblem = ({ canWrite, hasAssistant, isBusy }: ActionOptions): string | undefined => {
  if (!canWrite) return READ_ONLY
  if (!hasAssistant) return 'No run has been started in this thread'
  return isBusy ? 'A run is active in this thread' : undefined
}

/** What can be done from the selected checkpoint, each with its key. */
export const listCheckpointActions = (options: ActionOptions): CheckpointAction[] => {
  const { node, tree, canWrite, isEditing, isComparing } = options
  const problem = findWriteProblem(options)
  return [
    {
      key: 'f',
      label: 'Fork from here',
      icon: 'fork',
      reason: canWrite ? undefined : READ_ONLY,
      run: options.onFork,
    },
    {
      key: 'e',
      label: 'Edit state',
      icon: 'pencil',
      pressed: isEditing,
      reason: problem,
      run: options.onEdit,
    },
    {
      key: 'r',
      label: 'Run from here',
      icon: 'play',
      reason:
        problem ??
        (node.state.next.length === 0
          ? 'Nothing comes after this checkpoint; fork it with a message or edit the state'
          : undefined),
      run: options.onRun,
    },
    {
      key: 'c',
      label: 'Compare with…',
      icon: 'columns',
      pressed: isComparing,
      reason: tree.nodes.length < 2 ? 'There is no other checkpoint' : undefined,
      run: options.onCompare,
    },
  ]
}
