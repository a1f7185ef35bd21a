/**
 * Closes connections that a client has opened but not used yet. Node counts them as busy, so they would delay shutdown
 * for as long as the client keeps them. For example, fetch opens one whenever a request is aborted.
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
    // closeIdleConnections closes only what is idle at this moment. A connection whose response is just being completed
    // becomes idle a little later, hence the repetition.
    const timer = setInterval(() => {
      server.server.closeIdleConnections()
    }, RECHECK_INTERVAL_MS)
    server.server.once('close', () => {
      clearInterval(timer)
    })
  })
}
