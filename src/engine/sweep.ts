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
    const message = `the run was given up after ${String(run.tries)} attempts: its worker died each time`
    await cancellation.failRun(run, { code: 'max_attempts_exceeded', message })
  }
  for (const run of await queue.listExpiredActions(now)) {
    await cancellation.failRun(run, {
      code: 'action_expired',
      message: 'nobody gave the run what it waited for',
    })
  }
  const requeued = await queue.requeueExpired(now, maxAttempts)
  if (requeued > 0) log.warn({ runs: requeued }, 'runs whose worker is gone are back in the queue')
}
