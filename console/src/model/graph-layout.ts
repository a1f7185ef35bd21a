/** The positions of the nodes and groups of a graph, computed by dagre. */
import { graphlib, layout } from '@dagrejs/dagre'
import type { GraphStructure } from '../api/dialect.ts'

/** The measures of a drawing in pixels. */
export interface LayoutSizes {
  nodeWidth: number
  nodeHeight: number
  /** The diameter of the start and the end. */
  dot: number
  /** The distance between nodes side by side, and between rows of nodes. */
  nodeGap: number
  rowGap: number
  marginX: number
  marginY: number
}

/** Nodes with their figures. */
export const LARGE_SIZES: LayoutSizes = {
  nodeWidth: 184,
  nodeHeight: 52,
  dot: 18,
  nodeGap: 32,
  rowGap: 42,
  marginX: 16,
  marginY: 16,
}
const GROUP_PADDING = 26

export interface PlacedNode {
  id: string
  label: string
  shape: 'step' | 'start' | 'end'
  x: number
  y: number
  width: number
  height: number
}

/** A nested graph that is opened: a frame around its nodes. */
export interface PlacedGroup {
  id: string
  label: string
  x: number
  y: number
  width: number
  height: number
}

export interface PlacedEdge {
  id: string
  source: string
  target: string
  label: string | undefined
  isConditional: boolean
  /** True if the target is above the source: a loop. */
  isBackward: boolean
  /** The way around the other nodes; empty for a node that leads to itself. */
  points: Point[]
}

export interface Point {
  x: number
  y: number
}

export interface GraphLayout {
  nodes: PlacedNode[]
  groups: PlacedGroup[]
  edges: PlacedEdge[]
  width: number
  height: number
}

/** The service separates the names of nested nodes with colons. */
const SEPARATOR = ':'

const splitId = (id: string): string[] => id.split(SEPARATOR)
const nameOf = (id: string): string => splitId(id).at(-1) ?? id

const shapeOf = (id: string): PlacedNode['shape'] => {
  const name = nameOf(id)
  return name === '__start__' ? 'start' : name === '__end__' ? 'end' : 'step'
}

/** The IDs of the nested graphs that contain the node, the outermost first. */
const groupsOf = (id: string): string[] => {
  const parts = splitId(id)
  return parts.slice(0, -1).map((_, index) => parts.slice(0, index + 1).join(SEPARATOR))
}

const labelOf = (data: unknown): string | undefined =>
  typeof data === 'string' && data !== '' ? data : undefined

export const layOutGraph = ({ nodes, edges }: GraphStructure, sizes = LARGE_SIZES): GraphLayout => {
  const graph = new graphlib.Graph({ compound: true, multigraph: true })
  graph.setGraph({
    rankdir: 'TB',
    nodesep: sizes.nodeGap,
    ranksep: sizes.rowGap,
    marginx: sizes.marginX,
    marginy: sizes.marginY,
  })
  graph.setDefaultEdgeLabel(() => ({}))
  const groupIds = new Set<string>()
  for (const { id } of nodes) {
    const isStep = shapeOf(id) === 'step'
    graph.setNode(id, {
      width: isStep ? sizes.nodeWidth : sizes.dot,
      height: isStep ? sizes.nodeHeight : sizes.dot,
    })
    const groups = groupsOf(id)
    for (const [index, group] of groups.entries()) {
      if (!groupIds.has(group)) graph.setNode(group, {})
      groupIds.add(group)
      const outer = groups[index - 1]
      if (outer !== undefined) graph.setParent(group, outer)
    }
    const inner = groups.at(-1)
    if (inner !== undefined) graph.setParent(id, inner)
  }
  const known = new Set(nodes.map(({ id }) => id))
  const drawn = edges.filter(({ source, target }) => known.has(source) && known.has(target))
  // A node that leads to itself has no place in a layout by ranks; it is drawn as a loop.
  for (const [index, { source, target }] of drawn.entries())
    if (source !== target) graph.setEdge(source, target, {}, String(index))
  layout(graph)
  const boxOf = (id: string): { x: number; y: number; width: number; height: number } => {
    const { x, y, width, height } = graph.node(id) as { x: number; y: number; width: number; height: number }
    return { x: x - width / 2, y: y - height / 2, width, height }
  }
  const pointsOf = (source: string, target: string, index: number): Point[] =>
    (graph.edge(source, target, String(index)) as { points?: Point[] } | undefined)?.points ?? []
  const placed = nodes.map(({ id }) => ({ id, label: nameOf(id), shape: shapeOf(id), ...boxOf(id) }))
  const topOf = new Map(placed.map(({ id, y }) => [id, y]))
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number }
  return {
    nodes: placed,
    groups: [...groupIds].map((id) => frame(id, boxOf(id))),
    edges: drawn.map(({ source, target, conditional, data }, index) => ({
      id: String(index),
      source,
      target,
      label: labelOf(data),
      isConditional: conditional === true,
      isBackward: (topOf.get(target) ?? 0) <= (topOf.get(source) ?? 0),
      points: source === target ? [] : pointsOf(source, target, index),
    })),
    width,
    height,
  }
}

/** The name of a group stands below its nodes. */
const frame = (id: string, box: { x: number; y: number; width: number; height: number }): PlacedGroup => ({
  id,
  label: splitId(id).join(' / '),
  ...box,
  height: box.height + GROUP_PADDING / 2,
})

const write = ({ x, y }: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`

/** An SVG path that leaves the first point, passes the others in curves and ends in the last one. */
export const toCurve = (points: Point[]): string => {
  const [first, ...others] = points
  const last = others.pop()
  if (first === undefined || last === undefined) return ''
  const curves = others.map((point, index) => {
    const next = others[index + 1]
    const end = next === undefined ? last : { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 }
    return `Q${write(point)} ${write(end)}`
  })
  return [`M${write(first)}`, ...curves, others.length === 0 ? `L${write(last)}` : ''].join('')
}
