/** Draws a `graph_schema` that may be incomplete: an editor shows the drawing while a person types. */
import type { GraphDrawing } from '../../schema/assistant-check.js'
import { isObject } from '../../schema/common.js'
import { END_NODE, LIMITS, START_NODE, type GraphSchema } from '../../schema/graph-schema.js'
import { toRoutes } from './routes.js'

/** Returns null if there is no list of nodes to draw, or if it is too long. */
export const drawGraph = (value: unknown): GraphDrawing | null => {
  if (!isObject(value) || !Array.isArray(value['nodes'])) return null
  const graph = keepReadable(value)
  if (graph.nodes.length > LIMITS.nodes || (graph.edges?.length ?? 0) > LIMITS.edges) return null
  const { from, joins } = toRoutes(graph)
  const known = new Set([START_NODE, END_NODE, ...graph.nodes.map(({ id }) => id)])
  const edges = [...from].flatMap(([source, { choices, otherwise }]) => [
    ...choices.map(({ when, to }) => ({ source, target: to, conditional: true, label: when })),
    ...otherwise.map((target) => ({ source, target, conditional: choices.length > 0, label: null })),
  ])
  const joined = joins.flatMap(({ from: sources, to }) =>
    sources.map((source) => ({ source, target: to, conditional: false, label: null })),
  )
  return {
    nodes: [
      { id: toDrawnId(START_NODE), type: null },
      ...graph.nodes.map(({ id, type }) => ({ id, type })),
      { id: toDrawnId(END_NODE), type: null },
    ],
    edges: [...edges, ...joined]
      .filter(({ source, target }) => known.has(source) && known.has(target))
      .map((edge) => ({ ...edge, source: toDrawnId(edge.source), target: toDrawnId(edge.target) })),
  }
}

const toDrawnId = (id: string): string => (id === START_NODE || id === END_NODE ? `__${id}__` : id)

/** Leaves out what has no shape yet: nodes without an id, repeated ids, branches and edges without ends. */
const keepReadable = (value: Record<string, unknown>): GraphSchema => {
  const ids = new Set<unknown>()
  const nodes = (value['nodes'] as unknown[]).filter(isObject).flatMap((node) => {
    const { id, type, branches, otherwise } = node
    if (typeof id !== 'string' || id === '' || ids.has(id)) return []
    ids.add(id)
    return [
      {
        id,
        type: typeof type === 'string' ? type : '',
        ...(type === 'condition' && { branches: toList(branches).filter(isBranch) }),
        ...(typeof otherwise === 'string' && { otherwise }),
      },
    ]
  })
  const edges = Array.isArray(value['edges']) ? toList(value['edges']).filter(isEdge) : undefined
  return { nodes, ...(edges !== undefined && { edges }) } as GraphSchema
}

const toList = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])

const isBranch = (value: unknown): boolean =>
  isObject(value) && typeof value['to'] === 'string' && typeof value['when'] === 'string'

const isEdge = (value: unknown): boolean => {
  if (!isObject(value) || typeof value['to'] !== 'string') return false
  const { from, when } = value
  const hasSource =
    typeof from === 'string' || (Array.isArray(from) && from.every((id) => typeof id === 'string'))
  return hasSource && (when === undefined || typeof when === 'string')
}
