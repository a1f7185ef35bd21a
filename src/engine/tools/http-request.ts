/** Builds an HTTP request from the arguments of a tool call. A value cannot change anything outside its placeholder. */
import type { HttpTool } from '../../schema/tool.js'
import { isHeaderValue } from './check-http-tool.js'
import { ToolFailed } from './errors.js'
import { hasReference, type SecretValues } from '../../domain/secrets/references.js'
import {
  fillText,
  fillValue,
  findPlaceholders,
  toText,
  type Arguments,
  type Insertions,
} from './placeholders.js'

export interface HttpRequest {
  method: string
  url: string
  headers: Record<string, string>
  body?: string
}

export const buildRequest = (tool: HttpTool, args: Arguments, secrets: SecretValues): HttpRequest => {
  const insertions = { args, secrets }
  const method = tool.method ?? 'GET'
  const usedNames = new Set(findPlaceholders([tool.url, tool.headers, tool.query, tool.body]))
  const unusedArguments = Object.entries(args).filter(([name]) => !usedNames.has(name))
  const isQueryMethod = method === 'GET' || method === 'DELETE'

  const url = fillUrl(tool.url, insertions)
  const query = Object.entries(tool.query ?? {})
  const fixedKeys = new Set([...url.searchParams.keys(), ...query.map(([key]) => key)])
  const queryArguments = isQueryMethod ? unusedArguments.filter(([name]) => !fixedKeys.has(name)) : []
  const filledQuery = query.map(([key, value]): [string, unknown] => [key, fillValue(value, insertions)])
  for (const [key, value] of toPairs([...filledQuery, ...queryArguments])) url.searchParams.append(key, value)

  const headers = fillHeaders(tool.headers ?? {}, insertions)
  const bodyArguments = isQueryMethod
    ? []
    : unusedArguments.filter(([name]) => !Object.hasOwn(tool.body ?? {}, name))
  if (tool.body === undefined && bodyArguments.length === 0) return { method, url: url.href, headers }
  const definedBody = Object.entries(fillValue(tool.body ?? {}, insertions) as Record<string, unknown>)
  return { method, url: url.href, ...encodeBody(tool, [...definedBody, ...bodyArguments], headers) }
}

const encodeBody = (tool: HttpTool, body: [string, unknown][], headers: Record<string, string>) => {
  const isForm = tool.body_format === 'form'
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
  return {
    headers: { 'content-type': type, ...headers },
    body: isForm ? new URLSearchParams(toPairs(body)).toString() : JSON.stringify(Object.fromEntries(body)),
  }
}

const fillUrl = (template: string, insertions: Insertions): URL => {
  const [base = '', ...query] = template.split('?')
  const segments = base.split('/').map((segment) => fillSegment(segment, insertions))
  const pairs = query
    .join('?')
    .split('&')
    .map((pair) => fillText(pair, insertions, encodeURIComponent))
  const search = pairs.filter((pair) => pair !== undefined && pair !== '').join('&')
  return new URL(segments.join('/') + (search === '' ? '' : `?${search}`))
}

/** Rejects `..`, `.` and empty segments, which would change the path. The URL standard treats encoded dots the same. */
const fillSegment = (segment: string, insertions: Insertions): string => {
  const names = findPlaceholders(segment).join(', ')
  if (names === '' && !hasReference(segment)) return segment
  const filled = fillText(segment, insertions, encodeURIComponent)
  if (filled === undefined) throw new ToolFailed(`${names} is required for the path of the request`)
  if (/^\.{0,2}$/.test(filled.replace(/%2e/gi, '.'))) {
    throw new ToolFailed(`${names || 'a secret'} must not be "${filled}" in the path of the request`)
  }
  return filled
}

/** Repeats the key for each item of a list and omits missing values. */
const toPairs = (entries: [string, unknown][]): [string, string][] =>
  entries.flatMap(([key, value]) =>
    (Array.isArray(value) ? (value as unknown[]) : [value])
      .filter((item) => item != null)
      .map((item): [string, string] => [key, toText(item)]),
  )

const fillHeaders = (templates: Record<string, string>, insertions: Insertions): Record<string, string> => {
  const requireHeaderValue = (text: string, name: string): string => {
    if (isHeaderValue(text)) return text
    throw new ToolFailed(`${name} must be one line of Latin-1 text, because it is sent in a header`)
  }
  const filled = Object.entries(templates).map(
    ([name, value]) => [name.toLowerCase(), fillText(value, insertions, requireHeaderValue)] as const,
  )
  return Object.fromEntries(filled.filter((entry): entry is [string, string] => entry[1] !== undefined))
}
