/** Whether a `graph_schema` can run. Pure; every problem is told at once, under the path of its field. */
import { END_NODE, LIMITS, START_NODE, type GraphSchema } from '../../schema/graph-schema.js'
import { checkExpression, checkKey, checkNode, hasShape, type CheckTools, type Report } from './check-node.js'
import { checkWays } from './check-edges.js'
import { makeExpressions, nameProblem, type Expressions } from './expressions.js'
import { frameProblems } from './check-shape.js'
import { INPUT_KEY, MESSAGES_KEY, stateKeysOf } from './state-keys.js'

type Problems = Record<string, string>

/** Problems by path, such as `nodes/2/url`; none: the graph can run. Tools are looked at where `checkTools` is given. */
export const checkGraph = (graphSchema: unknown, checkTools: CheckTools = () => ({})): Problems => {
  const problems: Problems = {}
  checkGraphAt(graphSchema, { path: '', owner: '', depth: 0, problems, checkTools })
  return problems
}

interface Place {
  /** Of the graph within the outermost one, with a slash at the end. */
  path: string
  /** `node "x": ` for a graph written in place. */
  owner: string
  depth: number
  problems: Problems
  checkTools: CheckTools
}

const checkGraphAt = (value: unknown, place: Place): void => {
  const { path, owner, problems } = place
  const report: Report = (field, text) => {
    problems[`${path}${field}`] ??= `${owner}${text}`
  }
  const named: Report = (field, text) => report(field, `${field} ${text}`)

  const frame = frameProblems(value)
  for (const [field, text] of frame) report(field, `${field === '' ? 'the graph' : field} ${text}`)
  const graph = value as GraphSchema
  if (!isObject(value) || !Array.isArray(graph.nodes) || graph.nodes.length > LIMITS.nodes) return

  const keys = stateKeysOf({ ...graph, nodes: graph.nodes.filter(isObject) })
  const variables = [...keys, INPUT_KEY, MESSAGES_KEY].filter((name) => nameProblem(name) === undefined)
  const expressions = makeExpressions(variables)
  for (const [key, declared] of Object.entries(graph.state ?? {})) {
    checkKey(key, `state/${key}`, named)
    checkDefault(declared, `state/${key}/default`, named)
  }
  const { idsHold, shapesHold } = checkNodes(graph.nodes, {
    ...place,
    variables: new Set(variables),
    expressions,
    report,
  })
  for (const [name, expression] of Object.entries(graph.output ?? {})) {
    if (typeof expression === 'string') checkExpression(expression, `output/${name}`, expressions, named)
  }
  if (frame.length > 0) return
  for (const [index, { when }] of (graph.edges ?? []).entries()) {
    if (when !== undefined) checkExpression(when, `edges/${String(index)}/when`, expressions, named, 'bool')
  }
  if (idsHold) checkWays(graph, shapesHold, report)
}

interface NodesPlace extends Place {
  variables: ReadonlySet<string>
  expressions: Expressions
  report: Report
}

/** Whether every node has a name of its own, and its shape. */
const checkNodes = (
  nodes: readonly unknown[],
  place: NodesPlace,
): { idsHold: boolean; shapesHold: boolean } => {
  const known = new Map<unknown, number>()
  let idsHold = true
  let shapesHold = true
  for (const [index, node] of nodes.entries()) {
    const label = labelOf(node, index)
    const field = `nodes/${String(index)}`
    const report: Report = (within, text) => place.report(`${field}/${within}`, `${label}: ${within} ${text}`)
    if (!isObject(node)) {
      place.report(field, `${label} must be object`)
      idsHold = shapesHold = false
      continue
    }
    if (!checkId(node.id, known, report)) idsHold = false
    known.set(node.id, index)
    if (!hasShape(node, report)) {
      shapesHold = false
      continue
    }
    checkNode(node, {
      variables: place.variables,
      expressions: place.expressions,
      checkTools: place.checkTools,
      report,
      checkInline: (graph, within) => {
        if (place.depth === LIMITS.inline_depth) {
          report(within, `is nested more than ${String(LIMITS.inline_depth)} deep`)
          return
        }
        const path = `${place.path}${field}/${within}/`
        const owner = `${place.owner}${label}: `
        checkGraphAt(graph, { ...place, path, owner, depth: place.depth + 1 })
      },
    })
  }
  return { idsHold, shapesHold }
}

/** What a reducer starts from must be what it makes. */
const checkDefault = (declared: unknown, field: string, report: Report): void => {
  const { reducer, default: first } = (isObject(declared) ? declared : {}) as {
    reducer?: unknown
    default?: unknown
  }
  if (first === undefined) return
  if (reducer === 'append' && !Array.isArray(first)) report(field, 'must be a list with the reducer append')
  if (reducer === 'merge' && !isObject(first)) report(field, 'must be an object with the reducer merge')
}

const isObject = (value: unknown): value is { id?: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const labelOf = (node: unknown, index: number): string =>
  isObject(node) && typeof node.id === 'string'
    ? `node "${node.id.slice(0, 64)}"`
    : `node ${String(index + 1)}`

const checkId = (id: unknown, known: ReadonlyMap<unknown, number>, report: Report): boolean => {
  if (typeof id !== 'string') return false
  const before = known.get(id)
  if (id === START_NODE || id === END_NODE || id in Object.prototype) report('id', `"${id}" is reserved`)
  else if (before !== undefined) report('id', `is also the id of node ${String(before + 1)}`)
  else return true
  return false
}

/** Every assistant that the graph names, graphs written in place included. */
export const assistantIdsOf = (graphSchema: unknown): string[] => {
  const found = new Set<string>()
  const visit = (graph: unknown): void => {
    const { nodes } = (isObject(graph) ? graph : {}) as { nodes?: unknown }
    for (const node of Array.isArray(nodes) ? (nodes as unknown[]) : []) {
      const step = (isObject(node) && (node as { do?: unknown }).do) || node
      if (!isObject(step)) continue
      const { type, assistant_id, graph: inline } = step as Record<string, unknown>
      if (type !== 'subgraph') continue
      if (typeof assistant_id === 'string') found.add(assistant_id.toLowerCase())
      visit(inline)
    }
  }
  visit(graphSchema)
  return [...found]
}
