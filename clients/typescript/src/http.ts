/** Sends requests: address, credentials, time limit, retries and errors. */
import type { Body, Method, PathParameters, PathWith, Query, Result } from './api-types.js'
import { ConnectionError, HeddleError, TimeoutError, toApiError } from './errors.js'
import { getDelayMs, isSafeToRepeat, isTemporary, sleep } from './retries.js'
import type { paths } from './schema.js'

export interface ClientOptions {
  /** The address of the server. Default: `http://localhost:8123`. */
  url?: string | undefined
  /** An API key or a JWT, or a function that returns the current one. */
  apiKey?: string | (() => string | Promise<string>) | undefined
  /** Sent with every request. */
  headers?: Record<string, string> | undefined
  /** How often a request that failed temporarily is sent again. Default: 4. */
  maxRetries?: number | undefined
  /** The time limit of one attempt, apart from streams. Default: two minutes. */
  timeoutMs?: number | undefined
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch | undefined
}

export interface RequestOptions {
  /** Ends the request; the call rejects with the reason of the signal. */
  signal?: AbortSignal | undefined
  headers?: Record<string, string> | undefined
  /** For POST requests. Default: a random key, the same for all retries of a call. */
  idempotencyKey?: string | undefined
  maxRetries?: number | undefined
  timeoutMs?: number | undefined
}

/** The parts of a request. `isRead` marks a POST request that changes nothing and therefore needs no idempotency key. */
export interface RequestParts {
  path?: object | undefined
  query?: object | undefined
  body?: unknown
  contentType?: string | undefined
  isRead?: boolean | undefined
}

type Parts<M extends Method, P extends PathWith<M>> = Omit<RequestParts, 'path' | 'query' | 'body'> & {
  query?: Query<M, P> | undefined
} & (PathParameters<M, P> extends undefined ? unknown : { path: PathParameters<M, P> }) &
  (Body<M, P> extends undefined ? unknown : { body: Body<M, P> })

const DEFAULT_URL = 'http://localhost:8123'
const DEFAULT_RETRIES = 4
const DEFAULT_TIMEOUT_MS = 120_000

export type Http = ReturnType<typeof makeHttp>

export const makeHttp = (client: ClientOptions) => {
  const base = parseBase(client.url ?? DEFAULT_URL)
  const fetchResponse = client.fetch ?? ((input, init) => fetch(input, init))

  /** Sends one request and returns the response, or throws an ApiError or a ConnectionError. */
  const open = async (
    url: string,
    init: Omit<RequestInit, 'headers'> & { headers: Record<string, string> },
  ) => {
    const token = typeof client.apiKey === 'function' ? await client.apiKey() : client.apiKey
    const headers = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...client.headers,
      ...init.headers,
    }
    const response = await fetchResponse(url, { ...init, headers }).catch((error: unknown) => {
      throw toConnectionError(`cannot reach ${url}`, error)
    })
    if (!response.ok) throw toApiError(response, await readText(response))
    return response
  }

  /** Sends a request, with retries, and returns the text of the response. */
  const request = async (
    method: Method,
    path: keyof paths,
    parts: RequestParts,
    options: RequestOptions = {},
  ): Promise<string> => {
    const { signal } = options
    const url = buildUrl(base, path, parts)
    const init = {
      method: method.toUpperCase(),
      headers: { ...buildHeaders(method, parts, options), ...options.headers },
      ...('body' in parts && { body: encodeBody(parts) }),
    }
    const maxRetries = options.maxRetries ?? client.maxRetries ?? DEFAULT_RETRIES
    const timeoutMs = (options.timeoutMs ?? client.timeoutMs ?? DEFAULT_TIMEOUT_MS) + getWaitMs(parts.query)
    for (let failures = 1; ; failures++) {
      try {
        return await withTimeLimit({ url, timeoutMs, signal }, async (attemptSignal) =>
          readText(await open(url, { ...init, signal: attemptSignal })),
        )
      } catch (error) {
        if (failures > maxRetries || !isTemporary(error) || !isSafeToRepeat(method, error)) throw error
        await sleep(getDelayMs(error, failures), signal)
      }
    }
  }

  return {
    /** Opens a stream of events. The caller retries, because it knows the last event. */
    openStream: (
      path: keyof paths,
      { headers, signal, ...parts }: RequestParts & { headers: Record<string, string>; signal: AbortSignal },
    ): Promise<Response> =>
      open(buildUrl(base, path, parts), { headers: { accept: 'text/event-stream', ...headers }, signal }),

    requestText: request,

    /** Sends a request whose response is JSON, or has no body. */
    send: async <M extends Method, P extends PathWith<M>>(
      method: M,
      path: P,
      parts: Parts<M, P>,
      options?: RequestOptions,
    ): Promise<Result<M, P>> => {
      const text = await request(method, path, parts, options)
      return (text === '' ? undefined : parseJson(text, base + path)) as Result<M, P>
    },
  }
}

