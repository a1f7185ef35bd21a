/**
 * Validates responses against openapi.json: the status is documented, the body matches its schema, the headers are
 * present.
 */
import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { createParser } from 'eventsource-parser'
import { CODES } from '../../src/errors.js'
import { packageRoot } from '../../src/platform/package-root.js'

type Content = Record<string, { schema: object; example?: unknown }>
interface Operation {
  operationId: string
  responses: Record<string, { $ref?: string; content?: Content }>
}
export interface OpenapiDocument {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object>; responses: Record<string, Operation['responses'][string]> }
}

export const openapi = JSON.parse(readFileSync(`${packageRoot}/openapi.json`, 'utf8')) as OpenapiDocument

/** The paths of the native API and of the service itself, without those that are also served without the prefix. */
export const isNativePath = (path: string): boolean =>
  path.startsWith('/api/v1/') || ['/health', '/ok', '/info', '/metrics'].includes(path)

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)

/** Rejects fields that a schema does not list, unless it allows any, so that every field of a response is documented. */
const closeSchema = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(closeSchema)
  if (typeof schema !== 'object' || schema === null) return schema
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closeSchema(value)]))
  return typeof copy['properties'] === 'object' && copy['type'] === 'object'
    ? { additionalProperties: false, ...copy }
    : copy
}

ajv.addSchema({ $id: 'openapi', components: closeSchema(openapi.components) as object })

/** Rewrites references inside the document so that Ajv can resolve them. */
const toAbsoluteRefs = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/')) as object

const countParameters = (path: string): number => path.split('{').length

/** Split once, because every response of a test is validated. A path without parameters takes precedence, as in the router. */
const paths = Object.entries(openapi.paths)
  .sort(([a], [b]) => countParameters(a) - countParameters(b))
  .map(([path, operations]) => ({ segments: path.split('/'), operations }))

export const findOperation = (method: string, url: string): Operation | undefined => {
  const name = method.toLowerCase()
  const path = (url.split('?')[0] ?? '').split('/')
  const found = paths.find(
    ({ segments, operations }) =>
      segments.length === path.length &&
      operations[name] !== undefined &&
      segments.every(
        (segment, index) => segment === path[index] || (segment.startsWith('{') && path[index] !== ''),
      ),
  )
  return found?.operations[name]
}

export interface CheckedResponse {
  status: number
  headers: Record<string, unknown>
  body: unknown
  text: string
}

/** Lists the differences between a response and the document. Empty: the response is valid. */
export const findOpenapiProblems = (
  method: string,
  url: string,
  { status, headers, body, text }: CheckedResponse,
): string[] => {
  const problems: string[] = []
  for (const name of ['x-request-id', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']) {
    if (headers[name] === undefined) problems.push(`${name} is missing`)
  }
  const operation = findOperation(method, url)
  if (operation === undefined) {
    return status >= 400 ? [...problems, ...findSchemaProblems(ERROR_SCHEMA, body)] : problems
  }
  // `default` stands for the statuses that the code of a project chooses.
  const documented =
    operation.responses[String(status)] ?? (isOwnStatus(status) ? undefined : operation.responses['default'])
  if (documented === undefined)
    return [...problems, `${operation.operationId} does not document status ${String(status)}`]
  const response = documented.$ref
    ? openapi.components.responses[documented.$ref.split('/').at(-1) ?? '']
    : documented
  return [...problems, ...findContentProblems(response?.content, toText(headers['content-type']), body, text)]
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : '')

const OWN_STATUSES: number[] = Object.values(CODES).map((row) => row.status)
const isOwnStatus = (status: number): boolean => status < 400 || OWN_STATUSES.includes(status)

const findContentProblems = (
  content: Content = {},
  contentType: string,
  body: unknown,
  text: string,
): string[] => {
  const [type = ''] = contentType.split(';')
  if (Object.keys(content).length === 0) return text === '' ? [] : ['The response must not have a body']
  const schema = content[type]?.schema
  if (schema === undefined) return [`The content type ${contentType} is not documented`]
  if (type === 'application/json') return findSchemaProblems(schema, body)
  const { contentSchema } = schema as { contentSchema?: object }
  return contentSchema === undefined ? [] : findSchemaProblems(contentSchema, parseEvents(text))
}

/** Parses Server-Sent Events as `contentSchema` describes them: `data` is JSON or, in the API of OpenAI, the text [DONE]. */
const parseEvents = (text: string): object[] => {
  const events: object[] = []
  const parser = createParser({
    onEvent: ({ id, event, data }) =>
      events.push({
        ...(id !== undefined && { id }),
        ...(event !== undefined && { event }),
        data: data === '[DONE]' ? data : (JSON.parse(data) as unknown),
      }),
  })
  parser.feed(text)
  return events
}

/**
 * A fetch for clients that need a socket. It validates every response like startApp does; `verify` waits for the responses and throws if one
 * of them differs from the document. A response that the client cancels is not validated.
 */
export const makeCheckedFetch = () => {
  const checks: Promise<string[]>[] = []
  const check = async (method: string, url: string, response: Response): Promise<string[]> => {
    const text = await response.text().catch(() => undefined)
    if (text === undefined) return []
    const headers = Object.fromEntries(response.headers)
    const isJson = toText(headers['content-type']).startsWith('application/json')
    const body: unknown = isJson ? JSON.parse(text) : undefined
    const problems = findOpenapiProblems(method, url, { status: response.status, headers, body, text })
    return problems.map((problem) => `${method} ${url}: ${problem} in ${text.slice(0, 300)}`)
  }
  const checkedFetch: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    const url = new URL(input instanceof Request ? input.url : input)
    checks.push(check(init?.method ?? 'GET', url.pathname + url.search, response.clone()))
    return response
  }
  const verify = async (): Promise<void> => {
    const problems = (await Promise.all(checks)).flat()
    if (problems.length > 0) throw new Error(problems.join('\n'))
  }
  return { fetch: checkedFetch, verify }
}

/** Compiling a validator takes longer than the request that it checks, so each schema is compiled once. */
const validators = new WeakMap<object, ValidateFunction>()

const getValidator = (schema: object): ValidateFunction => {
  let validator = validators.get(schema)
  if (validator === undefined) {
    validator = ajv.compile(toAbsoluteRefs(closeSchema(schema) as object))
    validators.set(schema, validator)
  }
  return validator
}

/** Of a route that does not exist. Outside of /api/, a client of LangGraph may have meant it. */
const ERROR_SCHEMA = {
  anyOf: [{ $ref: '#/components/schemas/Error' }, { $ref: '#/components/schemas/LangGraphError' }],
}

const findSchemaProblems = (schema: object, body: unknown): string[] => {
  const validate = getValidator(schema)
  if (validate(body)) return []
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`)
}

export const isValid = (schema: object, value: unknown): boolean =>
  findSchemaProblems(schema, value).length === 0
