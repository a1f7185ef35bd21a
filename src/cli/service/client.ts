/**
 * HTTP client of the commands. Temporary failures (no connection, 408, 429, 5xx) are retried with backoff for `retryForMs`. Other 4xx
 * responses are reported with the message of the service.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { EventSourceMessage } from 'eventsource-parser'
import { CommandError, EXIT, incomplete } from '../command-error.js'
import { describeCause, toResponseError } from './describe-failure.js'
import { readEvents } from './read-sse.js'

interface ClientOptions {
  url: string
  apiKey: string | undefined
  /** Why no key is sent, and what to do; reported if the service requires one. */
  keyFix?: string
  /** Aborts requests, streams and pauses. */
  signal: AbortSignal
  /** How long a request is retried. */
  retryForMs?: number | undefined
}

const RESPONSE_TIMEOUT_MS = 30_000
const INITIAL_BACKOFF_MS = 250
const MAX_BACKOFF_MS = 4_000
/** Three heartbeats: after that the stream is considered dead. */
const STREAM_IDLE_MS = 45_000
/** The maximum `limit` of the lists of the service. */
const PAGE_SIZE = 100

export type Query = Record<string, string | number | boolean | readonly string[] | undefined>

export interface RequestOptions {
  query?: Query
  body?: unknown
  /** Sent unchanged instead of `body`. */
  raw?: { content: string | Uint8Array; type: string }
  /** Makes retries safe: requests with the same key have one effect. */
  idempotencyKey?: string
  headers?: Record<string, string>
}

/** A temporary failure, and the earliest time to retry. */
interface Failure {
  error: CommandError
  retryAfterMs?: number | undefined
}

interface ApiPage<T> {
  data: T[]
  next_cursor: string | null
}

export const makeClient = ({ url, apiKey, keyFix, signal, retryForMs = 0 }: ClientOptions) => {
  const authorization = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }

  /** Throws a CommandError if there is no response. */
  const fetchOnce = async (
    method: string,
    path: string,
    options: RequestOptions,
    requestSignal: AbortSignal,
  ): Promise<Response> => {
    try {
      return await fetch(url + path + toQueryString(options.query), {
        method,
        signal: requestSignal,
        headers: { accept: 'application/json, */*', ...authorization, ...toHeaders(options) },
        ...toBody(options),
      })
    } catch (error) {
      signal.throwIfAborted()
      throw incomplete(`cannot reach ${url}: ${describeCause(error)}`)
    }
  }

  const attempt = async (
    method: string,
    path: string,
    options: RequestOptions,
  ): Promise<{ text: string } | Failure> => {
    const requestSignal = AbortSignal.any([signal, AbortSignal.timeout(RESPONSE_TIMEOUT_MS)])
    let response: Response
    let text: string
    try {
      response = await fetchOnce(method, path, options, requestSignal)
      text = await response.text()
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof CommandError) return { error }
      return { error: incomplete(`cannot reach ${url}: ${describeCause(error)}`) }
    }
    if (response.ok) return { text }
    const error = toResponseError(response.status, text, keyFix)
    if (isRetryable(response.status, options)) return { error, retryAfterMs: parseRetryAfter(response) }
    throw error
  }

  const sendText = async (method: string, path: string, options: RequestOptions = {}): Promise<string> => {
    const started = performance.now()
    for (let backoffMs = INITIAL_BACKOFF_MS; ; backoffMs = Math.min(backoffMs * 2, MAX_BACKOFF_MS)) {
      const result = await attempt(method, path, options)
      if ('text' in result) return result.text
      const pause = Math.max(backoffMs, result.retryAfterMs ?? 0)
      const elapsedMs = performance.now() - started
      if (pause > retryForMs - elapsedMs) throw addRetryTime(result.error, retryForMs, elapsedMs)
      await sleep(pause, undefined, { signal })
    }
  }

  const send = async <T>(method: string, path: string, options: RequestOptions = {}): Promise<T> =>
    parseResponse<T>(url, await sendText(method, path, options))

  return {
    url,
    /** Resolves with the body as text. */
    sendText,

    /** Resolves with a successful response whose body has not been read; it may be endless. */
    open: async (method: string, path: string, options: RequestOptions): Promise<Response> => {
      const response = await fetchOnce(method, path, options, signal)
      if (response.ok) return response
      throw toResponseError(response.status, await response.text(), keyFix)
    },
    get: <T>(path: string, query: Query = {}) => send<T>('GET', path, { query }),
    post: <T>(path: string, options: RequestOptions = {}) =>
      send<T>('POST', path, options.raw === undefined ? { body: {}, ...options } : options),
    patch: <T>(path: string, body: unknown) => send<T>('PATCH', path, { body }),
    put: (path: string, body: unknown) => sendText('PUT', path, { body }),
    remove: (path: string, options: RequestOptions = {}) => sendText('DELETE', path, options),
    pause: async (ms: number): Promise<void> => sleep(ms, undefined, { signal }),

    /** The items of a list of the native API, page by page. */
    async *list<T>(path: string, query: Query = {}, limit = Number.POSITIVE_INFINITY): AsyncGenerator<T> {
      let remaining = limit
      let cursor: string | undefined
      while (remaining > 0) {
        const pageQuery: Query = { ...query, limit: Math.min(remaining, PAGE_SIZE), cursor }
        const page: ApiPage<T> = await send('GET', path, { query: pageQuery })
        yield* page.data.slice(0, remaining)
        remaining -= page.data.length
        if (page.next_cursor === null) return
        cursor = page.next_cursor
      }
    },

    /** The events of one connection until it ends. Throws if the connection breaks, is refused or is silent too long. */
    async *stream(path: string, lastEventId?: string): AsyncGenerator<EventSourceMessage> {
      const silence = new AbortController()
      const timer = setTimeout(() => silence.abort(), STREAM_IDLE_MS)
      try {
        const response = await fetch(url + path, {
          headers: {
            accept: 'text/event-stream',
            ...authorization,
            ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
          },
          signal: AbortSignal.any([signal, silence.signal]),
        })
        if (!response.ok || response.body === null)
          throw toResponseError(response.status, await response.text(), keyFix)
        yield* readEvents(response.body, () => timer.refresh())
      } finally {
        clearTimeout(timer)
        silence.abort()
      }
    },
  }
}