const parseBase = (url: string): string => {
  if (!/^https?:\/\/[^/]/.test(url)) {
    throw new HeddleError(`The url of the client is "${url}"; it must start with http:// or https://`)
  }
  return url.replace(/\/+$/, '')
}

const buildUrl = (base: string, template: string, { path, query }: RequestParts): string => {
  const pathname = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodePathParameter(name, (path as Record<string, unknown> | undefined)?.[name]),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const item of [value].flat()) if (item != null) search.append(name, String(item))
  }
  return base + pathname + (search.size === 0 ? '' : `?${search.toString()}`)
}

/** An empty value, `.` or `..` would address another resource. */
const encodePathParameter = (name: string, value: unknown): string => {
  if (typeof value === 'string' && !/^\.{0,2}$/.test(value)) return encodeURIComponent(value)
  throw new HeddleError(`${name} is ${JSON.stringify(value)}; it must be the ID or the name of a resource`)
}

const buildHeaders = (method: Method, parts: RequestParts, { idempotencyKey }: RequestOptions) => ({
  ...('body' in parts && { 'content-type': parts.contentType ?? 'application/json' }),
  ...((method === 'post' && parts.isRead !== true) || idempotencyKey !== undefined
    ? { 'idempotency-key': idempotencyKey ?? generateKey() }
    : {}),
})

/** Not `crypto.randomUUID`, because browsers have it only on pages with HTTPS. */
const generateKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

const encodeBody = ({ body, contentType }: RequestParts): string | Blob =>
  contentType === undefined ? JSON.stringify(body) : (body as string | Blob)

/** The server holds a response back for `wait` seconds, so the time limit is extended by them. */
const getWaitMs = (query: object | undefined): number =>
  query !== undefined && 'wait' in query ? Number(query.wait ?? 0) * 1000 : 0

const withTimeLimit = async <T>(
  { url, timeoutMs, signal }: { url: string; timeoutMs: number; signal: AbortSignal | undefined },
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  signal?.throwIfAborted()
  const controller = new AbortController()
  const abort = (): void => controller.abort(signal?.reason)
  signal?.addEventListener('abort', abort)
  const timer = setTimeout(() => {
    controller.abort(new TimeoutError(`${url} did not respond within ${String(timeoutMs)} ms`))
  }, timeoutMs)
  try {
    return await run(controller.signal)
  } catch (error) {
    throw controller.signal.aborted ? controller.signal.reason : error
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

const readText = async (response: Response): Promise<string> => {
  try {
    return await response.text()
  } catch (error) {
    throw toConnectionError(`the response of ${response.url} is incomplete`, error)
  }
}

/** Node.js hides the reason in the cause of the error. */
export const toConnectionError = (text: string, error: unknown): ConnectionError => {
  const { message, cause } = error instanceof Error ? error : { message: String(error), cause: undefined }
  const reason = cause instanceof Error && cause.message !== '' ? cause.message : message
  return new ConnectionError(`${text}: ${reason}`, { cause: error })
}

const parseJson = (text: string, url: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new HeddleError(`${url} did not respond with JSON; check that the client has the url of Heddle`, {
      cause: error,
    })
  }
}
