import { END_NODE, START_NODE, type GraphEdge, type GraphSchema } from '../../schema/graph-schema.js'
import type { Report } from './check-node.js'
import { didYouMean } from './did-you-mean.js'
import { findReachable, toRoutes } from './routes.js'

/**
 * Checks that edges and branches connect existing nodes and that every node is reachable. If nodes are invalid
 * (`areShapesValid` is false), only the edges are checked.
 */
export const checkEdges = (graph: GraphSchema, areShapesValid: boolean, report: Report): void => {
  const problems = new Map<string, string>()
  const addProblem: Report = (field, text) => void problems.set(field, text)
  for (const [index, edge] of (graph.edges ?? []).entries()) {
    checkEdge(edge, `edges/${String(index)}`, graph, addProblem)
  }
  for (const [index, node] of graph.nodes.entries()) {
    if (!areShapesValid || node.type !== 'condition') continue
    const field = `nodes/${String(index)}`
    for (const [branchIndex, { to }] of node.branches.entries()) {
      checkTarget(
        to,
        `${field}/branches/${String(branchIndex)}/to`,
        `node "${node.id}": branch`,
        graph,
        addProblem,
      )
    }
    checkTarget(
      node.otherwise ?? END_NODE,
      `${field}/otherwise`,
      `node "${node.id}": otherwise`,
      graph,
      addProblem,
    )
  }
  if (graph.edges !== undefined && !graph.edges.some(({ from }) => from === START_NODE)) {
    addProblem('edges', `no edge starts at "${START_NODE}"`)
  }
  for (const [field, text] of problems) report(field, text)
  // An edge to a missing node makes other nodes unreachable; report only the cause.
  if (problems.size > 0 || !areShapesValid) return
  const reachable = findReachable(toRoutes(graph))
  for (const [index, { id }] of graph.nodes.entries()) {
    if (!reachable.has(id))
      report(`nodes/${String(index)}`, `node "${id}": not reachable from "${START_NODE}"`)
  }
}

const checkTarget = (
  to: string,
  field: string,
  subject: string,
  graph: GraphSchema,
  report: Report,
): void => {
  if (to === START_NODE) report(field, `${subject} cannot lead to "${START_NODE}"`)
  else if (to !== END_NODE && !graph.nodes.some(({ id }) => id === to)) {
    report(field, `${subject} leads to "${to}", which is not a node${didYouMean(to, getNodeIds(graph))}`)
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
    const problem = findSourceProblem(source, Array.isArray(from), graph)
    if (problem !== undefined) report(`${field}/from`, `edge from "${source}": ${problem}`)
  }
  if (!Array.isArray(from)) return
  if (new Set(from).size < from.length) report(`${field}/from`, 'lists a node twice')
  if (when !== undefined) report(`${field}/when`, 'an edge from several nodes cannot have a condition')
  if (to === END_NODE) report(`${field}/to`, `an edge from several nodes cannot lead to "${END_NODE}"`)
}

const findSourceProblem = (source: string, isJoin: boolean, graph: GraphSchema): string | undefined => {
  if (source === START_NODE) return isJoin ? `"${START_NODE}" cannot be part of a join` : undefined
  if (source === END_NODE) return `"${END_NODE}" cannot have edges`
  const node = graph.nodes.find(({ id }) => id === source)
  if (node === undefined) return `the node does not exist${didYouMean(source, getNodeIds(graph))}`
  if (node.type === 'condition') return 'the branches of a condition are its edges'
  const hasConditions = graph.edges?.some((edge) => edge.from === source && edge.when !== undefined) ?? false
  return isJoin && hasConditions ? 'a node with conditional edges cannot be part of a join' : undefined
}

const getNodeIds = (graph: GraphSchema): string[] => graph.nodes.map(({ id }) => id)
