/** The ways out of each node, in one form: `edges`, the branches of conditions, or the plain order of the nodes. */
import { END_NODE, START_NODE, type GraphSchema } from '../../schema/graph-schema.js'

export interface NodeRoute {
  /** Tried in order; the first whose `when` is true is taken alone. */
  choices: { when: string; to: string }[]
  /** All taken when none was chosen. Empty only where a join follows. */
  otherwise: string[]
}

export interface GraphRoutes {
  /** By node, and for `start`. */
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

/** Where a run can get from the start. */
export const findReachable = ({ from, joins }: GraphRoutes): Set<string> => {
  const reachable = new Set([START_NODE])
  // A set's iteration takes up what is added during it.
  for (const id of reachable) {
    const route = from.get(id)
    for (const { to } of route?.choices ?? []) reachable.add(to)
    for (const to of route?.otherwise ?? []) reachable.add(to)
    for (const join of joins) if (join.from.includes(id)) reachable.add(join.to)
  }
  return reachable
}
