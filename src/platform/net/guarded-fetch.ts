/** fetch, and a plain POST, for targets that a user of the API or a model has chosen: tools, http nodes, MCP servers, webhooks. */
import { lookup } from 'node:dns'
import { Agent, fetch as undiciFetch, request, type RequestInit as UndiciInit } from 'undici'
import type { TargetPolicy } from './address.js'
import { boundBody } from './bounded-body.js'
import { makeDeadline } from './deadline.js'
import { makeGuardedConnector, type Resolve } from './guarded-connector.js'
import { TargetRefused } from './target-refused.js'

export interface GuardOptions extends TargetPolicy {
  /** For the whole exchange, body included. Of an event stream: until it begins, and for each silence in it. */
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
    // The deadline of the exchange ends that wait; two clocks for it would tell of it in two ways.
    headersTimeout: 0,
    bodyTimeout: timeoutMs,
  })

/** Redirects are handed to the caller unless it asks for more; each hop is held to the same rules. */
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
        // More than a Response can say; nobody would read its body, so it is let go here.
        await response.body?.cancel()
        throw new RangeError(`answered ${String(response.status)}, which is no status`)
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
  /** Its beginning; null when it broke off. */
  text: string | null
}

export interface PostOptions extends TargetPolicy {
  timeoutMs: number
  maxResponseBytes: number
  resolve?: Resolve
}

export type Post = (url: string, headers: Record<string, string>, body: string) => Promise<PostResponse>

/** One POST and the beginning of its answer, for a third of what fetch takes of the processor. Never follows a redirect. */
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

/** What comes after that is not waited for. */
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

/** undici's fetch does not know the Request of Node's own. */
const toRequestInit = ({ method, headers, body, signal, redirect }: Request): RequestInit => ({
  method,
  headers,
  signal,
  // A Request says "follow" also where its maker said nothing.
  ...(redirect === 'error' && { redirect }),
  ...(body !== null && { body, duplex: 'half' }),
})

const requireAllowedUrl = (input: string | URL): URL => {
  const url = URL.canParse(String(input)) ? new URL(input) : undefined
  if (url === undefined) throw new TargetRefused('the target', 'is not a URL')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new TargetRefused(url.host || 'the target', `uses ${url.protocol} and not http: or https:`)
  }
  if (url.username !== '' || url.password !== '') {
    throw new TargetRefused(url.host, 'is given with credentials in the URL; send them in a header')
  }
  return url
}

/** As Node's own Response, so that `instanceof` holds, with a body that ends at the limit. */
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
