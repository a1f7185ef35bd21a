/**
 * Connections to MCP servers, one per combination of tenant, URL and headers, shared by the runs of this executor thread. The
 * server may keep state in the session of a connection, so tenants do not share one. A connection is opened on first use and closed after `idleMs` without use. A broken connection is replaced, and the failed
 * request is retried once, unless the server may already have executed it.
 */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { makeDeadline } from '../../platform/net/deadline.js'
import { version } from '../../platform/version.js'
import { rejectOnAbort } from './reject-on-abort.js'
import { ToolsUnavailable } from './errors.js'
import { makeMcpFetch } from './mcp-fetch.js'
import { isConnectionBroken, isLegacyServer, wasNotProcessed } from './mcp-errors.js'

const CONNECT_TIMEOUT_MS = 30_000
const CLOSE_TIMEOUT_MS = 2_000

export interface McpServer {
  tenant_id: string
  url: string
  headers: Readonly<Record<string, string>>
}

export interface McpRequest<T> {
  server: McpServer
  execute: (client: Client) => Promise<T>
  /** True if executing the request twice does no harm. */
  isIdempotent: boolean
  signal?: AbortSignal | undefined
}

interface SharedConnection {
  connecting: Promise<OpenClient>
  activeRequests: number
  idleTimer?: NodeJS.Timeout
  closeDone?: Promise<void>
}

interface OpenClient {
  client: Client
  close(): Promise<void>
}

export const makeMcpConnections = (deps: { fetch: typeof fetch; idleMs: number }) => {
  const connections = new Map<string, SharedConnection>()
  const pendingCloses = new Set<Promise<void>>()
  let closed = false

  const acquire = (key: string, server: McpServer): SharedConnection => {
    if (closed) throw new ToolsUnavailable('the toolbox is closed')
    const connection = connections.get(key) ?? { connecting: connect(server, deps.fetch), activeRequests: 0 }
    connections.set(key, connection)
    clearTimeout(connection.idleTimer)
    connection.activeRequests++
    return connection
  }

  const release = (key: string, connection: SharedConnection): void => {
    connection.activeRequests--
    if (connection.activeRequests > 0) return
    if (connections.get(key) === connection)
      connection.idleTimer = setTimeout(() => evict(key, connection), deps.idleMs).unref()
    else closeConnection(connection)
  }

  /** Removes the connection for new requests. Active requests can still use it, and the last one closes it. */
  const evict = (key: string, connection: SharedConnection): void => {
    clearTimeout(connection.idleTimer)
    if (connections.get(key) === connection) connections.delete(key)
    if (connection.activeRequests === 0) closeConnection(connection)
  }

  const closeConnection = (connection: SharedConnection): void => {
    if (connection.closeDone !== undefined) return
    const closeDone = connection.connecting.then(
      ({ close }) => close(),
      () => undefined,
    )
    connection.closeDone = closeDone
    pendingCloses.add(closeDone)
    void closeDone.finally(() => pendingCloses.delete(closeDone))
  }

  const tryRequest = async <T>(request: McpRequest<T>, mayRetry: boolean): Promise<T> => {
    const { server, execute, isIdempotent, signal } = request
    const key = JSON.stringify([server.tenant_id, server.url, Object.entries(server.headers).sort()])
    const connection = acquire(key, server)
    let isConnected = false
    try {
      const { client } = await rejectOnAbort(connection.connecting, signal)
      isConnected = true
      return await execute(client)
    } catch (error) {
      if (signal?.aborted === true || !isConnectionBroken(error)) throw error
      evict(key, connection)
      if (!mayRetry || !isConnected || closed || !(isIdempotent || wasNotProcessed(error))) throw error
    } finally {
      release(key, connection)
    }
    return tryRequest(request, false)
  }

  return {
    use: <T>(request: McpRequest<T>): Promise<T> => tryRequest(request, true),

    /** Closes all connections; active requests fail. */
    async close(): Promise<void> {
      closed = true
      for (const [key, connection] of connections) {
        evict(key, connection)
        closeConnection(connection)
      }
      await Promise.all(pendingCloses)
    },
  }
}

export type McpConnections = ReturnType<typeof makeMcpConnections>

const connect = async ({ url, headers }: McpServer, fetch: typeof globalThis.fetch): Promise<OpenClient> => {
  const requestInit = { headers: { ...headers } }
  const streamableTransport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit,
    fetch: makeMcpFetch(fetch),
  })
  try {
    return await openClient(streamableTransport, () => streamableTransport.terminateSession())
  } catch (error) {
    if (!isLegacyServer(error)) throw error
    // oxlint-disable-next-line typescript/no-deprecated -- some servers support only this transport
    const sseTransport = new SSEClientTransport(new URL(url), { requestInit, fetch })
    // The error of the first transport is more useful than that of the fallback.
    return await openClient(sseTransport, () => Promise.resolve()).catch(() => Promise.reject(error as Error))
  }
}

const openClient = async (transport: Transport, endSession: () => Promise<void>): Promise<OpenClient> => {
  const client = new Client({ name: 'heddle', version })
  const deadline = makeDeadline(CONNECT_TIMEOUT_MS)
  try {
    await rejectOnAbort(client.connect(transport, { timeout: CONNECT_TIMEOUT_MS }), deadline.signal)
  } catch (error) {
    await client.close().catch(() => undefined)
    throw error
  } finally {
    deadline.clear()
  }
  return {
    client,
    async close() {
      const deadline = makeDeadline(CLOSE_TIMEOUT_MS)
      await rejectOnAbort(endSession(), deadline.signal).catch(() => undefined)
      deadline.clear()
      await client.close().catch(() => undefined)
    },
  }
}
