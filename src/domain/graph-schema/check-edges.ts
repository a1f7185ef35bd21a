import { END_NODE, START_NODE, type GraphEdge, type GraphSchema } from '../../schema/graph-schema.js'
import type { Report } from './check-node.js'
import { meant } from './did-you-mean.js'
import { reachableOf, routesOf } from './routes.js'

/**
 * Whether edges and branches lead from nodes to nodes, and every node can be reached. Where nodes are not as they should
 * be (`shapesHold`), only the edges can be told.
 */
export const checkWays = (graph: GraphSchema, shapesHold: boolean, report: Report): void => {
  const problems = new Map<string, string>()
  const wrong: Report = (field, text) => void problems.set(field, text)
  for (const [index, edge] of (graph.edges ?? []).entries()) {
    checkEdge(edge, `edges/${String(index)}`, graph, wrong)
  }
  for (const [index, node] of graph.nodes.entries()) {
    if (!shapesHold || node.type !== 'condition') continue
    const field = `nodes/${String(index)}`
    for (const [place, { to }] of node.branches.entries()) {
      checkTarget(to, `${field}/branches/${String(place)}/to`, `node "${node.id}": branch`, graph, wrong)
    }
    checkTarget(
      node.otherwise ?? END_NODE,
      `${field}/otherwise`,
      `node "${node.id}": otherwise`,
      graph,
      wrong,
    )
  }
  if (graph.edges !== undefined && !graph.edges.some(({ from }) => from === START_NODE)) {
    wrong('edges', `no edge leads from "${START_NODE}"`)
  }
  for (const [field, text] of problems) report(field, text)
  // Where a way leads nowhere, what is not reached follows from it.
  if (problems.size > 0 || !shapesHold) return
  const reached = reachableOf(routesOf(graph))
  for (const [index, { id }] of graph.nodes.entries()) {
    if (!reached.has(id))
      report(`nodes/${String(index)}`, `node "${id}": no way leads to it from "${START_NODE}"`)
  }
}

const checkTarget = (to: string, field: string, what: string, graph: GraphSchema, report: Report): void => {
  if (to === START_NODE) report(field, `${what} cannot lead to "${START_NODE}"`)
  else if (to !== END_NODE && !graph.nodes.some(({ id }) => id === to)) {
    report(field, `${what} leads to "${to}", which is no node${meant(to, namesOf(graph))}`)
  }
}

const checkEdge = (
  { from, to, when }: GraphEdge,
  field: string,
  graph: GraphSchema,
  report: Report,
): void => {
  const sources = Array.isArray(from) ? from : [from]
  checkTarget(to, `${field}/to`, `edge from "${sources.join('", "')}"`, graph, report)
  for (const source of sources) {
    const problem = sourceProblem(source, Array.isArray(from), graph)
    if (problem !== undefined) report(`${field}/from`, `edge from "${source}": ${problem}`)
  }
  if (!Array.isArray(from)) return
  if (new Set(from).size < from.length) report(`${field}/from`, 'names a node twice')
  if (when !== undefined) report(`${field}/when`, 'an edge from several nodes cannot have a condition')
  if (to === END_NODE) report(`${field}/to`, `an edge from several nodes cannot lead to "${END_NODE}"`)
}

const sourceProblem = (source: string, joined: boolean, graph: GraphSchema): string | undefined => {
  if (source === START_NODE) return joined ? `"${START_NODE}" cannot be waited for` : undefined
  if (source === END_NODE) return 'nothing follows the end'
  const node = graph.nodes.find(({ id }) => id === source)
  if (node === undefined) return `there is no such node${meant(source, namesOf(graph))}`
  if (node.type === 'condition') return 'the branches of a condition are its edges'
  const chooses = graph.edges?.some((edge) => edge.from === source && edge.when !== undefined) ?? false
  return joined && chooses ? 'a node with conditions on its edges cannot be waited for' : undefined
}

const namesOf = (graph: GraphSchema): string[] => graph.nodes.map(({ id }) => id)
