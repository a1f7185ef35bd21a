/** Runs with a large input that stays in the state: memory must stay bounded, the service must respond, and no step may copy it. */
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Programs } from './build.js'
import type { Defer } from './cleanup.js'
import { onBothDatabases, type BenchDatabase } from './databases.js'
import { createThread, waitForRun } from './langgraph-client.js'
import { atMost, printNote, toInfoFinding, type Finding } from './report.js'
import { quantile } from './rounds.js'
import type { ServerProcess } from './server-process.js'
import { startHeddle } from './start-heddle.js'
import { startHealthChecks } from './steady-load.js'
import { printGrowth, subtractSizes, sumSizes } from './table-sizes.js'

const DOCUMENTS = 950
const DOCUMENT_CHARACTERS = 10_000
const STEPS = 3
const RUNS = 5
const WARM_UP_RUNS = 20
const SETTLE_MS = 3_000
const HEALTH_CHECKS_PER_SECOND = 50

export const benchLargeStates = (programs: Programs): Promise<Finding[]> =>
  onBothDatabases(async (create, defer) => measure(programs, await create(), defer))

const measure = async (programs: Programs, database: BenchDatabase, defer: Defer): Promise<Finding[]> => {
  const heddle = await startHeddle(programs, defer, { DATABASE_URL: database.url })
  const small = buildBody(1)
  for (let run = 0; run < WARM_UP_RUNS; run++) await runOnce(heddle, small)
  await sleep(SETTLE_MS)

  const body = buildBody(DOCUMENTS)
  const inputMb = body.length / 1_048_576
  const tablesBefore = await database.measure()
  const residentBefore = heddle.residentMb()
  heddle.resetPeak()
  const checks = startHealthChecks(heddle.port, HEALTH_CHECKS_PER_SECOND)
  const peaks: number[] = []
  const times: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const started = performance.now()
    await runOnce(heddle, body)
    times.push(performance.now() - started)
    peaks.push(heddle.peakResidentMb() - residentBefore)
  }
  await checks.stop()
  const growth = subtractSizes(await database.measure(), tablesBefore)

  printGrowth(`${database.name}, ${RUNS} runs of ${STEPS} steps`, growth, RUNS * STEPS, 'step')
  printNote(`  input ${inputMb.toFixed(1)} MiB, resident ${residentBefore.toFixed(0)} MiB before`)
  printNote(`  growth at its peak, after each run: ${formatAll(peaks)} MiB`)
  printNote(`  run ${formatAll(times)} ms`)
  const { healthCheckMs } = checks
  printNote(
    `  /ok ${healthCheckMs.length} requests, p50 ${quantile(healthCheckMs, 0.5).toFixed(1)} ms, max ${Math.max(...healthCheckMs).toFixed(0)} ms`,
  )
  const perStep = sumSizes(growth) / (RUNS * STEPS) / body.length
  return [
    atMost(
      `9.5 MB input, ${database.name}: growth of resident memory, relative to it`,
      peaks[0]! / inputMb,
      8,
    ),
    toInfoFinding(`… after ${RUNS} runs in sequence`, (peaks.at(-1)! / inputMb).toFixed(2)),
    atMost('… p99 of /ok', quantile(healthCheckMs, 0.99), 100, ' ms', 0),
    atMost('… growth of the database per step, relative to the input', perStep, 3),
  ]
}

const formatAll = (values: readonly number[]): string => values.map((value) => value.toFixed(0)).join(' ')

/** The texts do not repeat, so that no database can compress them. */
const buildBody = (documents: number): string => {
  const input = {
    documents: Array.from({ length: documents }, (_, index) => ({
      id: index,
      text: createHash('shake256', { outputLength: (DOCUMENT_CHARACTERS * 3) / 4 })
        .update(`document ${index}`)
        .digest('base64url'),
    })),
  }
  return JSON.stringify({ assistant_id: 'archive', input })
}

const runOnce = async ({ port }: ServerProcess, body: string): Promise<void> => {
  const response = await waitForRun(port, await createThread(port), body)
  if (!response.includes(`"steps":${STEPS}`))
    throw new Error(`unexpected response: ${response.toString().slice(-500)}`)
}
