import createClient, { type Middleware } from 'openapi-fetch'
import { parseExact, stringifyExact } from '../model/exact-json.ts'
import { toApiError } from './errors.ts'
import type { paths } from './schema.d.ts'

/** No form and no other site can send this header, so the service accepts changes by cookie only with it. */
const HEADERS = { 'x-heddle-console': '1' }

/** openapi-fetch calls `json()` only if it knows the length of the body; otherwise it parses the text itself, with rounded numbers. */
const readExactNumbers: Middleware = {
  onResponse: ({ response }) => {
    if (!response.ok || response.status === 204) return undefined
    const headers = new Headers(response.headers)
    headers.set('content-length', '1')
    const exact = new Response(response.body, { status: response.status, headers })
    exact.json = async () => parseExact(await exact.text())
    return exact
  },
}

/** The routes of openapi.json, typed. Calls go through `unwrap`. */
export const api = createClient<paths>({
  baseUrl: location.origin,
  headers: HEADERS,
  bodySerializer: (body) => stringifyExact(body),
})
api.use(readExactNumbers)

interface Result<Data> {
  data?: Data
  error?: unknown
  response: Response
}

/** Returns the body of a successful response and throws an `ApiError` otherwise. */
export const unwrap = async <Data>(call: Promise<Result<Data>>): Promise<NonNullable<Data>> => {
  const { data, error, response } = await call
  if (!response.ok) throw toApiError(response, error)
  return data as NonNullable<Data>
}

interface RequestOptions {
  query?: Record<string, string | number | boolean | undefined>
  body?: unknown
  signal?: AbortSignal
}

const toQueryText = (query: NonNullable<RequestOptions['query']>): string => {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  )
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`
}

/** A request to a route without a schema in openapi.json, such as those of the LangGraph API. `Data` is what it responds with. */
export const request = async <Data>(
  method: string,
  path: string,
  { query = {}, body, signal }: RequestOptions = {},
): Promise<Data> => {
  const response = await fetch(path + toQueryText(query), {
    method,
    headers: body === undefined ? HEADERS : { ...HEADERS, 'content-type': 'application/json' },
    ...(body !== undefined && { body: stringifyExact(body) }),
    ...(signal !== undefined && { signal }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') === true
  const parsed = isJson && text !== '' ? parseExact(text) : text
  if (!response.ok) throw toApiError(response, parsed)
  return parsed as Data
}

/** Sends a request whose response is a stream, for example `POST /threads/{id}/runs/stream`. */
export const openStream = async (path: string, body: unknown, signal: AbortSignal): Promise<Response> => {
  const response = await fetch(path, {
    method: 'POST',
    headers: { ...HEADERS, 'content-type': 'application/json', accept: 'text/event-stream' },
    body: stringifyExact(body),
    signal,
  })
  if (response.ok) return response
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') === true
  throw toApiError(response, isJson ? parseExact(text) : text)
}

/** Opens a stream again after the event that was received last; without one, from its beginning. */
export const reopenStream = async (
  path: string,
  lastEventId: string | undefined,
  signal: AbortSignal,
): Promise<Response> => {
  const response = await fetch(path, {
    headers: {
      ...HEADERS,
      accept: 'text/event-stream',
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
    signal,
  })
  if (response.ok) return response
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') === true
  throw toApiError(response, isJson ? parseExact(text) : text)
}
