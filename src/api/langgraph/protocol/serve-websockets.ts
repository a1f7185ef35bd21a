/**
 * Serves the agent streaming protocol over WebSockets: `GET /threads/{thread_id}/stream/events` with an upgrade header. The request
 * passes through Fastify like every other request, so that host, credentials, rate limit, scope and tenant are checked in the same
 * place; its handler then takes over the socket. Node emits 'upgrade' for every upgrade request; requests for other protocols are
 * handled as if they had no upgrade header.
 */
import { ServerResponse, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { WebSocketServer, type WebSocket } from 'ws'
import type { Config } from '../../../config.js'
import type { RateLimiter } from '../../../domain/rate-limits/rate-limiter.js'
import { AppError } from '../../../errors.js'
import { isUuid } from '../../../platform/ids.js'
import type { Metrics } from '../../../platform/metrics.js'
import { toRequestConfigurable } from '../../../langgraph/request-configurable.js'
import { Uuid } from '../../../schema/common.js'
import { resolvePrincipal } from '../../http/access.js'
import type { Auth } from '../../http/auth.js'
import { NO_BODY } from '../../http/describe-response.js'
import { stopCountingRequest } from '../../http/pending-requests.js'
import { isTrustedOrigin } from '../../http/cross-site.js'
import { markAsUpgrade } from '../../http/upgrade-requests.js'
import type { UserAuth } from '../../project/user-auth.js'
import type { Authorize } from '../authorize.js'
import type { Caller } from './commands.js'
import { setLangGraphErrorHandler } from '../error-handler.js'
import { LangGraphErrorBody, langGraphErrorResponses } from '../error-responses.js'
import { ProtocolSocket, type SocketDeps } from './protocol-socket.js'

export interface WebSocketServerDeps extends SocketDeps {
  config: Config
  auth: Auth
  users: UserAuth
  authorize: Authorize
  limiter: RateLimiter
  metrics: Metrics
}

const SOCKET_SCHEMA = {
  operationId: 'langGraphOpenSocket',
  summary: 'Open a WebSocket for the agent streaming protocol',
  description:
    'Requires a WebSocket upgrade. The client sends messages of the schema `ProtocolCommand`; the server sends a `ProtocolResponse` for ' +
    'each, and a `ProtocolEvent` for each event of a subscription (`subscription.subscribe`). Commands that create runs also require ' +
    'the scope `write`.',
  tags: ['LangGraph streaming protocol'],
  params: Type.Object({ thread_id: Uuid }),
  response: {
    101: NO_BODY,
    400: LangGraphErrorBody,
    ...langGraphErrorResponses({ method: 'GET' }),
  },
}

const PATH = /^\/threads\/[^/?]+\/stream\/events(?:\?|$)/
const PING_MS = 15_000
const STALLED_MS = 30_000
/** How long a closing client may take to complete the close handshake. */
const CLOSE_TIMEOUT_MS = 1_000
const GOING_AWAY = 1001

interface OpenSocket {
  protocol: ProtocolSocket
  hasPonged: boolean
}

export const serveWebSockets = (server: FastifyInstance, deps: WebSocketServerDeps): void => {
  const { config, metrics } = deps
  const sockets = new WebSocketServer({ noServer: true, maxPayload: config.MAX_BODY_BYTES * 10 })
  const pendingUpgrades = new WeakMap<IncomingMessage, { socket: Socket; head: Buffer }>()
  const openSockets = new Map<WebSocket, OpenSocket>()

  server.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const isProtocolUpgrade =
      /^websocket$/i.test(request.headers.upgrade ?? '') && PATH.test(request.url ?? '')
    if (!isProtocolUpgrade || request.method !== 'GET') {
      replayWithoutUpgrade(server, request, socket, head)
      return
    }
    pendingUpgrades.set(request, { socket, head })
    markAsUpgrade(request)
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    response.assignSocket(socket)
    response.once('finish', () => {
      socket.destroySoon()
    })
    socket.on('error', () => socket.destroy())
    server.routing(request, response)
  })

  const identifyCaller = async (request: FastifyRequest): Promise<Caller> => {
    const isAuthDisabled = !config.AUTH_ENABLED && !deps.users.isEnabled()
    const principal = isAuthDisabled ? request.principal : await resolvePrincipal(request, deps)
    const caller: Caller = {
      scopes: principal.scopes,
      authorize: (authAction) => deps.authorize(principal, authAction),
      configurable: toRequestConfigurable(request.headers, principal.user),
    }
    if (isAuthDisabled) return caller
    const rateLimit = await deps.limiter(principal.tenant_id, principal.bucket)
    if (rateLimit.allowed) return caller
    metrics.rateLimited.inc({ scope: rateLimit.scope })
    throw new AppError(
      'rate_limit_exceeded',
      `Too many requests; try again in ${String(rateLimit.retryAfter)} s`,
    )
  }

  void server.register(async (scope) => {
    setLangGraphErrorHandler(scope)
    scope.get<{ Params: { thread_id: string } }>(
      '/threads/:thread_id/stream/events',
      { config: { scope: 'read', isLangGraphRoute: true }, schema: SOCKET_SCHEMA },
      async (request, reply) => {
        const thread_id = request.params.thread_id.toLowerCase()
        const upgrade = pendingUpgrades.get(request.raw)
        if (upgrade === undefined)
          throw new AppError('invalid_request', 'This endpoint requires a WebSocket upgrade, or a POST')
        if (!isUuid(thread_id)) throw new AppError('validation_error', 'Invalid thread ID: must be a UUID')
        // Browsers send no CORS preflight for a WebSocket, only the Origin header.
        if (!isTrustedOrigin(request, reply)) throw new AppError('forbidden', 'This origin is not allowed')
        const thread = { tenant_id: request.principal.tenant_id, thread_id }
        reply.hijack()
        stopCountingRequest(request)
        reply.raw.detachSocket(upgrade.socket)
        sockets.handleUpgrade(request.raw, upgrade.socket, upgrade.head, (socket) => {
          const connection = { socket, thread, identifyCaller: () => identifyCaller(request) }
          trackSocket(socket, new ProtocolSocket(deps, connection))
        })
        return reply
      },
    )
  })

  const trackSocket = (socket: WebSocket, protocol: ProtocolSocket): void => {
    const state = { protocol, hasPonged: true }
    openSockets.set(socket, state)
    metrics.openStreams.inc()
    socket.on('pong', () => {
      state.hasPonged = true
    })
    // ws closes the connection by itself after a protocol error.
    socket.on('error', () => undefined)
    socket.once('close', () => {
      openSockets.delete(socket)
      metrics.openStreams.dec()
    })
  }

  const ping = setInterval(() => {
    for (const [socket, state] of openSockets) {
      const { blockedSince } = state.protocol
      const isStalled = blockedSince !== undefined && performance.now() - blockedSince > STALLED_MS
      if (isStalled) metrics.streamsDropped.inc()
      if (isStalled || !state.hasPonged) {
        socket.terminate()
        continue
      }
      // A client with a full buffer responds to pings late, so a missing pong is tolerated.
      state.hasPonged = blockedSince !== undefined
      socket.ping()
    }
  }, PING_MS).unref()

  server.addHook('preClose', async () => {
    clearInterval(ping)
    for (const socket of openSockets.keys()) socket.close(GOING_AWAY, 'the service is stopping')
    setTimeout(() => {
      for (const socket of openSockets.keys()) socket.terminate()
    }, CLOSE_TIMEOUT_MS).unref()
  })
}

/** Some clients offer an upgrade to HTTP/2 with every request and accept HTTP/1.1: parse the request again without the upgrade. */
const replayWithoutUpgrade = (
  server: FastifyInstance,
  request: IncomingMessage,
  socket: Socket,
  head: Buffer,
): void => {
  const { method = 'GET', url = '/', httpVersion, rawHeaders } = request
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2)
    if (/^(upgrade|connection|http2-settings)$/i.test(name)) continue
    lines.push(`${name}: ${value}`)
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]))
  server.server.emit('connection', socket)
}
