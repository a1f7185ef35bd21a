/** The graph of an assistant with the path that a run took, laid out for a small drawing. */
import type { GraphStructure } from '../api/dialect.ts'
import { layOutGraph, type LayoutSizes, type PlacedEdge, type PlacedNode } from './graph-layout.ts'
import { makeTakenTest } from './path-edges.ts'
import type { Span } from './spans.ts'

export interface PathNode extends PlacedNode {
  /** How often the node ran; 0 if it was not on the path. */
  runs: number
  state: 'idle' | 'running' | 'waiting' | 'failed' | 'done'
  /** What the node has done: asked a person, called a tool or a model, or nothing of these. */
  kind: NodeKind
  ms: number
}

export type NodeKind = 'node' | 'llm' | 'tool' | 'waiting'

export interface PathEdge extends PlacedEdge {
  taken: boolean
}

export interface PathGraph {
  nodes: PathNode[]
  edges: PathEdge[]
  width: number
  height: number
}

export const SMALL_SIZES: LayoutSizes = {
  nodeWidth: 116,
  nodeHeight: 26,
  dot: 10,
  nodeGap: 26,
  rowGap: 20,
  marginX: 4,
  marginY: 8,
}

interface NodeRuns {
  runs: number
  ms: number
  state: PathNode['state']
  kind: NodeKind
}

const IDLE: NodeRuns = { runs: 0, ms: 0, state: 'idle', kind: 'node' }
const REACHED: NodeRuns = { runs: 1, ms: 0, state: 'done', kind: 'node' }

/** Returns the IDs of the spans that wait for a person. */
export const waitingSpans = (spans: Span[]): Set<string> =>
  new Set(
    spans.flatMap(({ kind, end, parent }) =>
      kind === 'waiting' && end === undefined && parent !== undefined ? [parent] : [],
    ),
  )

export const stateOf = ({ id, end, status }: Span, waiting: ReadonlySet<string>): PathNode['state'] => {
  if (waiting.has(id)) return 'waiting'
  if (end === undefined) return 'running'
  return status === 'failed' ? 'failed' : 'done'
}

/** The first of these that a node contains is its kind. */
const KINDS: NodeKind[] = ['waiting', 'tool', 'llm', 'node']

const strongest = (a: NodeKind, b: NodeKind): NodeKind => (KINDS.indexOf(a) < KINDS.indexOf(b) ? a : b)

/** The kinds of nodes by the ID of their span, from what the spans contain. */
export const kindsOf = (spans: Span[]): Map<string, NodeKind> => {
  const kinds = new Map<string, NodeKind>()
  for (const { kind, parent } of spans)
    if (parent !== undefined && (kind === 'waiting' || kind === 'tool' || kind === 'llm'))
      kinds.set(parent, strongest(kind, kinds.get(parent) ?? 'node'))
  return kinds
}

const collectRuns = (spans: Span[]): Map<string, NodeRuns> => {
  const waiting = waitingSpans(spans)
  const kinds = kindsOf(spans)
  const runs = new Map<string, NodeRuns>()
  for (const span of spans) {
    if (span.kind !== 'node') continue
    const known = runs.get(span.name) ?? IDLE
    runs.set(span.name, {
      runs: known.runs + 1,
      ms: known.ms + (span.end === undefined ? 0 : span.end - span.start),
      state: stateOf(span, waiting),
      kind: strongest(known.kind, kinds.get(span.id) ?? 'node'),
    })
  }
  return runs
}

export const layOutPath = (graph: GraphStructure, spans: Span[], isCompleted: boolean): PathGraph => {
  const { nodes, edges, width, height } = layOutGraph(graph, SMALL_SIZES)
  const runs = collectRuns(spans)
  const isTaken = makeTakenTest(spans, isCompleted)
  const runsOf = ({ id, shape }: PlacedNode): NodeRuns => {
    if (shape === 'start') return REACHED
    if (shape === 'end') return isCompleted ? REACHED : IDLE
    return runs.get(id) ?? IDLE
  }
  return {
    width,
    height,
    nodes: nodes.map((node) => ({ ...node, ...runsOf(node) })),
    edges: edges.map((edge) => ({ ...edge, taken: isTaken(edge) })),
  }
}
