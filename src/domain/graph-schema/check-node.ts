import {
  LIMITS,
  NODE_SCHEMAS,
  STEP_SCHEMAS,
  type GraphNode,
  type GraphStep,
} from '../../schema/graph-schema.js'
import { hasReference } from '../secrets/references.js'
import { makeExpressions, findNameProblem, type Expressions } from './expressions.js'
import { didYouMean } from './did-you-mean.js'
import { findJsonSchemaProblem, nodeCheckers, stepCheckers } from './check-shape.js'
import { INDEX_KEY, INPUT_KEY, MESSAGES_KEY } from './state-keys.js'
import { parseTemplate, TemplateError, findTemplates } from './templates.js'

/** Reports a problem: the path of the field, and a text that follows the name of the field. */
export type Report = (field: string, text: string) => void

/** Returns the problems of a list of tools; their paths start with `path`. */
export type CheckTools = (tools: readonly unknown[], path: string) => Record<string, string>

interface NodeContext {
  variables: ReadonlySet<string>
  expressions: Expressions
  checkTools: CheckTools
  report: Report
  /** Checks an inline graph of a subgraph node. */
  checkInlineGraph: (graph: unknown, field: string) => void
}

/** True if the node is valid against the schema of its type; only then can its content be checked. */
export const hasShape = (value: object, report: Report): value is GraphNode =>
  isShapeValid(value, nodeCheckers, Object.keys(NODE_SCHEMAS), report)

const isShapeValid = (
  value: object,
  checkers: typeof nodeCheckers,
  types: string[],
  report: Report,
): boolean => {
  const { type } = value as { type?: unknown }
  const check = typeof type === 'string' ? checkers.get(type) : undefined
  if (check === undefined) {
    report('type', type === undefined ? 'is required' : describeUnknownType(type, types))
    return false
  }
  const problems = check(value)
  for (const [field, text] of problems) report(field, text)
  return problems.length === 0
}

const describeUnknownType = (type: unknown, types: string[]): string =>
  `must be one of ${types.join(', ')}${typeof type === 'string' ? didYouMean(type, types) : ''}`

export const checkNode = (node: GraphNode, context: NodeContext): void => {
  const { report, expressions } = context
  if ('output' in node) checkStateKey(node.output, 'output', report)
  switch (node.type) {
    case 'condition':
      for (const [index, { when }] of node.branches.entries()) {
        checkExpression(when, `branches/${String(index)}/when`, expressions, report, 'bool')
      }
      break
    case 'map':
      checkMap(node, context)
      break
    case 'llm':
      if (node.schema !== undefined && node.output === undefined) report('output', 'is required with schema')
      checkStep(node, context)
      break
    default:
      checkStep(node, context)
  }
}

const checkMap = (node: GraphNode & { type: 'map' }, context: NodeContext): void => {
  const { report, variables } = context
  const { as = 'item' } = node
  checkExpression(node.over, 'over', context.expressions, report)
  const isReserved = [INPUT_KEY, MESSAGES_KEY, INDEX_KEY].includes(as)
  const problem = isReserved ? 'is reserved' : findNameProblem(as)
  if (problem !== undefined) report('as', problem)
  const reportInStep: Report = (field, text) => report(`do/${field}`, text)
  if (problem !== undefined || !isShapeValid(node.do, stepCheckers, Object.keys(STEP_SCHEMAS), reportInStep))
    return
  const stepVariables = new Set([...variables, as, INDEX_KEY])
  checkStep(node.do as GraphStep, {
    variables: stepVariables,
    expressions: makeExpressions(stepVariables),
    checkTools: context.checkTools,
    report: reportInStep,
    checkInlineGraph: (graph, field) => context.checkInlineGraph(graph, `do/${field}`),
  })
}

const checkStep = (step: GraphStep, context: NodeContext): void => {
  const { expressions, report, checkInlineGraph, checkTools } = context
  const checkTemplates = (value: unknown, field: string): void => {
    for (const [path, template] of findTemplates(value, field))
      checkTemplate(template, path, expressions, report)
  }
  switch (step.type) {
    case 'llm':
      checkTemplates(step.system, 'system')
      checkTemplates(step.prompt, 'prompt')
      for (const [field, text] of Object.entries(checkTools(step.tools ?? [], 'tools'))) report(field, text)
      checkJsonSchema(step.schema, report)
      if (step.schema !== undefined && step.schema['type'] !== 'object')
        report('schema', 'must be of type object')
      break
    case 'tool':
      checkTemplates(step.arguments, 'arguments')
      for (const [field, text] of Object.entries(checkTools([step.tool], 'tool'))) {
        report(field.replace('tool/0', 'tool'), text)
      }
      break
    case 'http': {
      const { method = step.body === undefined ? 'GET' : 'POST' } = step
      if (!/^(https?:\/\/|\{\{)/i.test(step.url)) report('url', 'must start with http:// or https://')
      if (step.body !== undefined && (method === 'GET' || method === 'HEAD')) {
        report('body', `cannot be sent with ${method}`)
      }
      checkTemplates(step.url, 'url')
      checkTemplates(step.query, 'query')
      checkTemplates(step.headers, 'headers')
      checkTemplates(step.body, 'body')
      break
    }
    case 'transform':
      for (const [key, expression] of Object.entries(step.set)) {
        if (key !== MESSAGES_KEY) checkStateKey(key, `set/${key}`, report)
        checkExpression(expression, `set/${key}`, expressions, report)
      }
      break
    case 'human':
      checkTemplates(step.prompt, 'prompt')
      checkJsonSchema(step.schema, report)
      if (step.options !== undefined && step.schema !== undefined)
        report('schema', 'cannot be combined with options')
      break
    case 'subgraph':
      checkTemplates(step.input, 'input')
      if ((step.assistant_id === undefined) === (step.graph === undefined)) {
        report(
          'assistant_id',
          step.graph === undefined ? 'or graph is required' : 'cannot be combined with graph',
        )
      }
      if (step.graph !== undefined) checkInlineGraph(step.graph, 'graph')
  }
}

const checkJsonSchema = (schema: Record<string, unknown> | undefined, report: Report): void => {
  const problem = schema === undefined ? undefined : findJsonSchemaProblem(schema)
  if (problem !== undefined) report('schema', problem)
}

/** Checks the name of a state key. */
export const checkStateKey = (key: string, field: string, report: Report): void => {
  // LangGraph stores channels in plain objects, where names of Object.prototype are always present.
  const isReserved = key === INPUT_KEY || key === MESSAGES_KEY || key in Object.prototype
  const problem = isReserved ? 'is reserved' : findNameProblem(key)
  if (problem !== undefined) report(field, problem)
}

export const checkExpression = (
  text: string,
  field: string,
  expressions: Expressions,
  report: Report,
  type?: 'bool',
): void => {
  const problem =
    text.length > LIMITS.expression_length
      ? `is longer than ${String(LIMITS.expression_length)} characters`
      : expressions.findProblem(text, type)
  if (problem !== undefined) report(field, problem)
}

const checkTemplate = (template: string, field: string, expressions: Expressions, report: Report): void => {
  if (template.length > LIMITS.text_length) {
    report(field, `is longer than ${String(LIMITS.text_length)} characters`)
    return
  }
  try {
    for (const part of parseTemplate(template)) {
      if ('text' in part) continue
      if (hasReference(part.expression))
        report(field, 'has a ${secret:…} inside {{ }}, where it is not replaced; place it outside')
      checkExpression(part.expression, field, expressions, (_, text) =>
        report(field, `has {{${part.expression}}}, which ${text}`),
      )
    }
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    report(field, error.message)
  }
}
