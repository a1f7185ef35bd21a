/**
 * Proxies requests to the project's app if it has a matching route or middleware. The app sends requests that it does not handle back
 * through the loopback socket. Bodies, streams and disconnects are forwarded in both directions as they occur. A WebSocket does not pass
 * through the app: the app gets its request without the upgrade, and either lets it pass or rejects it with a response.
 */
import { request as send, type IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppEndpoint } from '../../engine/threads/project-host.js'
import {
  HOP_BY_HOP_HEADERS,
  HOP_HEADER,
  PASS_HEADER,
  writeHop,
  type AppRoute,
  type ProjectUser,
} from '../../engine/project/protocol.js'
import { AppError } from '../../errors.js'
import { stopCountingRequest } from '../http/pending-requests.js'
import { isUpgrade } from '../http/upgrade-requests.js'
import { getHop } from './loopback-socket.js'
import { makeRouteMatcher } from './route-matcher.js'

interface Deps {
  getApp: () => AppEndpoint | undefined
  /** Authenticates the request if the routes of the app require credentials; throws if the credentials are invalid. */
  authenticate: (request: FastifyRequest, reply: FastifyReply) => Promise<ProjectUser | null>
}

/** The time until the first byte of the response. */
const RESPONSE_TIMEOUT_MS = 300_000

const toUnavailableError = (cause?: unknown): AppError =>
  new AppError('service_unavailable', 'The app of the project is starting; try again', undefined, {
    cause,
  })

export const proxyToApp = (server: FastifyInstance, { getApp, authenticate }: Deps): void => {
  let cachedMatcher: { routes: AppRoute[] | null; matcher: ReturnType<typeof makeRouteMatcher> } | undefined
  const getMatcher = (routes: AppRoute[] | null): ReturnType<typeof makeRouteMatcher> => {
    if (cachedMatcher?.routes !== routes) cachedMatcher = { routes, matcher: makeRouteMatcher(routes) }
    return cachedMatcher.matcher
  }

  /** Returns false if the service itself must handle the request. */
  const proxy = async (request: FastifyRequest, reply: FastifyReply, { socket }: AppEndpoint) => {
    if (socket === undefined) throw toUnavailableError()
    const user = await authenticate(request, reply)
    const hop = writeHop({ ip: request.ip, user, ...(isUpgrade(request.raw) && { isUpgrade: true }) })
    return forward(request, reply, socket, hop)
  }

  server.addHook('onRequest', (request, reply, done) => {
    const appEndpoint = getHop(request) === undefined ? getApp() : undefined
    if (appEndpoint === undefined || !getMatcher(appEndpoint.routes)(request.method, request.url)) {
      done()
      return
    }
    // Without a call of `done`, the response of the app is being sent.
    proxy(request, reply, appEndpoint).then((isHandled) => {
      if (!isHandled) done()
    }, done)
  })
}

const forward = async (
  { raw, method, url, id }: FastifyRequest,
  reply: FastifyReply,
  socketPath: string,
  hop: string,
): Promise<boolean> => {
  const outgoing = send({
    socketPath,
    method,
    path: url,
    headers: {
      ...Object.fromEntries(Object.entries(raw.headers).filter(([name]) => !HOP_BY_HOP_HEADERS.has(name))),
      host: raw.headers.host ?? 'localhost',
      // Otherwise the app's server might close the connection while the body is still being sent.
      connection: 'keep-alive',
      'x-request-id': id,
      [HOP_HEADER]: hop,
    },
    agent: false,
  })
  const abort = (): void => void outgoing.destroy()
  reply.raw.once('close', abort)
  raw.pipe(outgoing)
  const incoming = await new Promise<IncomingMessage | undefined>((resolve, reject) => {
    outgoing.setTimeout(RESPONSE_TIMEOUT_MS, abort)
    outgoing.once('response', resolve)
    // The listener stays attached: an unhandled 'error' event would end the process.
    outgoing.on('error', reject)
    outgoing.once('close', () => {
      reject(toUnavailableError())
    })
  }).catch((error: unknown) => {
    raw.unpipe(outgoing)
    // The client has disconnected.
    if (reply.raw.destroyed) return undefined
    throw error instanceof AppError ? error : toUnavailableError(error)
  })
  if (incoming === undefined) {
    reply.hijack()
    return true
  }
  outgoing.setTimeout(0)
  if (isUpgrade(raw) && incoming.headers[PASS_HEADER] !== undefined) {
    incoming.resume()
    return false
  }
  reply.hijack()
  stopCountingRequest(reply.request)
  // Headers of the app override ours; ours add what the app does not set, such as CORS.
  const responseHeaders = { ...reply.getHeaders(), ...toHeaders(incoming) } as Record<
    string,
    string | string[]
  >
  reply.raw.writeHead(incoming.statusCode ?? 502, responseHeaders)
  reply.raw.flushHeaders()
  // If the project thread crashes during a response, the client must see that the response is incomplete.
  incoming.on('error', () => reply.raw.destroy())
  incoming.pipe(reply.raw)
  return true
}

const toHeaders = ({ headersDistinct }: IncomingMessage): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(headersDistinct).flatMap(([name, values]) => {
      if (HOP_BY_HOP_HEADERS.has(name) || values === undefined) return []
      return [[name, values.length === 1 ? (values[0] ?? '') : values]]
    }),
  )