export type Client = ReturnType<typeof makeClient>

const toQueryString = (query: Query = {}): string => {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue
    for (const item of Array.isArray(value) ? value : [value]) parameters.append(name, String(item))
  }
  return parameters.size === 0 ? '' : `?${parameters.toString()}`
}

const toHeaders = ({ body, raw, idempotencyKey, headers }: RequestOptions): Record<string, string> => ({
  ...headers,
  ...(raw !== undefined && { 'content-type': raw.type }),
  ...(raw === undefined && body !== undefined && { 'content-type': 'application/json' }),
  ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
})

const toBody = ({ body, raw }: RequestOptions): { body?: string | Uint8Array<ArrayBuffer> } => {
  if (raw !== undefined)
    return { body: typeof raw.content === 'string' ? raw.content : new Uint8Array(raw.content) }
  return body === undefined ? {} : { body: JSON.stringify(body) }
}

/** A 409 for a request with an idempotency key means that its first attempt, whose response was lost, is still running. */
const isRetryable = (status: number, { idempotencyKey }: RequestOptions): boolean =>
  status === 408 || status === 429 || status >= 500 || (status === 409 && idempotencyKey !== undefined)

const parseRetryAfter = (response: Response): number | undefined => {
  const value = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(value) && value >= 0 ? value * 1000 : undefined
}

const parseResponse = <T>(url: string, text: string): T => {
  // 204 has no body.
  if (text === '') return undefined as T
  try {
    return JSON.parse(text) as T
  } catch {
    throw incomplete(`${url} is not a Heddle service: the response is not JSON; correct --url or HEDDLE_URL`)
  }
}

const addRetryTime = (error: CommandError, retryForMs: number, elapsedMs: number): CommandError =>
  retryForMs === 0
    ? error
    : new CommandError(
        error.exitCode === EXIT.usageError ? EXIT.incomplete : error.exitCode,
        `${error.message} (tried for ${String(Math.round(elapsedMs / 1000))} s)`,
        error.status,
      )
