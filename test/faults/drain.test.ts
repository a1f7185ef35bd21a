/** SIGTERM while runs execute: runs that do not end in time return to the queue and lose nothing. */
import { describe, expect, it, vi } from 'vitest'
import { DATABASE_KINDS, createTestDatabase } from '../support/databases.js'
import { followRun, joinFrames, readAllFrames } from '../support/event-stream.js'
import { readMetric } from '../support/measurements.js'
import { makeProject } from '../support/graph-project.js'
import { startHeddle } from '../support/heddle-process.js'
import { makeEffects } from './effects.js'
import { auditRuns, listRuns, waitForAllRuns } from './run-audit.js'
import { makeRunLoad } from './run-load.js'

const RUNS = 20
const STREAMS = 50
const GRACE_SECONDS = 6
/** These runs end during the drain; the others do not. */
const SHORT_RUNS = 5
const TIMEOUT_MS = 60_000

describe.concurrent.each(DATABASE_KINDS)('on %s', (databaseKind) => {
  it(
    `a drain with ${RUNS} executing runs and ${STREAMS} open streams loses no attempt, no finished node and no event`,
    { timeout: 4 * TIMEOUT_MS },
    async () => {
      const { url: databaseUrl, drop } = await createTestDatabase(databaseKind)
      const effects = makeEffects([1, 20])
      const requests = Array.from({ length: RUNS }, (_, index) => index + 1)
      effects.hold(requests)
      const { env } = makeProject({ steps: effects.source })
      const settings = { databaseUrl, env: { ...env, SHUTDOWN_GRACE_SECONDS: String(GRACE_SECONDS) } }
      const heddle = await startHeddle(settings)
      let url: string | undefined = heddle.url

      const load = makeRunLoad('steps')
      load.setTarget(url)
      load.start(200, RUNS)
      await load.finish()
      const signal = AbortSignal.timeout(2 * TIMEOUT_MS)
      const followed = Array.from({ length: STREAMS }, async (_, index) => {
        const { run_id } = load.acknowledged[index % RUNS]!
        return { run_id, ...(await followRun(() => url, run_id, { idleTimeoutMs: 30_000, signal })) }
      })
      // Each run has entered and left node one and entered node two.
      expect(await effects.waitForCount(3 * RUNS, TIMEOUT_MS)).toBe(true)
      const countOpenStreams = () => readMetric(heddle.url, 'heddle_streams_open')
      await vi.waitFor(async () => expect(await countOpenStreams()).toBe(STREAMS), TIMEOUT_MS)

      const started = performance.now()
      heddle.kill('SIGTERM')
      url = undefined
      effects.hold(requests.slice(SHORT_RUNS))
      // The held runs do not end, so the process exits only because the grace period ends.
      const { code, stderr } = await heddle.exited
      const exitMs = performance.now() - started

      effects.hold([])
      const next = await startHeddle(settings)
      url = next.url
      expect(await waitForAllRuns(next.url, TIMEOUT_MS)).toBe(true)
      const streams = await Promise.all(followed)
      const incomplete = await Promise.all(
        streams.map(
          async ({ run_id, frames }) =>
            joinFrames(frames) !== joinFrames(await readAllFrames(next.url, run_id)),
        ),
      )
      const figures = {
        test: 'drain',
        database: databaseKind,
        exit_code: code,
        exit_ms: Math.round(exitMs),
        streams: streams.length,
        streams_incomplete: incomplete.filter(Boolean).length,
        ...(await auditRuns(next.url, load.acknowledged, effects.readAll())),
        handed_back: countHandedBack(effects.readAll()),
      }
      console.log(JSON.stringify(figures))
      expect(stderr).toMatch(/^heddle: waiting up to \d+ s for 20 runs \([^\n]+\n$/)
      expect(figures).toMatchObject({ exit_code: 0, streams: STREAMS, streams_incomplete: 0 })
      expect(figures).toMatchObject({ acks: RUNS, runs: RUNS, lost: 0, failed: 0, wrong_ends: 0, gaps: 0 })
      expect(figures).toMatchObject({ wrong_outputs: 0, nodes_repeated: 0, nodes_not_completed_once: 0 })
      expect((await listRuns(next.url)).map(({ attempt }) => attempt)).toEqual(Array<number>(RUNS).fill(1))
      expect(figures.handed_back).toBe(RUNS - SHORT_RUNS)

      await next.stop()
      await drop()
    },
  )
})

/** Counts the runs that more than one process has executed. */
const countHandedBack = (effects: readonly { run: string; pid: number }[]): number => {
  const processes = new Map<string, Set<number>>()
  for (const { run, pid } of effects) processes.set(run, (processes.get(run) ?? new Set()).add(pid))
  return [...processes.values()].filter(({ size }) => size > 1).length
}
