/**
 * The network between Heddle and PostgreSQL is cut: connections are refused, or all packets are dropped without a word. Afterwards it loses
 * every tenth packet. No request hangs, and nothing is lost. HEDDLE_SEED and HEDDLE_LONG=1 change how often and for how long it is cut.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { startBreakableProxy } from '../support/breakable-proxy.js'
import { createPostgresDatabase } from '../support/databases.js'
import { makeProject } from '../support/graph-project.js'
import { startHeddle } from '../support/heddle-process.js'
import { summarizeDurations } from '../support/measurements.js'
import { makeRandom } from '../support/random.js'
import { send } from './create-load.js'
import { makeEffects } from './effects.js'
import { auditRuns, waitForAllRuns } from './run-audit.js'
import { makeRunLoad } from './run-load.js'
import { startGapProbe } from './service-gaps.js'

const LONG = process.env['HEDDLE_LONG'] !== undefined
const SEED = Number(process.env['HEDDLE_SEED'] ?? 1)
const CUTS = LONG ? 12 : 2
const RUNS_PER_SECOND = 5
const PROBES = 4
const PACKET_LOSS = 0.1
const LOSS_MS = LONG ? 60_000 : 5_000
/** A client that tries again and again, and does not wait for the requests that the cut interrupted. */
const RETRY_MS = 100
const TIMEOUT_MS = 60_000

it(
  `${CUTS} cuts of the network to PostgreSQL lose nothing, and no request hangs`,
  { timeout: 3 * TIMEOUT_MS + CUTS * 90_000 },
  async () => {
    const { url, drop } = await createPostgresDatabase()
    const proxy = await startBreakableProxy(url)
    const effects = makeEffects([10, 60])
    const { env } = makeProject({ steps: effects.source })
    const heddle = await startHeddle({ databaseUrl: proxy.url, env })
    const load = makeRunLoad('steps')
    load.setTarget(heddle.url)
    load.start(RUNS_PER_SECOND)
    const probes = Array.from({ length: PROBES }, () => startGapProbe(heddle.url))

    const random = makeRandom(SEED)
    const resumptions: number[] = []
    for (let cut = 0; cut < CUTS; cut++) {
      await Promise.all(probes.map((probe) => probe.waitForWrites(5, TIMEOUT_MS)))
      // Every second cut is silent: the connections stay open and useless.
      if (cut % 2 === 0) proxy.freeze()
      else await proxy.disconnect()
      await sleep(LONG ? 1_000 + random() * 59_000 : 2_000)
      await proxy.restore()
      const restoredAt = performance.now()
      await waitForAcknowledgedWrite(heddle.url)
      resumptions.push(performance.now() - restoredAt)
    }
    const acknowledgedBeforeLoss = load.acknowledged.length
    proxy.setPacketLoss(PACKET_LOSS, random)
    await sleep(LOSS_MS)
    proxy.setPacketLoss(0, random)
    const acknowledgedDuringLoss = load.acknowledged.length - acknowledgedBeforeLoss
    await Promise.all([load, ...probes].map((part) => part.stop()))
    const allEnded = await waitForAllRuns(heddle.url, TIMEOUT_MS)
    const figures = {
      test: 'network-cut',
      database: 'postgres',
      seed: SEED,
      cuts: CUTS,
      packet_loss: PACKET_LOSS,
      acks_during_loss: acknowledgedDuringLoss,
      ...(await auditRuns(heddle.url, load.acknowledged, effects.readAll())),
      rejected: load.wrong.length,
      longest_request_ms: Math.max(...probes.map((probe) => probe.getLongestRequest())),
      ...summarizeDurations('resume', resumptions),
    }
    console.log(JSON.stringify(figures))
    expect(load.wrong.filter((response) => !response.startsWith('{"status":503'))).toEqual([])
    expect(allEnded).toBe(true)
    expect(figures).toMatchObject({ lost: 0, stuck: 0, failed: 0, wrong_ends: 0, gaps: 0, wrong_outputs: 0 })
    expect(figures).toMatchObject({ nodes_repeated: 0, nodes_not_completed_once: 0 })
    expect(acknowledgedDuringLoss).toBeGreaterThan(0)
    // Other load on the machine delays single requests, so only the long form checks the promised time.
    if (LONG) expect(Math.max(...resumptions)).toBeLessThan(5_000)
    // The limit is 8.5 seconds per call of the database; the rest is a margin for a busy machine.
    expect(figures.longest_request_ms).toBeLessThan(15_000)
    await heddle.stop()
    await proxy.stop()
    await drop()
  },
)

const waitForAcknowledgedWrite = async (url: string): Promise<void> => {
  const end = performance.now() + TIMEOUT_MS
  const acknowledged: unknown[] = []
  const attempt = async (): Promise<void> => {
    const response = await send(url, '/threads', {})
    if (response?.status === 201) acknowledged.push(response.body)
  }
  while (acknowledged.length === 0) {
    if (performance.now() > end) throw new Error(`no write was acknowledged for ${String(TIMEOUT_MS)} ms`)
    void attempt()
    await sleep(RETRY_MS)
  }
}
