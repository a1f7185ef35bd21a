/** The executions of the nodes of a run, one below the other in the order of their steps: a loop is drawn once for each round. */
import type { GraphStructure } from '../api/dialect.ts'
import { numberOf } from './event-fields.ts'
import type { PlacedEdge, PlacedNode } from './graph-layout.ts'
import {
  kindsOf,
  SMALL_SIZES,
  stateOf,
  waitingSpans,
  type NodeKind,
  type PathGraph,
  type PathNode,
} from './run-path.ts'
import { isExecution, type Span } from './spans.ts'

/** Executions of one step stand side by side; more of them continue in the next line. */
const MAX_COLUMNS = 2
/** Only the last executions are drawn, because a drawing of thousands of them would be slow and of no use. */
export const MAX_EXECUTIONS = 60

export interface ExecutionGraph extends PathGraph {
  /** How many earlier executions are not drawn. */
  hidden: number
}

type Row = Span[]

const sharesStep = (a: Span, b: Span): boolean => {
  const step = numberOf(a.opened['step'])
  return step !== undefined && step === numberOf(b.opened['step']) && a.attempt === b.attempt
}

const toRows = (executions: Span[]): Row[] => {
  const rows: Row[] = []
  for (const span of executions) {
    const row = rows.at(-1)
    if (row?.[0] !== undefined && sharesStep(row[0], span)) row.push(span)
    else rows.push([span])
  }
  return rows
}

const { nodeWidth, nodeHeight, nodeGap, rowGap, dot, marginX, marginY } = SMALL_SIZES
const FULL_WIDTH = MAX_COLUMNS * nodeWidth + (MAX_COLUMNS - 1) * nodeGap

const center = ({ x, width }: PlacedNode): number => x + width / 2

const connect = (source: PlacedNode, target: PlacedNode): PlacedEdge & { taken: true } => ({
  id: `${source.id} ${target.id}`,
  source: source.id,
  target: target.id,
  label: undefined,
  isConditional: false,
  isBackward: false,
  points: [
    { x: center(source), y: source.y + source.height },
    { x: center(target), y: target.y },
  ],
  taken: true,
})

class Drawing {
  readonly nodes: PathNode[] = []
  readonly edges: PathGraph['edges'] = []
  readonly #isEdge: (source: string, target: string) => boolean
  readonly #waiting: ReadonlySet<string>
  readonly #kinds: ReadonlyMap<string, NodeKind>
  #y = marginY

  constructor({ edges }: GraphStructure, spans: Span[]) {
    const known = new Set(edges.map(({ source, target }) => `${source} ${target}`))
    this.#isEdge = (source, target) => known.has(`${source} ${target}`)
    this.#waiting = waitingSpans(spans)
    this.#kinds = kindsOf(spans)
  }

  addDot(shape: 'start' | 'end'): PathNode {
    const node: PathNode = {
      id: `__${shape}__`,
      label: shape,
      shape,
      x: marginX + (FULL_WIDTH - dot) / 2,
      y: this.#y,
      width: dot,
      height: dot,
      runs: 1,
      state: 'done',
      kind: 'node',
      ms: 0,
    }
    this.nodes.push(node)
    this.#y += dot + rowGap
    return node
  }

  /** Adds the executions of one step, and the edges from those of the step before. */
  addRow(row: Row, before: PathNode[]): PathNode[] {
    const columns = Math.min(row.length, MAX_COLUMNS)
    const left = marginX + (FULL_WIDTH - columns * nodeWidth - (columns - 1) * nodeGap) / 2
    const added = row.map((span, index): PathNode => {
      const line = Math.floor(index / MAX_COLUMNS)
      return {
        id: span.id,
        label: span.name,
        shape: 'step',
        x: left + (index % MAX_COLUMNS) * (nodeWidth + nodeGap),
        y: this.#y + line * (nodeHeight + rowGap / 2),
        width: nodeWidth,
        height: nodeHeight,
        runs: 1,
        state: stateOf(span, this.#waiting),
        kind: this.#kinds.get(span.id) ?? 'node',
        ms: (span.end ?? span.start) - span.start,
      }
    })
    this.nodes.push(...added)
    const lines = Math.ceil(row.length / MAX_COLUMNS)
    this.#y += lines * nodeHeight + (lines - 1) * (rowGap / 2) + rowGap
    for (const target of added)
      for (const source of this.#sourcesOf(target, before)) this.edges.push(connect(source, target))
    return added
  }

  get height(): number {
    return this.#y - rowGap + marginY
  }

  /** A node can also name the next one itself; then the graph has no edge, and all of the step before lead to it. */
  #sourcesOf(target: PathNode, before: PathNode[]): PathNode[] {
    const sources = before.filter(({ label }) => this.#isEdge(label, target.label))
    return sources.length > 0 ? sources : before
  }
}

export const layOutExecutions = (
  graph: GraphStructure,
  spans: Span[],
  isCompleted: boolean,
): ExecutionGraph => {
  const executions = spans.filter(isExecution)
  const shown = executions.slice(-MAX_EXECUTIONS)
  const hidden = executions.length - shown.length
  const drawing = new Drawing(graph, spans)
  let before = hidden === 0 ? [drawing.addDot('start')] : []
  for (const row of toRows(shown)) before = drawing.addRow(row, before)
  if (isCompleted) {
    const end = drawing.addDot('end')
    for (const source of before) drawing.edges.push(connect(source, end))
  }
  const { nodes, edges, height } = drawing
  return { nodes, edges, hidden, width: FULL_WIDTH + 2 * marginX, height }
}
