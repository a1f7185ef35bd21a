/**
 * PostgreSQL is stopped, restarted and killed again and again: all runs complete with correct results, and clients get no other error than
 * 503. HEDDLE_RUNS, HEDDLE_SEED and HEDDLE_LONG=1 change how many runs there are and when the server fails.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { makeProject } from '../support/graph-project.js'
import { startHeddle } from '../support/heddle-process.js'
import { summarizeDurations } from '../support/measurements.js'
import { makeRandom } from '../support/random.js'
import { startRestartablePostgres, type StopSignal } from '../support/restartable-postgres.js'
import { makeEffects } from './effects.js'
import { auditRuns, waitForAllRuns } from './run-audit.js'
import { makeRunLoad } from './run-load.js'
import { startGapProbe } from './service-gaps.js'

const LONG = process.env['HEDDLE_LONG'] !== undefined
const RUNS = Number(process.env['HEDDLE_RUNS'] ?? (LONG ? 5_000 : 60))
const SEED = Number(process.env['HEDDLE_SEED'] ?? 1)
const RUNS_PER_SECOND = LONG ? 20 : 10
const MIN_FAULTS = 3
const SIGNALS: StopSignal[] = ['SIGKILL', 'SIGINT', 'SIGQUIT']
const TIMEOUT_MS = 60_000

it(
  `all of ${RUNS} runs complete while PostgreSQL is restarted and killed again and again`,
  { timeout: 3 * TIMEOUT_MS + (RUNS / RUNS_PER_SECOND) * 3_000 },
  async () => {
    const postgres = await startRestartablePostgres()
    const effects = makeEffects([10, 60])
    const { env } = makeProject({ steps: effects.source })
    const heddle = await startHeddle({ databaseUrl: postgres.url, env })
    const load = makeRunLoad('steps')
    load.setTarget(heddle.url)
    load.start(RUNS_PER_SECOND)
    const probe = startGapProbe(heddle.url)

    const random = makeRandom(SEED)
    const recoveries: number[] = []
    for (let fault = 0; fault < MIN_FAULTS || load.acknowledged.length < RUNS; fault++) {
      await sleep(LONG ? 5_000 + random() * 15_000 : 500 + random() * 1_000)
      await postgres.halt(SIGNALS[fault % SIGNALS.length]!)
      await sleep(random() * (LONG ? 2_000 : 500))
      await postgres.start()
      const acceptedAt = performance.now()
      await probe.waitForWrites(1, TIMEOUT_MS)
      recoveries.push(performance.now() - acceptedAt)
    }
    await Promise.all([load.stop(), probe.stop()])

    const allEnded = await waitForAllRuns(heddle.url, 2 * TIMEOUT_MS)
    const figures = {
      test: 'postgres-chaos',
      database: 'postgres',
      seed: SEED,
      faults: recoveries.length,
      ...(await auditRuns(heddle.url, load.acknowledged, effects.readAll())),
      rejected: load.wrong.length,
      responses: probe.getStatuses(),
      longest_request_ms: probe.getLongestRequest(),
      ...summarizeDurations('recovery', recoveries),
    }
    console.log(JSON.stringify(figures))
    const unavailable = /^\{"status":503,.*"error":"service_unavailable".*"retry_after":\d/
    expect(load.wrong.filter((response) => !unavailable.test(response))).toEqual([])
    expect(Object.keys(figures.responses).filter((status) => status !== '201' && status !== '503')).toEqual(
      [],
    )
    expect(allEnded).toBe(true)
    expect(figures).toMatchObject({ lost: 0, stuck: 0, failed: 0, wrong_ends: 0, gaps: 0, wrong_outputs: 0 })
    expect(figures).toMatchObject({ nodes_repeated: 0, nodes_not_completed_once: 0 })
    expect(figures.longest_request_ms).toBeLessThan(15_000)
    await heddle.stop()
    await postgres.stop()
  },
)
