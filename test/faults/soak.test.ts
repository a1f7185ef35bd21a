/**
 * Two nodes under a mixed load for a long time, with one random fault after another. One node is never killed: its memory, file
 * descriptors and latencies must not grow. The short form takes half a minute; HEDDLE_LONG=1 takes 30 minutes, or HEDDLE_MINUTES.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../support/databases.js'
import { followRun, joinFrames, readAllFrames, type Frame } from '../support/event-stream.js'
import { makeProject } from '../support/graph-project.js'
import { startHeddle } from '../support/heddle-process.js'
import { summarizeDurations } from '../support/measurements.js'
import { makeRandom } from '../support/random.js'
import { startWebhookReceiver } from '../support/webhook-receiver.js'
import { send } from './create-load.js'
import { makeEffects } from './effects.js'
import { auditRuns, waitForAllRuns } from './run-audit.js'
import { makeRunLoad } from './run-load.js'
import { HOSTILE_GRAPHS, makeSoakFaults } from './soak-faults.js'

const LONG = process.env['HEDDLE_LONG'] !== undefined
const MINUTES = Number(process.env['HEDDLE_MINUTES'] ?? (LONG ? 30 : 0.2))
const SEED = Number(process.env['HEDDLE_SEED'] ?? 1)
const FAULT_PAUSE_MS = LONG ? 45_000 : 4_000
const SAMPLE_MS = LONG ? 5_000 : 500
const RUNS_PER_SECOND = LONG ? 5 : 4
const TIMEOUT_MS = 120_000

interface Sample {
  minutes: number
  rssMb: number
  descriptors: number
}

/** How much a value grows per hour, by linear regression. */
const toSlope = (samples: readonly Sample[], read: (sample: Sample) => number): number => {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const meanTime = mean(samples.map(({ minutes }) => minutes))
  const meanValue = mean(samples.map(read))
  const covariance = samples.reduce((sum, s) => sum + (s.minutes - meanTime) * (read(s) - meanValue), 0)
  const variance = samples.reduce((sum, s) => sum + (s.minutes - meanTime) ** 2, 0)
  return (60 * covariance) / variance
}

const readRssMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1] ?? 0) / 1024

it.skipIf(process.platform !== 'linux')(
  `${MINUTES} minutes of load and faults leave no run behind, and a node that is not killed does not grow`,
  { timeout: MINUTES * 120_000 + 3 * TIMEOUT_MS },
  async () => {
    const { url: databaseUrl, drop } = await createTestDatabase('postgres')
    const effects = makeEffects([20, 200])
    const { env } = makeProject({ steps: effects.source, ...HOSTILE_GRAPHS })
    const startNode = () => startHeddle({ databaseUrl, env })
    const [steady, other] = await Promise.all([startNode(), startNode()])
    const receiver = await startWebhookReceiver()
    await send(steady.url, '/webhooks', { url: receiver.url, events: ['run.completed', 'run.failed'] })
    const faults = makeSoakFaults({ databaseUrl, steadyUrl: steady.url, other, startNode, receiver })

    const startedAt = performance.now()
    const minutes = () => (performance.now() - startedAt) / 60_000
    const signal = AbortSignal.timeout(MINUTES * 60_000 + 2 * TIMEOUT_MS)
    const following: Promise<{ runId: string; frames: Frame[] }>[] = []
    const latencies: { minutes: number; ms: number }[] = []
    const load = makeRunLoad('steps', ({ run_id }) => {
      const createdAt = performance.now()
      const at = minutes()
      following.push(
        followRun(() => steady.url, run_id, { idleTimeoutMs: 15_000, signal }).then(({ frames }) => {
          latencies.push({ minutes: at, ms: performance.now() - createdAt })
          // The frames themselves are compared for a part of the runs only, to bound the memory of this test.
          return { runId: run_id, frames: latencies.length % 20 === 0 ? frames : [] }
        }),
      )
    })
    load.setTarget(steady.url)
    load.start(RUNS_PER_SECOND)

    const samples: Sample[] = []
    const sampling = setInterval(() => {
      const descriptors = readdirSync(`/proc/${String(steady.pid)}/fd`).length
      samples.push({ minutes: minutes(), rssMb: readRssMb(steady.pid), descriptors })
    }, SAMPLE_MS)
    const random = makeRandom(SEED)
    const injected: Record<string, number> = {}
    while (minutes() < MINUTES) {
      await sleep(FAULT_PAUSE_MS * (0.5 + random()))
      const name = faults.names[Math.floor(random() * faults.names.length)]!
      await faults.inject(name)
      injected[name] = (injected[name] ?? 0) + 1
    }
    await load.stop()
    const allEnded = await waitForAllRuns(steady.url, TIMEOUT_MS)
    clearInterval(sampling)
    const streams = await Promise.all(following)

    const warm = samples.filter((sample) => sample.minutes > MINUTES / 3)
    const early = latencies.filter((run) => run.minutes > MINUTES / 6 && run.minutes < MINUTES / 2)
    const late = latencies.filter((run) => run.minutes >= MINUTES / 2)
    const figures = {
      test: 'soak',
      database: 'postgres',
      seed: SEED,
      minutes: Math.round(minutes() * 10) / 10,
      faults: injected,
      ...(await auditRuns(steady.url, load.acknowledged, effects.readAll())),
      rss_mb: { first: Math.round(warm[0]!.rssMb), last: Math.round(warm.at(-1)!.rssMb) },
      rss_mb_per_hour: Math.round(toSlope(warm, ({ rssMb }) => rssMb)),
      descriptors: { first: warm[0]!.descriptors, last: warm.at(-1)!.descriptors },
      ...summarizeDurations(
        'early',
        early.map(({ ms }) => ms),
      ),
      ...summarizeDurations(
        'late',
        late.map(({ ms }) => ms),
      ),
      webhooks: receiver.received.length,
      streams_compared: 0,
      streams_incomplete: 0,
    }
    for (const { runId, frames } of streams.filter((stream) => stream.frames.length > 0)) {
      figures.streams_compared++
      figures.streams_incomplete += Number(
        joinFrames(frames) !== joinFrames(await readAllFrames(steady.url, runId)),
      )
    }
    console.log(JSON.stringify(figures))

    // The database may be unavailable for a moment; clients are asked to try again.
    expect(load.wrong.filter((response) => !response.includes('"status":503'))).toEqual([])
    expect(allEnded).toBe(true)
    expect(figures).toMatchObject({
      lost: 0,
      stuck: 0,
      wrong_ends: 0,
      gaps: 0,
      nodes_repeated: 0,
      wrong_outputs: 0,
    })
    expect(figures).toMatchObject({
      streams_incomplete: 0,
      failed: faults.hostileRuns(),
      failed_otherwise: 0,
    })
    if (LONG) {
      expect(figures.rss_mb.last).toBeLessThan(figures.rss_mb.first * 1.3)
      expect(figures.descriptors.last).toBeLessThan(figures.descriptors.first + 30)
    }
    await faults.stop()
    await steady.stop()
    await receiver.stop()
    await drop()
  },
)
