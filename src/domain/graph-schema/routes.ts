/** Converts `edges`, the branches of condition nodes, or the plain order of the nodes to one representation. */
import { END_NODE, START_NODE, type GraphSchema } from '../../schema/graph-schema.js'

export interface NodeRoute {
  /** Evaluated in order; only the first choice whose `when` is true is taken. */
  choices: { when: string; to: string }[]
  /** All are taken if no choice is true. Empty only if a join follows. */
  otherwise: string[]
}

export interface GraphRoutes {
  /** Route by node id, including `start`. */
  from: Map<string, NodeRoute>
  /** `to` runs once all of `from` have finished. */
  joins: { from: string[]; to: string }[]
}

export const toRoutes = (graph: GraphSchema): GraphRoutes => {
  const from = new Map<string, NodeRoute>([[START_NODE, { choices: [], otherwise: [] }]])
  for (const node of graph.nodes) {
    from.set(
      node.id,
      node.type === 'condition'
        ? { choices: node.branches, otherwise: [node.otherwise ?? END_NODE] }
        : { choices: [], otherwise: [] },
    )
  }
  const joins: GraphRoutes['joins'] = []
  for (const edge of graph.edges ?? toSequentialEdges(graph)) {
    if (Array.isArray(edge.from)) {
      joins.push({ from: edge.from, to: edge.to })
      continue
    }
    const route = from.get(edge.from)
    if (edge.when === undefined) route?.otherwise.push(edge.to)
    else route?.choices.push({ when: edge.when, to: edge.to })
  }
  const joinedNodes = new Set(joins.flatMap((join) => join.from))
  for (const [id, route] of from) {
    if (route.otherwise.length === 0 && !joinedNodes.has(id)) route.otherwise.push(END_NODE)
  }
  return { from, joins }
}

const toSequentialEdges = ({ nodes }: GraphSchema): NonNullable<GraphSchema['edges']> => {
  const edges: NonNullable<GraphSchema['edges']> = []
  let previous = START_NODE
  let continues = true
  for (const node of nodes) {
    if (continues) edges.push({ from: previous, to: node.id })
    previous = node.id
    continues = node.type !== 'condition'
  }
  return edges
}

/** Returns the ids of all nodes that are reachable from the start. */
export const findReachable = ({ from, joins }: GraphRoutes): Set<string> => {
  const reachable = new Set([START_NODE])
  // Iterating over a Set also visits elements that are added during the iteration.
  for (const id of reachable) {
    const route = from.get(id)
    for (const { to } of route?.choices ?? []) reachable.add(to)
    for (const to of route?.otherwise ?? []) reachable.add(to)
    for (const join of joins) if (join.from.includes(id)) reachable.add(join.to)
  }
  return reachable
}
