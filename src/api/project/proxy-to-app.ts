/**
 * Requests that the app of a project may answer, or wraps, go to it first; it passes back by the inner door what it leaves to us. Bodies,
 * streams and the end of a connection pass both ways as they come.
 */
import { request as send, type IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppEndpoint } from '../../engine/threads/project-host.js'
import { HOP_HEADER, writeHop, type AppRoute, type ProjectUser } from '../../engine/project/protocol.js'
import { AppError } from '../../errors.js'
import { getHop } from './loopback-socket.js'
import { makeRouteMatcher } from './route-matcher.js'

interface Deps {
  getApp: () => AppEndpoint | undefined
  /** Who asks, where the routes of the app need credentials too; throws what is wrong with them. */
  authenticate: (request: FastifyRequest, reply: FastifyReply) => Promise<ProjectUser | null>
}

/** Until the first byte of an answer. */
const RESPONSE_TIMEOUT_MS = 300_000
const HOP_BY_HOP_HEADERS = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade'])

const toUnavailableError = (cause?: unknown): AppError =>
  new AppError('service_unavailable', 'the app of the project is being started; try again', undefined, {
    cause,
  })

export const proxyToApp = (server: FastifyInstance, { getApp, authenticate }: Deps): void => {
  let cachedMatcher: { routes: AppRoute[] | null; matcher: ReturnType<typeof makeRouteMatcher> } | undefined
  const getMatcher = (routes: AppRoute[] | null): ReturnType<typeof makeRouteMatcher> => {
    if (cachedMatcher?.routes !== routes) cachedMatcher = { routes, matcher: makeRouteMatcher(routes) }
    return cachedMatcher.matcher
  }

  const proxy = async (request: FastifyRequest, reply: FastifyReply, { socket }: AppEndpoint) => {
    if (socket === undefined) throw toUnavailableError()
    const user = await authenticate(request, reply)
    await forward(request, reply, socket, writeHop({ ip: request.ip, user }))
  }

  server.addHook('onRequest', (request, reply, done) => {
    const appEndpoint = getHop(request) === undefined ? getApp() : undefined
    if (appEndpoint === undefined || !getMatcher(appEndpoint.routes)(request.method, request.url)) {
      done()
      return
    }
    // When it resolves, the answer is on its way.
    proxy(request, reply, appEndpoint).catch(done)
  })
}

const forward = async (
  { raw, method, url, id }: FastifyRequest,
  reply: FastifyReply,
  socketPath: string,
  hop: string,
): Promise<void> => {
  const outgoing = send({
    socketPath,
    method,
    path: url,
    headers: {
      ...Object.fromEntries(Object.entries(raw.headers).filter(([name]) => !HOP_BY_HOP_HEADERS.has(name))),
      host: raw.headers.host ?? 'localhost',
      // Else the other side might close it on a body that is still coming.
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
    // For as long as it lives: an error that nobody hears would end the process.
    outgoing.on('error', reject)
    outgoing.once('close', () => {
      reject(toUnavailableError())
    })
  }).catch((error: unknown) => {
    raw.unpipe(outgoing)
    // Nobody is there any more to be told.
    if (reply.raw.destroyed) return undefined
    throw error instanceof AppError ? error : toUnavailableError(error)
  })
  if (incoming === undefined) {
    reply.hijack()
    return
  }
  outgoing.setTimeout(0)
  reply.hijack()
  // What the app says counts; ours is what it did not say, and what browsers need.
  const responseHeaders = { ...reply.getHeaders(), ...toHeaders(incoming) } as Record<
    string,
    string | string[]
  >
  reply.raw.writeHead(incoming.statusCode ?? 502, responseHeaders)
  reply.raw.flushHeaders()
  // A thread that dies in the middle of an answer leaves it unfinished, and the client must see that.
  incoming.on('error', () => reply.raw.destroy())
  incoming.pipe(reply.raw)
}

const toHeaders = ({ headersDistinct }: IncomingMessage): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(headersDistinct).flatMap(([name, values]) => {
      if (HOP_BY_HOP_HEADERS.has(name) || values === undefined) return []
      return [[name, values.length === 1 ? (values[0] ?? '') : values]]
    }),
  )
