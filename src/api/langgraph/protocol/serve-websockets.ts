/**
 * The WebSockets of the protocol: `GET /threads/{thread_id}/stream/events` with an upgrade. The request takes the way of every other
 * one, so that host, credentials, limit, scope and tenant are looked at in the same place; only its handler takes the
 * socket over. Requests to upgrade to anything else are answered as if they had not asked: Node gives them all to us.
 */
import { ServerResponse, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { WebSocketServer, type WebSocket } from 'ws'
import type { Config } from '../../../config.js'
import type { RateLimiter } from '../../../domain/rate-limits/rate-limiter.js'
import { AppError } from '../../../errors.js'
import { isUuid } from '../../../platform/ids.js'
import type { Metrics } from '../../../platform/metrics.js'
import { requestConfigurable } from '../../../langgraph/request-configurable.js'
import { whoAsks } from '../../http/access.js'
import type { Auth } from '../../http/auth.js'
import type { UserAuth } from '../../project/user-auth.js'
import type { Authorise } from '../authorize.js'
import type { Caller } from './commands.js'
import { presentErrors } from '../route.js'
import { ProtocolSocket, type SocketParts } from './protocol-socket.js'

export interface SocketServerParts extends SocketParts {
  config: Config
  auth: Auth
  users: UserAuth
  authorise: Authorise
  limiter: RateLimiter
  metrics: Metrics
}

const PATH = /^\/threads\/[^/?]+\/stream\/events(?:\?|$)/
const PING_MS = 15_000
const STALLED_MS = 30_000
/** A client that does not say goodbye is left. */
const GOODBYE_MS = 1_000
const GOING_AWAY = 1001

interface Open {
  protocol: ProtocolSocket
  hasAnswered: boolean
}

export const serveSockets = (server: FastifyInstance, parts: SocketServerParts): void => {
  const { config, metrics } = parts
  const sockets = new WebSocketServer({ noServer: true, maxPayload: config.MAX_BODY_BYTES * 10 })
  const asked = new WeakMap<IncomingMessage, { socket: Socket; head: Buffer }>()
  const open = new Map<WebSocket, Open>()

  server.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const isOurs = /^websocket$/i.test(request.headers.upgrade ?? '') && PATH.test(request.url ?? '')
    if (!isOurs || request.method !== 'GET') {
      askAgain(server, request, socket, head)
      return
    }
    asked.set(request, { socket, head })
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    response.assignSocket(socket)
    response.once('finish', () => {
      socket.destroySoon()
    })
    socket.on('error', () => socket.destroy())
    server.routing(request, response)
  })

  const admit = async (request: FastifyRequest): Promise<Caller> => {
    const isOpen = !config.AUTH_ENABLED && !parts.users.isOn()
    const principal = isOpen ? request.principal : await whoAsks(request, parts)
    const caller: Caller = {
      scopes: principal.scopes,
      authorise: (deed) => parts.authorise(principal, deed),
      configurable: requestConfigurable(request.headers, principal.user),
    }
    if (isOpen) return caller
    const granted = await parts.limiter(principal.tenant_id, principal.bucket)
    if (granted.allowed) return caller
    metrics.rateLimited.inc()
    throw new AppError(
      'rate_limit_exceeded',
      `Too many requests; try again in ${String(granted.retryAfter)} s`,
    )
  }

  void server.register(async (scope) => {
    presentErrors(scope)
    scope.get<{ Params: { thread_id: string } }>(
      '/threads/:thread_id/stream/events',
      { config: { scope: 'read', isOfDialect: true }, schema: { hide: true } },
      async (request, reply) => {
        const thread_id = request.params.thread_id.toLowerCase()
        const given = asked.get(request.raw)
        if (given === undefined) throw new AppError('invalid_request', 'this takes a WebSocket, or a POST')
        if (!isUuid(thread_id)) throw new AppError('validation_error', 'Invalid thread ID: must be a UUID')
        if (!isFromHere(request, reply)) throw new AppError('forbidden', 'this origin is not allowed')
        const thread = { tenant_id: request.principal.tenant_id, thread_id }
        reply.hijack()
        reply.raw.detachSocket(given.socket)
        sockets.handleUpgrade(request.raw, given.socket, given.head, (socket) => {
          const connection = { socket, thread, admit: () => admit(request) }
          keep(socket, new ProtocolSocket(parts, connection))
        })
        return reply
      },
    )
  })

  const keep = (socket: WebSocket, protocol: ProtocolSocket): void => {
    const state = { protocol, hasAnswered: true }
    open.set(socket, state)
    metrics.streams.inc()
    socket.on('pong', () => {
      state.hasAnswered = true
    })
    // What is wrong with a frame closes the connection by itself.
    socket.on('error', () => undefined)
    socket.once('close', () => {
      open.delete(socket)
      metrics.streams.dec()
    })
  }

  const ping = setInterval(() => {
    for (const [socket, state] of open) {
      const { fullSince } = state.protocol
      const isStalled = fullSince !== undefined && performance.now() - fullSince > STALLED_MS
      if (isStalled) metrics.streamsDropped.inc()
      if (isStalled || !state.hasAnswered) {
        socket.terminate()
        continue
      }
      // One that reads slowly answers late.
      state.hasAnswered = fullSince !== undefined
      socket.ping()
    }
  }, PING_MS).unref()

  server.addHook('preClose', async () => {
    clearInterval(ping)
    for (const socket of open.keys()) socket.close(GOING_AWAY, 'the service is stopping')
    setTimeout(() => {
      for (const socket of open.keys()) socket.terminate()
    }, GOODBYE_MS).unref()
  })
}

/**
 * Browsers ask no permission for a WebSocket; they only say where the page is from. Whether it may read our answers was decided on
 * the way here, by what the service and the project allow.
 */
const isFromHere = ({ headers }: FastifyRequest, reply: FastifyReply): boolean => {
  const { origin, host } = headers
  if (origin === undefined || reply.hasHeader('access-control-allow-origin')) return true
  return URL.canParse(origin) && new URL(origin).host === host
}

/** The same request without its wish: some clients offer HTTP/2 with every request, and take an answer in HTTP/1.1. */
const askAgain = (server: FastifyInstance, request: IncomingMessage, socket: Socket, head: Buffer): void => {
  const { method = 'GET', url = '/', httpVersion, rawHeaders } = request
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2)
    if (/^(upgrade|connection|http2-settings)$/i.test(name)) continue
    lines.push(`${name}: ${value}`)
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]))
  server.server.emit('connection', socket)
}
