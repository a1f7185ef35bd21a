/**
 * HTTP client for a running service. Temporary failures (no connection, 408, 429, 5xx) are retried with backoff for 30
 * seconds. Other 4xx responses are usage errors, reported with the message of the service.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { EventSourceMessage } from 'eventsource-parser'
import { usageError, incomplete } from './command-error.js'
import { readEvents } from './read-sse.js'
import { toPrintable } from './format.js'

interface ClientOptions {
  url: string
  apiKey: string | undefined
  /** Aborts requests, streams and pauses. */
  signal: AbortSignal
  /** How long a request is retried. */
  retryForMs?: number | undefined
}

const RETRY_FOR_MS = 30_000
const RESPONSE_TIMEOUT_MS = 30_000
const INITIAL_BACKOFF_MS = 250
const MAX_BACKOFF_MS = 4_000
/** Three heartbeats: after that the stream is considered dead. */
const STREAM_IDLE_MS = 45_000

interface RequestOptions {
  body?: unknown
  /** Makes retries safe: requests with the same key have one effect. */
  idempotencyKey?: string
}

/** A temporary failure, and the earliest time to retry. */
interface Failure {
  reason: string
  retryAfterMs?: number | undefined
}

export const makeClient = ({ url, apiKey, signal, retryForMs = RETRY_FOR_MS }: ClientOptions) => {
  const authorization = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }

  const attempt = async <T>(
    method: string,
    path: string,
    options: RequestOptions,
  ): Promise<{ body: T } | Failure> => {
    let response: Response
    let text: string
    try {
      response = await fetch(url + path, {
        method,
        signal: AbortSignal.any([signal, AbortSignal.timeout(RESPONSE_TIMEOUT_MS)]),
        headers: {
          accept: 'application/json',
          ...authorization,
          ...(options.body !== undefined && { 'content-type': 'application/json' }),
          ...(options.idempotencyKey !== undefined && { 'idempotency-key': options.idempotencyKey }),
        },
        ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
      })
      text = await response.text()
    } catch (error) {
      signal.throwIfAborted()
      return { reason: `${url} cannot be reached: ${describeCause(error)}` }
    }
    if (response.ok) return { body: parseResponse<T>(url, text) }
    const reason = describeResponse(response.status, text)
    if (isRetryable(response.status, options)) return { reason, retryAfterMs: parseRetryAfter(response) }
    throw usageError(reason, response.status)
  }

  const request = async <T>(method: string, path: string, options: RequestOptions = {}): Promise<T> => {
    const started = performance.now()
    for (let backoffMs = INITIAL_BACKOFF_MS; ; backoffMs = Math.min(backoffMs * 2, MAX_BACKOFF_MS)) {
      const result = await attempt<T>(method, path, options)
      if ('body' in result) return result.body
      const pause = Math.max(backoffMs, result.retryAfterMs ?? 0)
      const remainingMs = retryForMs - (performance.now() - started)
      if (pause > remainingMs)
        throw incomplete(`${result.reason} (tried for ${formatSeconds(performance.now() - started)})`)
      await sleep(pause, undefined, { signal })
    }
  }

  return {
    get: <T>(path: string) => request<T>('GET', path),
    post: <T>(path: string, options: RequestOptions = {}) =>
      request<T>('POST', path, { body: {}, ...options }),
    pause: async (ms: number): Promise<void> => sleep(ms, undefined, { signal }),

    /** The events of one connection until it ends. Throws if the connection breaks, is refused or is silent too long. */
    async *stream(path: string): AsyncGenerator<EventSourceMessage> {
      const silence = new AbortController()
      const timer = setTimeout(() => silence.abort(), STREAM_IDLE_MS)
      try {
        const response = await fetch(url + path, {
          headers: { accept: 'text/event-stream', ...authorization },
          signal: AbortSignal.any([signal, silence.signal]),
        })
        if (!response.ok || response.body === null)
          throw incomplete(describeResponse(response.status, await response.text()))
        yield* readEvents(response.body, () => timer.refresh())
      } finally {
        clearTimeout(timer)
        silence.abort()
      }
    },
  }
}

export type Client = ReturnType<typeof makeClient>

/** A 409 for a request with an idempotency key means that its first attempt, whose response was lost, is still running. */
const isRetryable = (status: number, { idempotencyKey }: RequestOptions): boolean =>
  status === 408 || status === 429 || status >= 500 || (status === 409 && idempotencyKey !== undefined)

const parseRetryAfter = (response: Response): number | undefined => {
  const value = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(value) && value >= 0 ? value * 1000 : undefined
}

const parseResponse = <T>(url: string, text: string): T => {
  try {
    return JSON.parse(text) as T
  } catch {
    throw incomplete(`${url} is not a Heddle service: the response is not JSON`)
  }
}

const describeCause = (error: unknown): string => {
  const { cause, message } = error as Error
  if (!(cause instanceof Error)) return message
  // The error of a host with several addresses, all of which refused, has a code and no message.
  return cause.message === '' ? ((cause as NodeJS.ErrnoException).code ?? message) : cause.message
}

/** The message of the service, with one line per detail. */
const describeResponse = (status: number, text: string): string => {
  let body: { message?: unknown; details?: unknown } = {}
  try {
    body = (JSON.parse(text) as typeof body | null) ?? {}
  } catch {
    // Not JSON, such as the error page of a proxy: only the status is reported.
  }
  const { message, details } = body
  const reasonText = typeof message === 'string' ? toPrintable(message) : 'no reason given'
  const lines = Object.entries(details ?? {}).map(
    ([field, value]) =>
      `  ${toPrintable(field)}: ${toPrintable(typeof value === 'string' ? value : JSON.stringify(value))}`,
  )
  return [`the service responded with ${String(status)}: ${reasonText}`, ...lines].join('\n')
}

const formatSeconds = (ms: number): string => `${String(Math.round(ms / 1000))} s`
