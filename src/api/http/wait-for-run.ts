/** Waits for a run in the name of a request, until it ends or asks for something, the client leaves, or the server closes. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '../../errors.js'
import type { Row } from '../../store/sql/tables.js'
import { waitForRun, type RunWaitDeps } from '../langgraph/run-result.js'

export const makeWaitForRun = (server: FastifyInstance, deps: RunWaitDeps) => {
  const pending = new Set<AbortController>()
  server.addHook('preClose', async () => {
    for (const controller of pending) controller.abort()
  })

  /** `isTied`: a client that leaves takes the run with it. */
  return async (reply: FastifyReply, run: Row<'runs'>, cancelOnDisconnect: boolean): Promise<Row<'runs'>> => {
    const abortController = new AbortController()
    reply.raw.once('close', () => {
      if (reply.raw.writableEnded) return
      abortController.abort()
      if (cancelOnDisconnect)
        void deps.cancellation.cancelRun(run.tenant_id, run.run_id).catch(() => undefined)
    })
    pending.add(abortController)
    const settledRun = await waitForRun(deps, run, abortController.signal).finally(() =>
      pending.delete(abortController),
    )
    if (settledRun !== undefined) return settledRun
    throw new AppError('service_unavailable', `the service is shutting down; the run is ${run.run_id}`)
  }
}

export type WaitForRun = ReturnType<typeof makeWaitForRun>
