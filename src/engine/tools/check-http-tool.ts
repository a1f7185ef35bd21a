import type { HttpTool } from '../../schema/tool.js'
import { findPlaceholders } from './placeholders.js'

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9a-zA-Z-]+$/
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/
// These belong to the connection and are set by it.
const CONNECTION_HEADERS = new Set(
  'connection content-length expect host keep-alive te trailer transfer-encoding upgrade'.split(' '),
)

/** A target that is written down whole: for MCP servers. */
export const findUrlProblem = (text: string): string | undefined => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:\/\//i.test(text)) return 'must be an http or https URL'
  if (url.username !== '' || url.password !== '') return 'must not hold credentials: send them in headers'
  return undefined
}

/** The model fills in path and query; whom the request goes to is not for it to choose. */
const findUrlTemplateProblem = (template: string): string | undefined => {
  const origin = /^https?:\/\/[^/?#\\]*/i.exec(template)?.[0]
  if (origin === undefined) return 'must be an http or https URL'
  if (findPlaceholders(origin).length > 0) return 'must not have a placeholder before the path'
  if (template.includes('#')) return 'must not have a fragment: it is never sent'
  // URL parsers read a backslash as / and skip line ends, so that `..` beside them would climb.
  if (/[\\\s\p{Cc}]/u.test(template)) return 'must not hold backslashes, spaces or control characters'
  return findUrlProblem(template)
}

export const findHeaderProblems = (headers: Record<string, string>): Record<string, string> => {
  const problems: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    const path = `headers/${name}`
    if (!HEADER_NAME.test(name)) problems[path] = 'is not the name of a header'
    else if (CONNECTION_HEADERS.has(name.toLowerCase())) problems[path] = 'is set by the connection itself'
    else if (!HEADER_VALUE.test(value)) problems[path] = 'must be one line of Latin-1 text'
  }
  return problems
}

export const isHeaderValue = (text: string): boolean => HEADER_VALUE.test(text)

/** What the schema cannot say. */
export const checkHttpTool = (tool: HttpTool): Record<string, string> => {
  const problems = findHeaderProblems(tool.headers ?? {})
  const url = findUrlTemplateProblem(tool.url)
  if (url !== undefined) problems['url'] = url
  for (const part of ['body', 'body_format'] as const) {
    if (tool[part] !== undefined && (tool.method ?? 'GET') === 'GET')
      problems[part] = 'cannot be used with GET'
  }
  return { ...problems, ...findUnknownPlaceholders(tool) }
}

const findUnknownPlaceholders = (tool: HttpTool): Record<string, string> => {
  if (tool.parameters === undefined) return {}
  const properties = tool.parameters['properties'] ?? {}
  const problems: Record<string, string> = {}
  for (const part of ['url', 'headers', 'query', 'body'] as const) {
    const unknown = findPlaceholders(tool[part]).find((name) => !Object.hasOwn(properties, name))
    if (unknown !== undefined) problems[part] = `names {${unknown}}, which is not one of the parameters`
  }
  return problems
}
