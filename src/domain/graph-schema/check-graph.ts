/** Validates a `graph_schema`. Pure functions; all problems are reported at once, each under the path of its field. */
import { END_NODE, LIMITS, START_NODE, type GraphSchema } from '../../schema/graph-schema.js'
import { withPatternQuota } from '../../json-schema/walk-schema.js'
import {
  checkExpression,
  checkStateKey,
  checkNode,
  hasShape,
  type CheckTools,
  type Report,
} from './check-node.js'
import { checkEdges } from './check-edges.js'
import { makeExpressions, findNameProblem, type Expressions } from './expressions.js'
import { findFrameProblems } from './check-shape.js'
import { INPUT_KEY, MESSAGES_KEY, getStateKeys } from './state-keys.js'

type Problems = Record<string, string>

/** Returns the problems by path, such as `nodes/2/url`; empty if the graph is valid. */
export const checkGraph = (graphSchema: unknown, checkTools: CheckTools = () => ({})): Problems => {
  const problems: Problems = {}
  withPatternQuota(() => checkGraphIn(graphSchema, { path: '', prefix: '', depth: 0, problems, checkTools }))
  return problems
}

interface GraphContext {
  /** Path of the graph within the outermost graph, with a trailing slash. */
  path: string
  /** Prefix of messages; `node "x": ` for an inline graph. */
  prefix: string
  depth: number
  problems: Problems
  checkTools: CheckTools
}

const checkGraphIn = (value: unknown, context: GraphContext): void => {
  const { path, prefix, problems } = context
  const report: Report = (field, text) => {
    problems[`${path}${field}`] ??= `${prefix}${text}`
  }
  const reportNamed: Report = (field, text) => report(field, `${field} ${text}`)

  const topLevelProblems = findFrameProblems(value)
  for (const [field, text] of topLevelProblems) report(field, `${field === '' ? 'the graph' : field} ${text}`)
  const graph = value as GraphSchema
  if (!isObject(value) || !Array.isArray(graph.nodes) || graph.nodes.length > LIMITS.nodes) return

  const keys = getStateKeys({ ...graph, nodes: graph.nodes.filter(isObject) })
  const variables = [...keys, INPUT_KEY, MESSAGES_KEY].filter((name) => findNameProblem(name) === undefined)
  const expressions = makeExpressions(variables)
  for (const [key, definition] of Object.entries(graph.state ?? {})) {
    checkStateKey(key, `state/${key}`, reportNamed)
    checkDefault(definition, `state/${key}/default`, reportNamed)
  }
  const { areIdsValid, areShapesValid } = checkNodes(graph.nodes, {
    ...context,
    variables: new Set(variables),
    expressions,
    report,
  })
  for (const [name, expression] of Object.entries(graph.output ?? {})) {
    if (typeof expression === 'string')
      checkExpression(expression, `output/${name}`, expressions, reportNamed)
  }
  if (topLevelProblems.length > 0) return
  for (const [index, { when }] of (graph.edges ?? []).entries()) {
    if (when !== undefined)
      checkExpression(when, `edges/${String(index)}/when`, expressions, reportNamed, 'bool')
  }
  if (areIdsValid) checkEdges(graph, areShapesValid, report)
}

interface NodesContext extends GraphContext {
  variables: ReadonlySet<string>
  expressions: Expressions
  report: Report
}

/** Checks each node; returns whether all ids are valid and unique, and whether all nodes match their schema. */
const checkNodes = (
  nodes: readonly unknown[],
  context: NodesContext,
): { areIdsValid: boolean; areShapesValid: boolean } => {
  const indexById = new Map<unknown, number>()
  let areIdsValid = true
  let areShapesValid = true
  for (const [index, node] of nodes.entries()) {
    const label = describeNode(node, index)
    const field = `nodes/${String(index)}`
    const report: Report = (subfield, text) =>
      context.report(`${field}/${subfield}`, `${label}: ${subfield} ${text}`)
    if (!isObject(node)) {
      context.report(field, `${label} must be object`)
      areIdsValid = areShapesValid = false
      continue
    }
    if (!checkId(node.id, indexById, report)) areIdsValid = false
    indexById.set(node.id, index)
    if (!hasShape(node, report)) {
      areShapesValid = false
      continue
    }
    checkNode(node, {
      variables: context.variables,
      expressions: context.expressions,
      checkTools: context.checkTools,
      report,
      checkInlineGraph: (graph, subfield) => {
        if (context.depth === LIMITS.inline_depth) {
          report(subfield, `is nested more than ${String(LIMITS.inline_depth)} deep`)
          return
        }
        const path = `${context.path}${field}/${subfield}/`
        const prefix = `${context.prefix}${label}: `
        checkGraphIn(graph, { ...context, path, prefix, depth: context.depth + 1 })
      },
    })
  }
  return { areIdsValid, areShapesValid }
}

/** The default of a reducer must have the type that the reducer produces. */
const checkDefault = (definition: unknown, field: string, report: Report): void => {
  const { reducer, default: defaultValue } = (isObject(definition) ? definition : {}) as {
    reducer?: unknown
    default?: unknown
  }
  if (defaultValue === undefined) return
  if (reducer === 'append' && !Array.isArray(defaultValue))
    report(field, 'must be a list with the reducer append')
  if (reducer === 'merge' && !isObject(defaultValue))
    report(field, 'must be an object with the reducer merge')
}

const isObject = (value: unknown): value is { id?: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const describeNode = (node: unknown, index: number): string =>
  isObject(node) && typeof node.id === 'string'
    ? `node "${node.id.slice(0, 64)}"`
    : `node ${String(index + 1)}`

const checkId = (id: unknown, indexById: ReadonlyMap<unknown, number>, report: Report): boolean => {
  if (typeof id !== 'string') return false
  const firstIndex = indexById.get(id)
  if (id === START_NODE || id === END_NODE || id in Object.prototype) report('id', `"${id}" is reserved`)
  else if (firstIndex !== undefined) report('id', `is also the id of node ${String(firstIndex + 1)}`)
  else return true
  return false
}

/** Returns the ids of all assistants that the graph refers to, including those in inline graphs. */
export const findAssistantIds = (graphSchema: unknown): string[] => {
  const assistantIds = new Set<string>()
  const visit = (graph: unknown): void => {
    const { nodes } = (isObject(graph) ? graph : {}) as { nodes?: unknown }
    for (const node of Array.isArray(nodes) ? (nodes as unknown[]) : []) {
      const step = (isObject(node) && (node as { do?: unknown }).do) || node
      if (!isObject(step)) continue
      const { type, assistant_id, graph: inline } = step as Record<string, unknown>
      if (type !== 'subgraph') continue
      if (typeof assistant_id === 'string') assistantIds.add(assistant_id.toLowerCase())
      visit(inline)
    }
  }
  visit(graphSchema)
  return [...assistantIds]
}
