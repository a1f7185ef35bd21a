/** Runs graphs that loop, exit or leak memory next to ordinary runs: the service must respond and the others continue. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Programs } from './build.js'
import { withCleanup } from './cleanup.js'
import { startHeddle } from './start-heddle.js'
import { HttpConnection } from './http-connection.js'
import { atLeast, atMost, printNote, type Finding } from './report.js'
import { quantile } from './rounds.js'
import { createRun, getStreamPath, toUnexpectedError } from './run-clients.js'
import { startSteadyLoad, type SteadyLoad } from './steady-load.js'

const HOSTILE_GRAPHS = ['loops', 'exits', 'hoards-arrays', 'hoards-buffers'] as const
const SECONDS = 15
const EXPECTED_ERROR = '"code":"max_attempts_exceeded"'

interface Phase {
  okP99: number
  perSecond: number
}

export const benchHostileGraphs = (programs: Programs): Promise<Finding[]> =>
  withCleanup(async (defer) => {
    // Thread crashes are expected here; they are logged as warnings.
    const heddle = await startHeddle(programs, defer, { LOG_LEVEL: 'error' })
    const load = startSteadyLoad(heddle.port)
    defer(load.stop)
    await sleep(5_000)

    const baseline = await measurePhase(load, 'ordinary runs only', () => sleep(SECONDS * 1000))
    const findings: Finding[] = []
    for (const graph of HOSTILE_GRAPHS) {
      const { okP99, perSecond } = await measurePhase(load, graph, () => runHostileGraph(heddle.port, graph))
      findings.push(
        atMost(`${graph}: p99 of /ok`, okP99, 100, ' ms', 0),
        atLeast(
          `${graph}: rate of ordinary runs relative to the rate without it`,
          perSecond / baseline.perSecond,
          0.9,
        ),
      )
      // Delayed runs must finish before the next graph starts.
      await sleep(3_000)
    }
    return findings
  })

const measurePhase = async (load: SteadyLoad, label: string, run: () => Promise<void>): Promise<Phase> => {
  const started = performance.now()
  const firstCheck = load.healthCheckMs.length
  await run()
  const ended = performance.now()
  const runs = load.completedRuns.filter(({ at }) => at > started && at <= ended)
  const healthChecks = load.healthCheckMs.slice(firstCheck)
  const perSecond = (runs.length / (ended - started)) * 1000
  const latencies = runs.map(({ ms }) => ms)
  printNote(
    `${label.padEnd(18)} ${perSecond.toFixed(1)} runs/s, p50 ${quantile(latencies, 0.5).toFixed(0)} ms, ` +
      `p99 ${quantile(latencies, 0.99).toFixed(0)} ms; /ok p50 ${quantile(healthChecks, 0.5).toFixed(1)} ms, ` +
      `p99 ${quantile(healthChecks, 0.99).toFixed(0)} ms, max ${Math.max(...healthChecks).toFixed(0)} ms`,
  )
  return { okP99: quantile(healthChecks, 0.99), perSecond }
}

/** Runs the hostile graph repeatedly; each run ends after its last attempt. */
const runHostileGraph = async (port: number, graph: string): Promise<void> => {
  const connection = await HttpConnection.open(port)
  const until = performance.now() + SECONDS * 1000
  let runs = 0
  while (performance.now() < until) {
    const response = await connection.get(getStreamPath(await createRun(connection, graph)))
    if (!response.body.includes('event: run.failed') || !response.body.includes(EXPECTED_ERROR))
      throw toUnexpectedError(response)
    runs++
  }
  connection.close()
  printNote(`${graph}: ${runs} runs failed after their last attempt`)
}
