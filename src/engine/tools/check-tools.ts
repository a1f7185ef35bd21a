/** Whether an assistant's `config.tools` can be used. Runs on the main thread: nothing of LangChain in here. */
import { Ajv, type ValidateFunction } from 'ajv'
import type { TSchema } from 'typebox'
import {
  BUILTIN_TOOLS,
  BuiltinTool,
  FlatFunctionTool,
  FunctionTool,
  HttpTool,
  MAX_TOOLS,
  McpTool,
} from '../../schema/tool.js'
import { checkHttp, headerProblems, urlProblem } from './check-http-tool.js'
import { checkParameters } from './check-parameter-schema.js'
import { join, problemOf } from './ajv-problems.js'

type Problems = Record<string, string>

const SCHEMAS = {
  builtin: BuiltinTool,
  function: FunctionTool,
  flatFunction: FlatFunctionTool,
  http: HttpTool,
  mcp: McpTool,
} satisfies Record<string, TSchema>
type Form = keyof typeof SCHEMAS

/** What is wrong, by field path such as `config/tools/0/url`; empty: nothing. */
export const checkTools = (tools: unknown, path = 'tools'): Problems => {
  if (!Array.isArray(tools)) return { [path]: 'must be array' }
  if (tools.length > MAX_TOOLS) return { [path]: `must hold at most ${String(MAX_TOOLS)} tools` }
  const problems: Problems = {}
  const known = new Map<string, number>()
  for (const [index, tool] of (tools as unknown[]).entries()) {
    const { found, name, nameAt } = checkTool(tool)
    const first = name === undefined ? undefined : known.get(name)
    if (first !== undefined) found[nameAt] = `is the name of tool ${String(first)} too`
    else if (name !== undefined) known.set(name, index)
    for (const [at, text] of Object.entries(found)) {
      problems[at === '' ? `${path}/${String(index)}` : `${path}/${String(index)}/${at}`] = text
    }
  }
  return problems
}

interface Checked {
  found: Problems
  /** Undefined where the tool has none of its own, as an MCP server. */
  name?: string | undefined
  nameAt: string
}

const checkTool = (tool: unknown): Checked => {
  if (typeof tool === 'string') {
    const isKnown = BUILTIN_TOOLS.some((name) => name === tool)
    const text = `is not a built-in tool (${BUILTIN_TOOLS.join(', ')})`
    return { found: isKnown ? {} : { '': text }, name: tool, nameAt: '' }
  }
  if (typeof tool !== 'object' || tool === null || Array.isArray(tool)) {
    return { found: { '': 'must be an object or the name of a built-in tool' }, nameAt: '' }
  }
  const form = formOf(tool)
  if (form === undefined)
    return { found: { type: 'must be one of function, http, mcp, builtin' }, nameAt: '' }
  const inner = form === 'function' ? (tool as { function: unknown }).function : tool
  const name = (inner as { name?: unknown } | null)?.name
  const shape = shapeProblems(form, tool)
  return {
    found: Object.keys(shape).length > 0 ? shape : contentProblems(form, tool),
    name: typeof name === 'string' && form !== 'mcp' ? name : undefined,
    nameAt: form === 'function' ? 'function/name' : 'name',
  }
}

export const formOf = (tool: object): Form | undefined => {
  const type = 'type' in tool ? tool.type : undefined
  if (type === 'function') return 'function' in tool ? 'function' : 'flatFunction'
  return type === 'http' || type === 'mcp' || type === 'builtin' ? type : undefined
}

const ajv = new Ajv({ allErrors: true, strict: false, meta: false, validateSchema: false })
const compiled = new Map<Form, ValidateFunction>()

const shapeProblems = (form: Form, tool: object): Problems => {
  const validate = compiled.get(form) ?? ajv.compile(SCHEMAS[form])
  compiled.set(form, validate)
  if (validate(tool)) return {}
  const problems: Problems = {}
  for (const error of validate.errors ?? []) {
    if (error.keyword === 'anyOf') continue
    const [at, text] = problemOf(error)
    problems[at] ??= text
  }
  return problems
}

/** Only for a tool whose shape is right. */
const contentProblems = (form: Form, tool: object): Problems => {
  switch (form) {
    case 'builtin':
      return {}
    case 'function':
      return under('function/parameters', (tool as FunctionTool).function.parameters)
    case 'flatFunction':
      return under('parameters', (tool as FlatFunctionTool).parameters)
    case 'http':
      return { ...under('parameters', (tool as HttpTool).parameters), ...checkHttp(tool as HttpTool) }
    case 'mcp': {
      const { url, headers = {} } = tool as McpTool
      const problem = urlProblem(url)
      return { ...headerProblems(headers), ...(problem !== undefined && { url: problem }) }
    }
  }
}

const under = (path: string, parameters: Record<string, unknown> | null | undefined): Problems => {
  const found = Object.entries(parameters == null ? {} : checkParameters(parameters))
  return Object.fromEntries(found.map(([at, text]) => [at === '' ? path : join(path, at), text]))
}
