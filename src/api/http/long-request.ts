/** Requests that wait for a result. They do not count as pending, and end when the client disconnects or the server shuts down. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { stopCountingRequest } from './pending-requests.js'

export const makeLongRequests = (server: FastifyInstance) => {
  const waiting = new Set<AbortController>()
  server.addHook('preClose', async () => {
    for (const controller of waiting) controller.abort()
  })

  /** Returns a signal that aborts when there is no reason to wait any longer. */
  return (reply: FastifyReply): AbortSignal => {
    stopCountingRequest(reply.request)
    const controller = new AbortController()
    waiting.add(controller)
    reply.raw.once('close', () => {
      waiting.delete(controller)
      controller.abort()
    })
    return controller.signal
  }
}

export type StartWaiting = ReturnType<typeof makeLongRequests>
