/**
 * Connections that clients keep in reserve and have not used yet. Node takes them for busy, so that they would hold up the end of
 * the service for as long as the client likes; fetch opens one whenever a request is aborted.
 */
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const RECHECK_INTERVAL_MS = 50

export const closeUnusedConnections = (server: FastifyInstance): void => {
  const unused = new Set<Socket>()
  let isClosing = false
  server.server.on('connection', (socket: Socket) => {
    if (isClosing) {
      socket.destroy()
      return
    }
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.server.on('request', ({ socket }) => unused.delete(socket))
  server.addHook('preClose', async () => {
    isClosing = true
    for (const socket of unused) socket.destroy()
    // Node closes those that are idle at this moment; an answer that the client has, and we have not quite ended, is not.
    const timer = setInterval(() => {
      server.server.closeIdleConnections()
    }, RECHECK_INTERVAL_MS)
    server.server.once('close', () => {
      clearInterval(timer)
    })
  })
}
