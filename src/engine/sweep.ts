/**
 * Finds abandoned runs: those whose worker is gone, and those whose required action was not resolved in time.
 */
import type { RunCancellation } from '../domain/runs/run-cancellation.js'
import type { RunFailureCode } from '../schema/run.js'
import type { Row } from '../store/sql/tables.js'
import type { ExecuteRunDeps } from './execute-run.js'
import { logRunFailure } from './log-run-failure.js'

/** After so many crashes during its nodes without a checkpoint, a run is executed in a process of its own. */
export const SUSPECT_TRIES = 2

export const sweepRuns = async ({
  queue,
  clock,
  maxAttempts,
  cancellation,
  bus,
  log,
}: Pick<ExecuteRunDeps, 'queue' | 'clock' | 'maxAttempts' | 'bus' | 'log'> & {
  cancellation: RunCancellation
}): Promise<void> => {
  const now = clock.now()
  const failRun = async (run: Row<'runs'>, code: RunFailureCode, message: string): Promise<void> => {
    const error = { code, message }
    if (await cancellation.failRun(run, error)) logRunFailure(log, run, { error })
  }
  if (maxAttempts === 1) {
    for (const run of await queue.listExpiredInNode(now)) {
      const message =
        'The worker crashed while a node of the run was executing, and RUN_MAX_ATTEMPTS=1 forbids another attempt'
      await failRun(run, 'max_attempts_exceeded', message)
    }
  }
  for (const run of await queue.listExpiredActions(now)) {
    await failRun(run, 'action_expired', 'The required action was not resolved in time')
  }
  const requeued = await queue.requeueExpired(now)
  if (requeued.length > 0)
    log.warn({ runs: requeued.length }, 'runs with expired leases returned to the queue')
  for (const { run_id, tenant_id, tries } of requeued) {
    bus.publishChange(tenant_id, run_id)
    if (tries > SUSPECT_TRIES)
      log.warn(
        { run_id, tenant_id, crashes: tries },
        'the worker died again while it executed this run in a process of its own; the run is delayed; if it causes the deaths, cancel it',
      )
  }
}
