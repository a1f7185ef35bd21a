/**
 * The socket through which the project's app forwards requests that it does not handle itself. It is in a folder that only this OS user
 * can access, so its requests are known to come from the app.
 */
import { createServer, type Socket } from 'node:net'
import { once } from 'node:events'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HOP_HEADER, readHop, type Hop } from '../../engine/project/protocol.js'

const loopbackConnections = new WeakSet<object>()
const hops = new WeakMap<object, Hop>()

/** Returns undefined if the request did not arrive through the loopback socket. */
export const getHop = ({ raw }: Pick<FastifyRequest, 'raw'>): Hop | undefined => {
  if (!loopbackConnections.has(raw.socket)) return undefined
  let hop = hops.get(raw)
  if (hop === undefined) {
    const { [HOP_HEADER]: headerValue } = raw.headers
    hop = typeof headerValue === 'string' ? readHop(headerValue) : { ip: 'project', user: null }
    hops.set(raw, hop)
    // The header is not part of the client's request.
    // oxlint-disable-next-line typescript/no-dynamic-delete -- a constant
    delete raw.headers[HOP_HEADER]
  }
  return hop
}

export const openLoopbackSocket = async (
  server: FastifyInstance,
  path: string,
): Promise<() => Promise<void>> => {
  const connections = new Set<Socket>()
  const listener = createServer({ allowHalfOpen: true }, (socket) => {
    loopbackConnections.add(socket)
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
    server.server.emit('connection', socket)
  })
  listener.listen(path)
  await once(listener, 'listening')
  return async () => {
    const closed = new Promise((resolve) => listener.close(resolve))
    for (const socket of connections) socket.destroy()
    await closed
  }
}
