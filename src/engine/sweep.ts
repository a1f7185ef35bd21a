/** Finds what nobody works on any more: runs whose worker is gone, and runs whose question nobody answered. */
import type { RunStops } from '../domain/runs/run-cancellation.js'
import type { ExecuteParts } from './execute-run.js'

export const sweep = async ({
  queue,
  clock,
  maxAttempts,
  stops,
  log,
}: Pick<ExecuteParts, 'queue' | 'clock' | 'maxAttempts' | 'log'> & { stops: RunStops }): Promise<void> => {
  const now = clock.now()
  for (const run of await queue.listExhausted(now, maxAttempts)) {
    const message = `the run was given up after ${String(run.tries)} attempts: its worker died each time`
    await stops.fail(run, { code: 'max_attempts_exceeded', message })
  }
  for (const run of await queue.listUnanswered(now)) {
    await stops.fail(run, { code: 'action_expired', message: 'nobody gave the run what it waited for' })
  }
  const found = await queue.requeueExpired(now, maxAttempts)
  if (found > 0) log.warn({ runs: found }, 'runs whose worker is gone are back in the queue')
}
