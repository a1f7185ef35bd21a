/**
 * Finds abandoned runs: those whose worker is gone, and those whose required action was not resolved in time.
 */
import type { RunCancellation } from '../domain/runs/run-cancellation.js'
import type { ExecuteRunDeps } from './execute-run.js'

export const sweepRuns = async ({
  queue,
  clock,
  maxAttempts,
  cancellation,
  log,
}: Pick<ExecuteRunDeps, 'queue' | 'clock' | 'maxAttempts' | 'log'> & {
  cancellation: RunCancellation
}): Promise<void> => {
  const now = clock.now()
  for (const run of await queue.listExhausted(now, maxAttempts)) {
    const message = `The run failed after ${String(run.tries)} attempts: its worker crashed each time`
    await cancellation.failRun(run, { code: 'max_attempts_exceeded', message })
  }
  for (const run of await queue.listExpiredActions(now)) {
    await cancellation.failRun(run, {
      code: 'action_expired',
      message: 'The required action was not resolved in time',
    })
  }
  const requeued = await queue.requeueExpired(now, maxAttempts)
  if (requeued > 0) log.warn({ runs: requeued }, 'runs with expired leases returned to the queue')
}
