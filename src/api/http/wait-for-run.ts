/** Waits for a run in the name of a request, until it ends or asks for something, the client leaves, or the server closes. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '../../errors.js'
import type { Row } from '../../store/sql/tables.js'
import { untilOver, type WaitParts } from '../langgraph/run-result.js'

export const makeRunEnds = (server: FastifyInstance, parts: WaitParts) => {
  const open = new Set<AbortController>()
  server.addHook('preClose', async () => {
    for (const one of open) one.abort()
  })

  /** `isTied`: a client that leaves takes the run with it. */
  return async (reply: FastifyReply, run: Row<'runs'>, isTied: boolean): Promise<Row<'runs'>> => {
    const waiting = new AbortController()
    reply.raw.once('close', () => {
      if (reply.raw.writableEnded) return
      waiting.abort()
      if (isTied) void parts.stops.cancel(run.tenant_id, run.run_id).catch(() => undefined)
    })
    open.add(waiting)
    const over = await untilOver(parts, run, waiting.signal).finally(() => open.delete(waiting))
    if (over !== undefined) return over
    throw new AppError('service_unavailable', `the service is shutting down; the run is ${run.run_id}`)
  }
}

export type RunEnds = ReturnType<typeof makeRunEnds>
