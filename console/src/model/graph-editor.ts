/** Changes of a declarative graph in an editor, and what the service finds wrong with it. */
import type { JsonSchema } from './json-schema.ts'
import { isRecord } from './is-record.ts'
import { toForm, type Form } from './schema-form.ts'

export type Graph = Record<string, unknown>
export type GraphNode = Record<string, unknown>

export interface GraphEdge {
  /** Several sources are separated by commas: the target runs when all of them have ended. */
  from: string
  to: string
  when: string
}

const toList = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])
const text = (value: unknown): string => (typeof value === 'string' ? value : '')

export const nodesOf = (graph: Graph): GraphNode[] =>
  toList(graph['nodes']).map((node) => (isRecord(node) ? node : {}))

export const idOf = (node: GraphNode | undefined): string => text(node?.['id'])

/** Undefined if the nodes run in their order. */
export const edgesOf = (graph: Graph): GraphEdge[] | undefined =>
  Array.isArray(graph['edges'])
    ? toList(graph['edges']).map((entry) => {
        const edge = isRecord(entry) ? entry : {}
        const from = edge['from']
        return {
          from: Array.isArray(from) ? from.map(String).join(', ') : text(from),
          to: text(edge['to']),
          when: text(edge['when']),
        }
      })
    : undefined

const writeSource = (from: string): string | string[] => {
  const sources = from
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')
  return sources.length > 1 ? sources : (sources[0] ?? '')
}

export const withEdges = (graph: Graph, edges: GraphEdge[] | undefined): Graph => {
  const { edges: _old, ...rest } = graph
  if (edges === undefined) return rest
  return {
    ...rest,
    edges: edges.map(({ from, to, when }) => ({
      from: writeSource(from),
      to,
      ...(when.trim() !== '' && { when }),
    })),
  }
}

const renameSource = (from: string, id: string, next: string): string =>
  from
    .split(',')
    .map((source) => (source.trim() === id ? source.replace(id, next) : source))
    .join(',')

/** Replaces a node. If its id changes, its edges change with it, unless another node has one of both ids. */
export const withNode = (graph: Graph, index: number, node: GraphNode): Graph => {
  const nodes = nodesOf(graph)
  const [id, next] = [idOf(nodes[index]), idOf(node)]
  const changed = { ...graph, nodes: nodes.with(index, node) }
  const isTaken = nodes.some((other, position) => position !== index && [id, next].includes(idOf(other)))
  if (id === next || id === '' || isTaken) return changed
  const edges = edgesOf(graph)?.map((edge) => ({
    ...edge,
    from: renameSource(edge.from, id, next),
    to: edge.to === id ? next : edge.to,
  }))
  return withEdges(changed, edges)
}

/** A new node has an id that no other node has. */
export const addNode = (graph: Graph, type: string): Graph => {
  const nodes = nodesOf(graph)
  const ids = new Set(nodes.map(idOf))
  let number = 1
  while (ids.has(`${type}_${String(number)}`)) number += 1
  return { ...graph, nodes: [...nodes, { id: `${type}_${String(number)}`, type }] }
}

/** Removes the node and its edges. */
export const removeNode = (graph: Graph, index: number): Graph => {
  const nodes = nodesOf(graph)
  const id = idOf(nodes[index])
  const rest = { ...graph, nodes: nodes.filter((_node, position) => position !== index) }
  const edges = edgesOf(graph)?.filter(
    ({ from, to }) => to !== id && !from.split(',').some((source) => source.trim() === id),
  )
  return withEdges(rest, edges)
}

export const moveNode = (graph: Graph, index: number, step: 1 | -1): Graph => {
  const nodes = nodesOf(graph)
  const [node, other] = [nodes[index], nodes[index + step]]
  if (node === undefined || other === undefined) return graph
  return { ...graph, nodes: nodes.with(index, other).with(index + step, node) }
}

/** The edges that lead through the nodes in their order, as a start for edges of one's own. A condition names its next nodes itself. */
export const sequentialEdges = (graph: Graph): GraphEdge[] => {
  const nodes = nodesOf(graph)
  return nodes.flatMap((node, index) => {
    const previous = nodes[index - 1]
    if (previous?.['type'] === 'condition') return []
    return [{ from: previous === undefined ? 'start' : idOf(previous), to: idOf(node), when: '' }]
  })
}

/** The form of a node; its type is chosen elsewhere. */
export const toNodeForm = (schema: JsonSchema, node: GraphNode): Form => {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {}
  const { type: _type, ...fields } = properties
  const { type: _own, ...values } = node
  return toForm({ ...schema, properties: fields }, values)
}

const ROOT = 'graph_schema/'

/** The problems below a path such as `nodes/2`, by the name of the field; those of the whole part have an empty name. */
export const problemsAt = (problems: Record<string, string>, path: string): Record<string, string> => {
  const found: Record<string, string> = {}
  for (const [key, problem] of Object.entries(problems)) {
    const own = key.startsWith(ROOT) ? key.slice(ROOT.length) : key
    if (own !== path && !own.startsWith(`${path}/`)) continue
    const [field = ''] = own.slice(path.length + 1).split('/')
    found[field] ??= problem
  }
  return found
}

export const findWrongNodes = (problems: Record<string, string>, graph: Graph): Set<string> =>
  new Set(
    nodesOf(graph).flatMap((node, index) =>
      Object.keys(problemsAt(problems, `nodes/${String(index)}`)).length > 0 ? [idOf(node)] : [],
    ),
  )
