/**
 * Sends runs and /ok requests at a constant rate. Each request starts on schedule, even if the previous one has no response
 * yet: a server that stalls does not receive fewer requests, so the full stall is measured.
 */
import { HttpConnection } from './http-connection.js'
import { runOnHeddle, toUnexpectedError } from './run-clients.js'

const RUNS_PER_SECOND = 20
const HEALTH_CHECKS_PER_SECOND = 20

export interface SteadyLoad {
  /** Duration of each /ok request. */
  healthCheckMs: number[]
  /** Completion time and duration of each run. */
  completedRuns: { at: number; ms: number }[]
  /** Starts no more requests and waits for the pending ones. */
  stop(): Promise<void>
}

export const startSteadyLoad = (port: number): SteadyLoad => {
  const completedRuns: SteadyLoad['completedRuns'] = []
  const stopRuns = startRepeating(port, RUNS_PER_SECOND, async (connection) => {
    const { resultMs } = await runOnHeddle(connection)
    completedRuns.push({ at: performance.now(), ms: resultMs })
  })
  const healthChecks = startHealthChecks(port, HEALTH_CHECKS_PER_SECOND)
  return {
    healthCheckMs: healthChecks.healthCheckMs,
    completedRuns,
    stop: async () => {
      await Promise.all([stopRuns(), healthChecks.stop()])
    },
  }
}

export const startHealthChecks = (
  port: number,
  perSecond: number,
): Pick<SteadyLoad, 'healthCheckMs' | 'stop'> => {
  const healthCheckMs: number[] = []
  const stop = startRepeating(port, perSecond, async (connection) => {
    const started = performance.now()
    const response = await connection.get('/ok')
    if (response.status !== 200) throw toUnexpectedError(response)
    healthCheckMs.push(performance.now() - started)
  })
  return { healthCheckMs, stop }
}

/** Reuses idle connections. */
const startRepeating = (
  port: number,
  perSecond: number,
  run: (connection: HttpConnection) => Promise<void>,
): (() => Promise<void>) => {
  let idleConnections: HttpConnection[] = []
  const pending = new Set<Promise<void>>()
  const runOnce = async (): Promise<void> => {
    idleConnections = idleConnections.filter(({ isOpen }) => isOpen)
    const connection = idleConnections.pop() ?? (await HttpConnection.open(port))
    await run(connection)
    idleConnections.push(connection)
  }
  let startedCount = 0
  const started = performance.now()
  const timer = setInterval(() => {
    const dueCount = ((performance.now() - started) / 1000) * perSecond
    for (; startedCount < dueCount; startedCount++) {
      const promise = runOnce()
      pending.add(promise)
      void promise.then(() => pending.delete(promise))
    }
  }, 5)
  return async () => {
    clearInterval(timer)
    await Promise.all(pending)
    for (const connection of idleConnections) connection.close()
  }
}
