/**
 * Connections to MCP servers, one for each pair of URL and headers, shared by the runs of this thread. A connection
 * is made when first used, closed when nobody has used it for a while, and replaced when it is found broken; what
 * was asked is then asked once more, unless the server may have done it already.
 */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { makeDeadline } from '../../platform/net/deadline.js'
import { version } from '../../platform/version.js'
import { orAbort } from './reject-on-abort.js'
import { ToolsUnavailable } from './errors.js'
import { makeMcpFetch } from './mcp-fetch.js'
import { isBroken, isOldServer, wasNotTaken } from './mcp-errors.js'

const CONNECT_TIMEOUT_MS = 30_000
const GOODBYE_TIMEOUT_MS = 2_000

export interface McpServer {
  url: string
  headers: Readonly<Record<string, string>>
}

export interface Use<T> {
  server: McpServer
  work: (client: Client) => Promise<T>
  /** Whether doing it twice does no harm. */
  repeatable: boolean
  signal?: AbortSignal | undefined
}

interface Held {
  connecting: Promise<Connected>
  users: number
  idle?: NodeJS.Timeout
  ending?: Promise<void>
}

interface Connected {
  client: Client
  goodbye(): Promise<void>
}

export const makeMcpConnections = (parts: { fetch: typeof fetch; idleMs: number }) => {
  const open = new Map<string, Held>()
  const closing = new Set<Promise<void>>()
  let closed = false

  const hold = (key: string, server: McpServer): Held => {
    if (closed) throw new ToolsUnavailable('the tools are closed')
    const held = open.get(key) ?? { connecting: connect(server, parts.fetch), users: 0 }
    open.set(key, held)
    clearTimeout(held.idle)
    held.users++
    return held
  }

  const release = (key: string, held: Held): void => {
    held.users--
    if (held.users > 0) return
    if (open.get(key) === held) held.idle = setTimeout(() => drop(key, held), parts.idleMs).unref()
    else end(held)
  }

  /** Nobody gets it any more; those who use it now still may, and the last of them ends it. */
  const drop = (key: string, held: Held): void => {
    clearTimeout(held.idle)
    if (open.get(key) === held) open.delete(key)
    if (held.users === 0) end(held)
  }

  const end = (held: Held): void => {
    if (held.ending !== undefined) return
    const ending = held.connecting.then(
      ({ goodbye }) => goodbye(),
      () => undefined,
    )
    held.ending = ending
    closing.add(ending)
    void ending.finally(() => closing.delete(ending))
  }

  const attempt = async <T>(asked: Use<T>, mayRepeat: boolean): Promise<T> => {
    const { server, work, repeatable, signal } = asked
    const key = JSON.stringify([server.url, Object.entries(server.headers).sort()])
    const held = hold(key, server)
    let connected = false
    try {
      const { client } = await orAbort(held.connecting, signal)
      connected = true
      return await work(client)
    } catch (error) {
      if (signal?.aborted === true || !isBroken(error)) throw error
      drop(key, held)
      if (!mayRepeat || !connected || closed || !(repeatable || wasNotTaken(error))) throw error
    } finally {
      release(key, held)
    }
    return attempt(asked, false)
  }

  return {
    use: <T>(asked: Use<T>): Promise<T> => attempt(asked, true),

    /** Ends what is under way, too. */
    async close(): Promise<void> {
      closed = true
      for (const [key, held] of open) {
        drop(key, held)
        end(held)
      }
      await Promise.all(closing)
    },
  }
}

export type McpConnections = ReturnType<typeof makeMcpConnections>

const connect = async ({ url, headers }: McpServer, fetch: typeof globalThis.fetch): Promise<Connected> => {
  const requestInit = { headers: { ...headers } }
  const streamable = new StreamableHTTPClientTransport(new URL(url), {
    requestInit,
    fetch: makeMcpFetch(fetch),
  })
  try {
    return await start(streamable, () => streamable.terminateSession())
  } catch (error) {
    if (!isOldServer(error)) throw error
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- servers that know only this are still about
    const older = new SSEClientTransport(new URL(url), { requestInit, fetch })
    // What the first attempt met tells more than that the second failed too.
    return await start(older, () => Promise.resolve()).catch(() => Promise.reject(error as Error))
  }
}

const start = async (transport: Transport, endSession: () => Promise<void>): Promise<Connected> => {
  const client = new Client({ name: 'heddle', version })
  const limit = makeDeadline(CONNECT_TIMEOUT_MS)
  try {
    await orAbort(client.connect(transport, { timeout: CONNECT_TIMEOUT_MS }), limit.signal)
  } catch (error) {
    await client.close().catch(() => undefined)
    throw error
  } finally {
    limit.clear()
  }
  return {
    client,
    async goodbye() {
      const patience = makeDeadline(GOODBYE_TIMEOUT_MS)
      await orAbort(endSession(), patience.signal).catch(() => undefined)
      patience.clear()
      await client.close().catch(() => undefined)
    },
  }
}
