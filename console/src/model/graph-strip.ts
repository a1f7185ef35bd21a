/** A small drawing of a graph from top to bottom, for a side panel. The Graph screen has a real layout. */
import type { GraphStructure } from '../api/dialect.ts'

export interface StripNode {
  id: string
  x: number
  y: number
}

export interface StripEdge {
  source: string
  target: string
  conditional: boolean
  path: string
}

export interface GraphStrip {
  width: number
  height: number
  nodes: StripNode[]
  edges: StripEdge[]
}

export const NODE_HEIGHT = 28
const ROW_HEIGHT = 46
const END_RADIUS = 5
export const START_NODE = '__start__'
export const END_NODE = '__end__'

/** Edges that lead back to a node on the current path close a loop; they do not count for the layers. */
const findBackEdges = (nodes: string[], targets: ReadonlyMap<string, string[]>): Set<string> => {
  const back = new Set<string>()
  const done = new Set<string>()
  const visit = (id: string, onPath: ReadonlySet<string>): void => {
    if (done.has(id)) return
    const path = new Set(onPath).add(id)
    for (const target of targets.get(id) ?? [])
      if (path.has(target)) back.add(`${id}>${target}`)
      else visit(target, path)
    done.add(id)
  }
  for (const id of nodes) visit(id, new Set())
  return back
}

const assignLayers = (nodes: string[], edges: { source: string; target: string }[]): Map<string, number> => {
  const layers = new Map(nodes.map((id) => [id, 0]))
  // The longest path has fewer edges than there are nodes, so the layers are stable after that many rounds.
  for (let round = 0; round < nodes.length; round += 1) {
    let changed = false
    for (const { source, target } of edges) {
      const layer = (layers.get(source) ?? 0) + 1
      if (layer > (layers.get(target) ?? 0)) {
        layers.set(target, layer)
        changed = true
      }
    }
    if (!changed) break
  }
  return layers
}

const halfHeight = (id: string): number =>
  id === START_NODE || id === END_NODE ? END_RADIUS : NODE_HEIGHT / 2

export const layOutStrip = ({ nodes, edges }: GraphStructure, width = 396): GraphStrip => {
  const ids = nodes.map(({ id }) => id)
  const known = new Set(ids)
  const links = edges.filter(
    ({ source, target }) => known.has(source) && known.has(target) && source !== target,
  )
  const targets = new Map<string, string[]>()
  for (const { source, target } of links) targets.set(source, [...(targets.get(source) ?? []), target])
  const sorted = [...ids].sort((left, right) => Number(right === START_NODE) - Number(left === START_NODE))
  const back = findBackEdges(sorted, targets)
  const layers = assignLayers(
    ids,
    links.filter(({ source, target }) => !back.has(`${source}>${target}`)),
  )
  const rows = new Map<number, string[]>()
  for (const id of ids) rows.set(layers.get(id) ?? 0, [...(rows.get(layers.get(id) ?? 0) ?? []), id])
  const placed = new Map<string, StripNode>()
  for (const [layer, row] of rows)
    for (const [index, id] of row.entries())
      placed.set(id, { id, x: (width * (index + 0.5)) / row.length, y: 14 + layer * ROW_HEIGHT })
  const toPath = (source: StripNode, target: StripNode): string => {
    const from = source.y + halfHeight(source.id)
    const to = target.y - halfHeight(target.id)
    if (to < from) {
      const side = Math.min(width - 8, Math.max(source.x, target.x) + 84)
      return `M${String(source.x)} ${String(from)}C${String(side)} ${String(from + 24)} ${String(side)} ${String(to - 24)} ${String(target.x)} ${String(to)}`
    }
    const middle = (from + to) / 2
    return `M${String(source.x)} ${String(from)}C${String(source.x)} ${String(middle)} ${String(target.x)} ${String(middle)} ${String(target.x)} ${String(to)}`
  }
  return {
    width,
    height: 28 + ROW_HEIGHT * Math.max(0, ...layers.values()),
    nodes: [...placed.values()],
    edges: links.flatMap(({ source, target, conditional }) => {
      const [from, to] = [placed.get(source), placed.get(target)]
      return from === undefined || to === undefined
        ? []
        : [{ source, target, conditional: conditional === true, path: toPath(from, to) }]
    }),
  }
}
