/**
 * Outgoing HTTP requests to targets that a client or a model chooses: tools, http nodes, MCP servers and webhooks. They refuse
 * forbidden addresses, and limit the time and the size of the response.
 */
import { lookup } from 'node:dns'
import { Agent, fetch as undiciFetch, request, type RequestInit as UndiciInit } from 'undici'
import type { TargetPolicy } from './address.js'
import { boundBody } from './bounded-body.js'
import { makeDeadline } from './deadline.js'
import { makeGuardedConnector, type Resolve } from './guarded-connector.js'
import { TargetRefused } from './target-refused.js'

export interface GuardOptions extends TargetPolicy {
  /** Limits the whole request, including the response body. For an event stream: the time to the headers, and each pause. */
  timeoutMs?: number
  connectTimeoutMs?: number
  maxResponseBytes?: number
  resolve?: Resolve | undefined
}

interface AgentOptions extends TargetPolicy {
  timeoutMs: number
  connectTimeoutMs: number
  resolve: Resolve | undefined
}

const makeAgent = ({ allowPrivate, timeoutMs, connectTimeoutMs, resolve = lookup }: AgentOptions): Agent =>
  new Agent({
    connect: makeGuardedConnector({ allowPrivate, timeoutMs: connectTimeoutMs, resolve }),
    // The deadline already limits this wait. A second timer would produce a different error message.
    headersTimeout: 0,
    bodyTimeout: timeoutMs,
  })

/** By default redirects are returned to the caller. If the caller follows them, each hop is checked by the same rules. */
export const makeGuardedFetch = ({
  allowPrivate,
  timeoutMs = 120_000,
  connectTimeoutMs = 10_000,
  maxResponseBytes = 1024 * 1024,
  resolve,
}: GuardOptions): typeof fetch => {
  const dispatcher = makeAgent({ allowPrivate, timeoutMs, connectTimeoutMs, resolve })

  return async (input, init) => {
    const requestInit: RequestInit = { ...(input instanceof Request ? toRequestInit(input) : {}), ...init }
    const url = requireAllowedUrl(input instanceof Request ? input.url : input)
    const deadline = makeDeadline(timeoutMs, requestInit.signal)
    try {
      const response = await undiciFetch(url, {
        redirect: 'manual',
        ...(requestInit as unknown as UndiciInit),
        signal: deadline.signal,
        dispatcher,
      })
      if (response.status > 599) {
        // A native Response cannot have this status. Its body is cancelled to free the connection.
        await response.body?.cancel()
        throw new RangeError(`HTTP status ${String(response.status)} is not valid`)
      }
      if (response.headers.get('content-type')?.startsWith('text/event-stream') === true) deadline.lift()
      return toNativeResponse(response, maxResponseBytes, deadline.clear)
    } catch (error) {
      deadline.clear()
      throw findRefusal(error) ?? error
    }
  }
}

export interface PostResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** The beginning of the body; null if the connection failed while it was read. */
  text: string | null
}

export interface PostOptions extends TargetPolicy {
  timeoutMs: number
  maxResponseBytes: number
  resolve?: Resolve
}

export type Post = (url: string, headers: Record<string, string>, body: string) => Promise<PostResponse>

/** Sends a POST and reads the beginning of the response. It needs a third of the CPU time of fetch, and never follows redirects. */
export const makeGuardedPost = ({
  allowPrivate,
  timeoutMs,
  maxResponseBytes,
  resolve,
}: PostOptions): Post => {
  const dispatcher = makeAgent({ allowPrivate, timeoutMs, connectTimeoutMs: timeoutMs, resolve })
  return async (url, headers, body) => {
    const target = requireAllowedUrl(url)
    const deadline = makeDeadline(timeoutMs)
    try {
      const { signal } = deadline
      const response = await request(target, { method: 'POST', headers, body, signal, dispatcher })
      const text = await readBeginning(response.body, maxResponseBytes).catch(() => null)
      return { status: response.statusCode, headers: response.headers, text }
    } catch (error) {
      throw findRefusal(error) ?? error
    } finally {
      deadline.clear()
    }
  }
}

/** Stops reading at `maxBytes`. */
const readBeginning = async (body: AsyncIterable<Buffer>, maxBytes: number): Promise<string> => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    bytes += chunk.byteLength
    if (bytes > maxBytes) break
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Converts a native Request, which undici's fetch does not accept. */
const toRequestInit = ({ method, headers, body, signal, redirect }: Request): RequestInit => ({
  method,
  headers,
  signal,
  // A Request has redirect "follow" by default, so "follow" does not show that the caller requested it.
  ...(redirect === 'error' && { redirect }),
  ...(body !== null && { body, duplex: 'half' }),
})

const requireAllowedUrl = (input: string | URL): URL => {
  const url = URL.canParse(String(input)) ? new URL(input) : undefined
  if (url === undefined) throw new TargetRefused('the target', 'is not a URL')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new TargetRefused(url.host || 'the target', `uses ${url.protocol} instead of http: or https:`)
  }
  if (url.username !== '' || url.password !== '') {
    throw new TargetRefused(url.host, 'has credentials in its URL; send them in a header')
  }
  return url
}

/** Returns a native Response, for which `instanceof Response` is true, with a limited body. */
const toNativeResponse = (response: Response, maxBytes: number, onEnd: () => void): Response => {
  const { body, status, statusText, headers, url } = response
  if (body === null) onEnd()
  const bounded = body === null ? null : boundBody(body, maxBytes, onEnd)
  const native = new Response(bounded, { status, statusText, headers: [...headers] })
  return Object.defineProperty(native, 'url', { value: url })
}

const findRefusal = (error: unknown): TargetRefused | undefined => {
  for (let current = error; current instanceof Error; current = current.cause)
    if (current instanceof TargetRefused) return current
  return undefined
}
