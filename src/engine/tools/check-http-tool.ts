import type { HttpTool } from '../../schema/tool.js'
import { findPlaceholders } from './placeholders.js'

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9a-zA-Z-]+$/
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/
// The HTTP connection sets these headers itself.
const CONNECTION_HEADERS = new Set(
  'connection content-length expect host keep-alive te trailer transfer-encoding upgrade'.split(' '),
)

/** Checks a URL without placeholders. */
export const findUrlProblem = (text: string): string | undefined => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:\/\//i.test(text)) return 'must be an http or https URL'
  if (url.username !== '' || url.password !== '') return 'must not contain credentials: send them in headers'
  return undefined
}

/** The model can fill in the path and the query, but it must not choose the host. */
const findUrlTemplateProblem = (template: string): string | undefined => {
  const origin = /^https?:\/\/[^/?#\\]*/i.exec(template)?.[0]
  if (origin === undefined) return 'must be an http or https URL'
  if (findPlaceholders(origin).length > 0) return 'must not have a placeholder before the path'
  if (template.includes('#')) return 'must not have a fragment: it is never sent'
  // URL parsers treat a backslash as / and skip line breaks, so `..` next to them would leave the path segment.
  if (/[\\\s\p{Cc}]/u.test(template)) return 'must not contain backslashes, spaces or control characters'
  return findUrlProblem(template)
}

export const findHeaderProblems = (headers: Record<string, string>): Record<string, string> => {
  const problems: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    const path = `headers/${name}`
    if (!HEADER_NAME.test(name)) problems[path] = 'is not a valid header name'
    else if (CONNECTION_HEADERS.has(name.toLowerCase())) problems[path] = 'is set by the connection itself'
    else if (!HEADER_VALUE.test(value)) problems[path] = 'must be one line of Latin-1 text'
  }
  return problems
}

export const isHeaderValue = (text: string): boolean => HEADER_VALUE.test(text)

/** Checks rules that the schema cannot express. */
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
    if (unknown !== undefined) problems[part] = `contains {${unknown}}, which is not one of the parameters`
  }
  return problems
}
