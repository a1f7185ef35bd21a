/** Rows and lines of the history of a thread. */
import { pathTo, type Branch, type CheckpointNode, type CheckpointTree } from './checkpoint-tree.ts'

export type TreeRow =
  | { type: 'branch'; key: string; branch: Branch; runs: number; y: number; height: number }
  | { type: 'checkpoint'; key: string; node: CheckpointNode; y: number; height: number }

export interface TreeMark {
  id: string
  x: number
  y: number
  kind: CheckpointNode['kind']
  onPath: boolean
  selected: boolean
}

export interface TreeLine {
  key: string
  path: string
  onPath: boolean
}

export interface TreeLayout {
  rows: TreeRow[]
  marks: TreeMark[]
  lines: TreeLine[]
  height: number
  /** Where texts start, to the right of all lanes. */
  indent: number
}

/** How much of the history is shown: where runs start and end, every step, or every step with what it changed. */
export const TREE_DETAILS = ['runs', 'steps', 'changes'] as const
export type TreeDetail = (typeof TREE_DETAILS)[number]

interface TreeOptions {
  onlyPath?: boolean
  detail?: TreeDetail
}

const ROW_HEIGHTS: Record<TreeDetail, number> = { runs: 29, steps: 29, changes: 47 }
const BRANCH_HEIGHT = 29
const FIRST_LANE = 28
const LANE_WIDTH = 18
/** Later branches share the last lane, so that texts keep their space. */
const MAX_LANES = 5
const MARK_OFFSET = 14.5

const laneOf = (branch: number): number => FIRST_LANE + LANE_WIDTH * Math.min(branch, MAX_LANES - 1)

/** A line that stays in its lane is straight; one that leaves it bends below the parent. */
const toPath = (x1: number, y1: number, x2: number, y2: number): string =>
  x1 === x2
    ? `M${String(x1)} ${String(y1)}V${String(y2)}`
    : `M${String(x1)} ${String(y1)}C${String(x1)} ${String(y1 + 22)} ${String(x2)} ${String(y1 + 10)} ${String(x2)} ${String(y1 + 34)}V${String(y2)}`

/** Inputs, edits, the last checkpoint of each run, and where branches start or end. */
const listRunEnds = (tree: CheckpointTree): Set<string> => {
  const ends = new Map(tree.nodes.map(({ id, runId }) => [runId ?? id, id]))
  const shown = tree.nodes.filter(
    ({ id, kind, runId, childIds }) =>
      kind !== 'step' || childIds.length !== 1 || ends.get(runId ?? id) === id,
  )
  return new Set(shown.map(({ id }) => id))
}

/** The nearest ancestor that is shown. */
const findShownParent = (
  tree: CheckpointTree,
  node: CheckpointNode,
  positions: ReadonlyMap<string, unknown>,
): string | undefined => {
  let id = node.parentId
  while (id !== undefined && !positions.has(id)) id = tree.byId.get(id)?.parentId
  return id
}

export const layOutTree = (
  tree: CheckpointTree,
  selected: string | undefined,
  { onlyPath = false, detail = 'changes' }: TreeOptions = {},
): TreeLayout => {
  const path = new Set(pathTo(tree, selected).map(({ id }) => id))
  const ends = detail === 'runs' ? listRunEnds(tree) : undefined
  const height = ROW_HEIGHTS[detail]
  const rows: TreeRow[] = []
  const positions = new Map<string, { x: number; y: number }>()
  let y = 4
  for (const branch of tree.branches) {
    const nodes = branch.nodeIds
      .flatMap((id) => tree.byId.get(id) ?? [])
      .filter(({ id }) => !onlyPath || path.has(id))
      .filter(({ id }) => ends === undefined || ends.has(id) || id === selected)
    if (nodes.length === 0) continue
    const runs = new Set(nodes.flatMap(({ runId }) => runId ?? [])).size
    rows.push({ type: 'branch', key: `branch:${branch.name}`, branch, runs, y, height: BRANCH_HEIGHT })
    y += BRANCH_HEIGHT
    for (const node of nodes) {
      rows.push({ type: 'checkpoint', key: node.id, node, y, height })
      positions.set(node.id, { x: laneOf(node.branch), y: y + MARK_OFFSET })
      y += height
    }
  }
  const shown = tree.nodes.filter(({ id }) => positions.has(id))
  const lines = shown.flatMap((node): TreeLine[] => {
    const parent = findShownParent(tree, node, positions)
    const [from, to] = [positions.get(parent ?? ''), positions.get(node.id)]
    if (from === undefined || to === undefined) return []
    return [{ key: node.id, path: toPath(from.x, from.y, to.x, to.y), onPath: path.has(node.id) }]
  })
  return {
    rows,
    lines: lines.sort((left, right) => Number(left.onPath) - Number(right.onPath)),
    marks: shown.flatMap((node) => {
      const position = positions.get(node.id)
      return position === undefined
        ? []
        : [
            {
              id: node.id,
              ...position,
              kind: node.kind,
              onPath: path.has(node.id),
              selected: node.id === selected,
            },
          ]
    }),
    height: y,
    indent: laneOf(tree.branches.length - 1) + 20,
  }
}
