/** The checkpoints of a thread as a tree: oldest first, with branches. */
import type { LangGraphRun, ThreadState } from '../api/dialect.ts'
import { listChanges, type Change } from './state-diff.ts'

export type CheckpointKind = 'input' | 'step' | 'edit' | 'fork'

export interface CheckpointNode {
  id: string
  /** Checkpoints are numbered by age, from 1. */
  number: number
  parentId: string | undefined
  childIds: string[]
  state: ThreadState
  kind: CheckpointKind
  /** The nodes that wrote it, "input" or "edited". */
  label: string
  branch: number
  runId: string | undefined
  changes: Change[]
}

export interface Branch {
  index: number
  /** A, B, …, Z, AA */
  name: string
  /** The number of the checkpoint at which it starts, or undefined for the first branch. */
  from: number | undefined
  nodeIds: string[]
}

export interface CheckpointTree {
  nodes: CheckpointNode[]
  byId: ReadonlyMap<string, CheckpointNode>
  branches: Branch[]
}

const START = '__start__'

const metadataOf = ({ metadata }: ThreadState): Record<string, unknown> => metadata ?? {}

const kindOfState = (state: ThreadState): CheckpointKind => {
  const source = metadataOf(state)['source']
  return source === 'input' ? 'input' : source === 'update' ? 'edit' : source === 'fork' ? 'fork' : 'step'
}

/** The tasks of the parent wrote this checkpoint. After `__start__`, the input has been applied and nothing else has happened. */
const labelOf = (kind: CheckpointKind, parent: ThreadState | undefined): string => {
  if (kind === 'input') return 'input'
  if (kind === 'edit') return 'edited'
  if (kind === 'fork') return 'forked'
  const names = [...new Set((parent?.tasks ?? []).map(({ name }) => name))]
  if (names.length === 0) return 'step'
  return names.join() === START ? 'input applied' : names.filter((name) => name !== START).join(', ')
}

export const branchName = (index: number): string =>
  (index >= 26 ? branchName(Math.floor(index / 26) - 1) : '') + String.fromCodePoint(65 + (index % 26))

const idOf = ({ checkpoint }: ThreadState): string | undefined => checkpoint?.checkpoint_id

/** IDs of checkpoints are UUIDv6, so sorting by id sorts by time. */
const sortOldestFirst = (states: readonly ThreadState[]): [string, ThreadState][] => {
  const byId = new Map<string, ThreadState>()
  for (const state of states) {
    const id = idOf(state)
    if (id !== undefined) byId.set(id, state)
  }
  return [...byId].sort(([left], [right]) => (left < right ? -1 : 1))
}

/** The first child continues the branch of its parent; every further child starts a branch. */
const assignBranches = (nodes: CheckpointNode[], byId: Map<string, CheckpointNode>): Branch[] => {
  const branches: Branch[] = []
  for (const node of nodes) {
    const parent = node.parentId === undefined ? undefined : byId.get(node.parentId)
    if (parent?.childIds[0] === node.id) node.branch = parent.branch
    else {
      node.branch = branches.length
      branches.push({
        index: branches.length,
        name: branchName(branches.length),
        from: parent?.number,
        nodeIds: [],
      })
    }
    branches[node.branch]?.nodeIds.push(node.id)
  }
  return branches
}

type RunTimes = Pick<LangGraphRun, 'run_id' | 'created_at' | 'updated_at'>

/**
 * The run that wrote the checkpoint. Only checkpoints of runs of the LangGraph API name it. A thread executes its runs one after another,
 * so it is otherwise the first one that had been created and had not ended.
 */
const findRunId = (state: ThreadState, runs: readonly RunTimes[]): string | undefined => {
  const named = metadataOf(state)['run_id']
  if (typeof named === 'string') return named
  const at = Date.parse(state.created_at ?? '')
  return runs.find(
    ({ created_at, updated_at }) => Date.parse(created_at) <= at && at <= Date.parse(updated_at),
  )?.run_id
}

export const buildTree = (
  states: readonly ThreadState[],
  /** The runs of the thread. */
  runs: readonly RunTimes[] = [],
): CheckpointTree => {
  const oldestFirst = runs.toSorted((a, b) => a.created_at.localeCompare(b.created_at))
  const sorted = sortOldestFirst(states)
  const stateById = new Map(sorted)
  const nodes = sorted.map(([id, state], index): CheckpointNode => {
    const parentId = state.parent_checkpoint?.checkpoint_id
    const parent = parentId === undefined ? undefined : stateById.get(parentId)
    const kind = kindOfState(state)
    return {
      id,
      number: index + 1,
      parentId: parent === undefined ? undefined : parentId,
      childIds: [],
      state,
      kind,
      label: labelOf(kind, parent),
      branch: 0,
      runId: kind === 'edit' ? undefined : findRunId(state, oldestFirst),
      changes: listChanges(parent?.values, state.values),
    }
  })
  const byId = new Map(nodes.map((node) => [node.id, node]))
  for (const node of nodes) if (node.parentId !== undefined) byId.get(node.parentId)?.childIds.push(node.id)
  return { nodes, byId, branches: assignBranches(nodes, byId) }
}

/** The checkpoints from the first one to the given one. */
export const pathTo = (tree: CheckpointTree, id: string | undefined): CheckpointNode[] => {
  const path: CheckpointNode[] = []
  for (let node = id === undefined ? undefined : tree.byId.get(id); node !== undefined;) {
    path.push(node)
    node = node.parentId === undefined ? undefined : tree.byId.get(node.parentId)
  }
  return path.reverse()
}

/** The newest checkpoint that descends from the given one. */
export const newestLeaf = (tree: CheckpointTree, id: string): string => {
  const reached = new Set([id])
  let leaf = id
  for (const node of tree.nodes)
    if (node.parentId !== undefined && reached.has(node.parentId)) {
      reached.add(node.id)
      if (node.childIds.length === 0) leaf = node.id
    }
  return leaf
}

export const newestCheckpoint = (tree: CheckpointTree): string | undefined => tree.nodes.at(-1)?.id

/** The checkpoints that have the same parent, oldest first. */
export const siblingsOf = (tree: CheckpointTree, node: CheckpointNode): string[] =>
  node.parentId === undefined
    ? tree.nodes.filter(({ parentId }) => parentId === undefined).map(({ id }) => id)
    : (tree.byId.get(node.parentId)?.childIds ?? [node.id])
