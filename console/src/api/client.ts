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

const requireOk = async (response: Response): Promise<Response> => {
  if (response.ok) return response
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') === true
  throw toApiError(response, isJson ? parseExact(text) : text)
}

/** Sends a request whose response is a stream, for example `POST /threads/{id}/runs/stream`. */
export const openStream = async (path: string, body: unknown, signal: AbortSignal): Promise<Response> => {
  const response = await fetch(path, {
    method: 'POST',
    headers: { ...HEADERS, 'content-type': 'application/json', accept: 'text/event-stream' },
    body: stringifyExact(body),
    signal,
  })
  return requireOk(response)
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
  return requireOk(response)
}
