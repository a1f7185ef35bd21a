/** Validates an assistant's `config.tools`. Runs on the main thread, so it must not import LangChain. */
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
import { checkHttpTool, findHeaderProblems, findUrlProblem } from './check-http-tool.js'
import { checkParameterSchema } from './check-parameter-schema.js'
import { withPatternQuota } from '../../json-schema/walk-schema.js'
import { joinPath, toProblem } from '../../json-schema/ajv-problems.js'

type Problems = Record<string, string>

const SCHEMAS = {
  builtin: BuiltinTool,
  function: FunctionTool,
  flatFunction: FlatFunctionTool,
  http: HttpTool,
  mcp: McpTool,
} satisfies Record<string, TSchema>
type ToolForm = keyof typeof SCHEMAS

/** Returns the problems by field path, such as `config/tools/0/url`; empty if the tools are valid. */
export const checkTools = (tools: unknown, path = 'tools'): Problems =>
  withPatternQuota(() => checkEachTool(tools, path))

const checkEachTool = (tools: unknown, path: string): Problems => {
  if (!Array.isArray(tools)) return { [path]: 'must be array' }
  if (tools.length > MAX_TOOLS) return { [path]: `must contain at most ${String(MAX_TOOLS)} tools` }
  const problems: Problems = {}
  const indexByName = new Map<string, number>()
  for (const [index, tool] of (tools as unknown[]).entries()) {
    const { toolProblems, name, nameField } = checkTool(tool)
    const firstIndex = name === undefined ? undefined : indexByName.get(name)
    if (firstIndex !== undefined)
      toolProblems[nameField] = `is already the name of tool ${String(firstIndex)}`
    else if (name !== undefined) indexByName.set(name, index)
    for (const [field, text] of Object.entries(toolProblems)) {
      problems[field === '' ? `${path}/${String(index)}` : `${path}/${String(index)}/${field}`] = text
    }
  }
  return problems
}

interface CheckedTool {
  toolProblems: Problems
  /** Undefined if the definition has no single name, as for an MCP server. */
  name?: string | undefined
  nameField: string
}

const checkTool = (tool: unknown): CheckedTool => {
  if (typeof tool === 'string') {
    const isKnown = BUILTIN_TOOLS.some((name) => name === tool)
    const text = `is not a built-in tool (${BUILTIN_TOOLS.join(', ')})`
    return { toolProblems: isKnown ? {} : { '': text }, name: tool, nameField: '' }
  }
  if (typeof tool !== 'object' || tool === null || Array.isArray(tool)) {
    return { toolProblems: { '': 'must be an object or the name of a built-in tool' }, nameField: '' }
  }
  const form = getToolForm(tool)
  if (form === undefined)
    return { toolProblems: { type: 'must be one of function, http, mcp, builtin' }, nameField: '' }
  const inner = form === 'function' ? (tool as { function: unknown }).function : tool
  const name = (inner as { name?: unknown } | null)?.name
  const schemaProblems = findShapeProblems(form, tool)
  return {
    toolProblems: Object.keys(schemaProblems).length > 0 ? schemaProblems : findContentProblems(form, tool),
    name: typeof name === 'string' && form !== 'mcp' ? name : undefined,
    nameField: form === 'function' ? 'function/name' : 'name',
  }
}

export const getToolForm = (tool: object): ToolForm | undefined => {
  const type = 'type' in tool ? tool.type : undefined
  if (type === 'function') return 'function' in tool ? 'function' : 'flatFunction'
  return type === 'http' || type === 'mcp' || type === 'builtin' ? type : undefined
}

const ajv = new Ajv({ allErrors: true, strict: false, meta: false, validateSchema: false })
const validators = new Map<ToolForm, ValidateFunction>()

const findShapeProblems = (form: ToolForm, tool: object): Problems => {
  const validate = validators.get(form) ?? ajv.compile(SCHEMAS[form])
  validators.set(form, validate)
  if (validate(tool)) return {}
  const problems: Problems = {}
  for (const error of validate.errors ?? []) {
    if (error.keyword === 'anyOf') continue
    const [field, text] = toProblem(error)
    problems[field] ??= text
  }
  return problems
}

/** Expects a tool that is valid against its schema. */
const findContentProblems = (form: ToolForm, tool: object): Problems => {
  switch (form) {
    case 'builtin':
      return {}
    case 'function':
      return checkSchemaAt('function/parameters', (tool as FunctionTool).function.parameters)
    case 'flatFunction':
      return checkSchemaAt('parameters', (tool as FlatFunctionTool).parameters)
    case 'http':
      return {
        ...checkSchemaAt('parameters', (tool as HttpTool).parameters),
        ...checkHttpTool(tool as HttpTool),
      }
    case 'mcp': {
      const { url, headers = {} } = tool as McpTool
      const problem = findUrlProblem(url)
      return { ...findHeaderProblems(headers), ...(problem !== undefined && { url: problem }) }
    }
  }
}

const checkSchemaAt = (path: string, parameters: Record<string, unknown> | null | undefined): Problems => {
  const toolProblems = Object.entries(parameters == null ? {} : checkParameterSchema(parameters))
  return Object.fromEntries(
    toolProblems.map(([field, text]) => [field === '' ? path : joinPath(path, field), text]),
  )
}
