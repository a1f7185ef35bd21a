/** The graph of an assistant with the path that a run took, laid out for a small drawing. */
import { graphlib, layout } from '@dagrejs/dagre'
import type { GraphStructure } from '../api/dialect.ts'
import type { Span } from './spans.ts'

export interface PathNode {
  id: string
  kind: 'start' | 'end' | 'node'
  x: number
  y: number
  /** How often the node ran; 0 if it was not on the path. */
  runs: number
  state: 'idle' | 'running' | 'waiting' | 'failed' | 'done'
  ms: number
}

export interface PathEdge {
  source: string
  target: string
  taken: boolean
  points: { x: number; y: number }[]
}

export interface PathGraph {
  nodes: PathNode[]
  edges: PathEdge[]
  width: number
  height: number
}

export const NODE_WIDTH = 116
export const NODE_HEIGHT = 26
const END_SIZE = 10

const kindOf = (id: string): PathNode['kind'] =>
  id === '__start__' ? 'start' : id === '__end__' ? 'end' : 'node'

interface NodeRuns {
  runs: number
  ms: number
  state: PathNode['state']
}

const collectRuns = (spans: Span[]): Map<string, NodeRuns> => {
  const waiting = new Set(
    spans.flatMap(({ kind, end, parent }) => (kind === 'waiting' && end === undefined ? [parent] : [])),
  )
  const runs = new Map<string, NodeRuns>()
  for (const span of spans) {
    if (span.kind !== 'node') continue
    const known = runs.get(span.name) ?? { runs: 0, ms: 0, state: 'idle' }
    runs.set(span.name, {
      runs: known.runs + 1,
      ms: known.ms + (span.end === undefined ? 0 : span.end - span.start),
      state: waiting.has(span.id)
        ? 'waiting'
        : span.end === undefined
          ? 'running'
          : span.status === 'failed'
            ? 'failed'
            : 'done',
    })
  }
  return runs
}

/** An edge was taken if its source ran and its target started after it; the start ran, and the end was reached if the run completed. */
const findTaken = (spans: Span[], isCompleted: boolean): ((source: string, target: string) => boolean) => {
  const starts = new Map<string, number>()
  const ends = new Map<string, number>()
  for (const { kind, name, start, end } of spans) {
    if (kind !== 'node') continue
    starts.set(name, Math.max(starts.get(name) ?? start, start))
    if (end !== undefined) ends.set(name, Math.min(ends.get(name) ?? end, end))
  }
  return (source, target) => {
    const from = source === '__start__' ? -Infinity : ends.get(source)
    if (from === undefined) return false
    if (target === '__end__') return isCompleted
    const to = starts.get(target)
    return to !== undefined && to >= from - 1
  }
}

export const layOutPath = (graph: GraphStructure, spans: Span[], isCompleted: boolean): PathGraph => {
  const dagre = new graphlib.Graph()
  dagre.setGraph({ rankdir: 'TB', nodesep: 26, ranksep: 20, marginx: 4, marginy: 8 })
  dagre.setDefaultEdgeLabel(() => ({}))
  for (const { id } of graph.nodes) {
    const isNode = kindOf(id) === 'node'
    dagre.setNode(id, { width: isNode ? NODE_WIDTH : END_SIZE, height: isNode ? NODE_HEIGHT : END_SIZE })
  }
  const known = new Set(graph.nodes.map(({ id }) => id))
  const edges = graph.edges.filter(({ source, target }) => known.has(source) && known.has(target))
  for (const { source, target } of edges) dagre.setEdge(source, target)
  layout(dagre)
  const runs = collectRuns(spans)
  const isTaken = findTaken(spans, isCompleted)
  const { width = 0, height = 0 } = dagre.graph() as { width?: number; height?: number }
  return {
    width,
    height,
    nodes: graph.nodes.map(({ id }) => {
      const { x, y } = dagre.node(id) as { x: number; y: number }
      const kind = kindOf(id)
      const own = runs.get(id) ?? { runs: 0, ms: 0, state: 'idle' as const }
      if (kind === 'start') return { id, kind, x, y, runs: 1, ms: 0, state: 'done' }
      return {
        id,
        kind,
        x,
        y,
        ...own,
        ...(kind === 'end' && isCompleted && { runs: 1, state: 'done' as const }),
      }
    }),
    edges: edges.map(({ source, target }) => ({
      source,
      target,
      taken: isTaken(source, target),
      points: (dagre.edge(source, target) as { points: { x: number; y: number }[] }).points,
    })),
  }
}
