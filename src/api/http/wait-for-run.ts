/** Waits until a run has ended or requires an action, the client disconnects, or the server shuts down. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { RunCancellation } from '../../domain/runs/run-cancellation.js'
import { isFinal } from '../../domain/runs/run-state.js'
import type { Runs } from '../../domain/runs/runs.js'
import { AppError } from '../../errors.js'
import type { Bus } from '../../events/bus.js'
import type { Row } from '../../store/sql/tables.js'
import { makeLongRequests } from './long-request.js'

export interface RunWaitDeps {
  bus: Bus
  runs: Runs
  cancellation: RunCancellation
}

/** Notifications of the bus can be lost, so the run is also polled. */
const POLL_MS = 2_000

/**
 * Returns true once the run has ended or requires an action, and false if the signal aborts first. Only the status is read meanwhile: the
 * row of a run can be large.
 */
export const waitForRun = async (
  { bus, runs }: Pick<RunWaitDeps, 'bus' | 'runs'>,
  { tenant_id, run_id }: Pick<Row<'runs'>, 'tenant_id' | 'run_id'>,
  signal: AbortSignal,
): Promise<boolean> => {
  let wake: () => void = () => undefined
  const unsubscribe = bus.subscribe(run_id, () => {
    wake()
  })
  const timer = setInterval(() => {
    wake()
  }, POLL_MS)
  signal.addEventListener('abort', () => {
    wake()
  })
  try {
    for (;;) {
      const notification = new Promise<void>((resolve) => (wake = resolve))
      if (signal.aborted) return false
      const status = await runs.requireStatus(tenant_id, run_id)
      if (isFinal(status) || status === 'requires_action') return true
      await notification
    }
  } finally {
    clearInterval(timer)
    unsubscribe()
  }
}

export const makeWaitForRun = (server: FastifyInstance, deps: RunWaitDeps) => {
  const startWaiting = makeLongRequests(server)

  return async (reply: FastifyReply, run: Row<'runs'>, cancelOnDisconnect: boolean): Promise<Row<'runs'>> => {
    const signal = startWaiting(reply)
    reply.raw.once('close', () => {
      if (cancelOnDisconnect && !reply.raw.writableEnded)
        void deps.cancellation.cancelRun(run.tenant_id, run.run_id).catch(() => undefined)
    })
    if (await waitForRun(deps, run, signal)) return deps.runs.requireRow(run.tenant_id, run.run_id)
    throw new AppError(
      'service_unavailable',
      `The service is shutting down; read the result of run ${run.run_id} later`,
    )
  }
}

export type WaitForRun = ReturnType<typeof makeWaitForRun>
