/**
 * Requests that the app of a project may answer, or wraps, go to it first; it passes back by the inner door what it leaves to us. Bodies,
 * streams and the end of a connection pass both ways as they come.
 */
import { request as send, type IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppDoor } from '../../engine/threads/project-host.js'
import { HOP_HEADER, writeHop, type AppRoute, type ProjectUser } from '../../engine/project/protocol.js'
import { AppError } from '../../errors.js'
import { hopOf } from './loopback-socket.js'
import { makeRouteMatch } from './route-matcher.js'

interface Parts {
  app: () => AppDoor | undefined
  /** Who asks, where the routes of the app need credentials too; throws what is wrong with them. */
  admit: (request: FastifyRequest, reply: FastifyReply) => Promise<ProjectUser | null>
}

/** Until the first byte of an answer. */
const ANSWER_MS = 300_000
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade'])

const unavailable = (cause?: unknown): AppError =>
  new AppError('service_unavailable', 'the app of the project is being started; try again', undefined, {
    cause,
  })

export const handOverToApp = (server: FastifyInstance, { app, admit }: Parts): void => {
  let known: { routes: AppRoute[] | null; matches: ReturnType<typeof makeRouteMatch> } | undefined
  const matchOf = (routes: AppRoute[] | null): ReturnType<typeof makeRouteMatch> => {
    if (known?.routes !== routes) known = { routes, matches: makeRouteMatch(routes) }
    return known.matches
  }

  const handOver = async (request: FastifyRequest, reply: FastifyReply, { socket }: AppDoor) => {
    if (socket === undefined) throw unavailable()
    const user = await admit(request, reply)
    await passThrough(request, reply, socket, writeHop({ ip: request.ip, user }))
  }

  server.addHook('onRequest', (request, reply, done) => {
    const door = hopOf(request) === undefined ? app() : undefined
    if (door === undefined || !matchOf(door.routes)(request.method, request.url)) {
      done()
      return
    }
    // When it resolves, the answer is on its way.
    handOver(request, reply, door).catch(done)
  })
}

const passThrough = async (
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
      ...Object.fromEntries(Object.entries(raw.headers).filter(([name]) => !OF_CONNECTION.has(name))),
      host: raw.headers.host ?? 'localhost',
      // Else the other side might close it on a body that is still coming.
      connection: 'keep-alive',
      'x-request-id': id,
      [HOP_HEADER]: hop,
    },
    agent: false,
  })
  const leave = (): void => void outgoing.destroy()
  reply.raw.once('close', leave)
  raw.pipe(outgoing)
  const incoming = await new Promise<IncomingMessage | undefined>((resolve, reject) => {
    outgoing.setTimeout(ANSWER_MS, leave)
    outgoing.once('response', resolve)
    // For as long as it lives: an error that nobody hears would end the process.
    outgoing.on('error', reject)
    outgoing.once('close', () => {
      reject(unavailable())
    })
  }).catch((error: unknown) => {
    raw.unpipe(outgoing)
    // Nobody is there any more to be told.
    if (reply.raw.destroyed) return undefined
    throw error instanceof AppError ? error : unavailable(error)
  })
  if (incoming === undefined) {
    reply.hijack()
    return
  }
  outgoing.setTimeout(0)
  reply.hijack()
  // What the app says counts; ours is what it did not say, and what browsers need.
  const told = { ...reply.getHeaders(), ...headersOf(incoming) } as Record<string, string | string[]>
  reply.raw.writeHead(incoming.statusCode ?? 502, told)
  reply.raw.flushHeaders()
  // A thread that dies in the middle of an answer leaves it unfinished, and the client must see that.
  incoming.on('error', () => reply.raw.destroy())
  incoming.pipe(reply.raw)
}

const headersOf = ({ headersDistinct }: IncomingMessage): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(headersDistinct).flatMap(([name, values]) => {
      if (OF_CONNECTION.has(name) || values === undefined) return []
      return [[name, values.length === 1 ? (values[0] ?? '') : values]]
    }),
  )
