/**
 * A run survives the process that executes it, and its finished nodes are not executed again. HEDDLE_KILLS,
 * HEDDLE_SEED and HEDDLE_LONG=1 change how often and when the process is killed.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { DATABASE_KINDS, createTestDatabase } from '../support/databases.js'
import { summarizeDurations } from '../support/measurements.js'
import { makeProject } from '../support/graph-project.js'
import { startHeddle } from '../support/heddle-process.js'
import { makeRandom } from '../support/random.js'
import { makeEffects, type Effect } from './effects.js'
import { expectIntactSqlite } from './check-integrity.js'
import { auditRuns, listRuns, waitForAllRuns, type Run } from './run-audit.js'
import { makeRunLoad } from './run-load.js'

const LONG = process.env['HEDDLE_LONG'] !== undefined
const KILLS = Number(process.env['HEDDLE_KILLS'] ?? (LONG ? 200 : 3))
const SEED = Number(process.env['HEDDLE_SEED'] ?? 1)
const MAX_LIFETIME_MS = LONG ? 3_000 : 1_000
const RUNS_PER_SECOND = 20
/** Bounds the work that is left at the end, so that a slow machine can finish it within the timeout. */
const MAX_RUNS_PER_LIFETIME = 25
const LINES_PER_RUN = 6
const TIMEOUT_MS = 60_000

describe.concurrent.each(DATABASE_KINDS)('on %s', (databaseKind) => {
  it(
    `${KILLS} kills with SIGKILL under a load of runs lose no run and repeat no finished node`,
    async () => {
      const { url: databaseUrl, drop } = await createTestDatabase(databaseKind)
      const effects = makeEffects([10, 60])
      const { env } = makeProject({ steps: effects.source })
      const load = makeRunLoad('steps')
      const random = makeRandom(SEED)
      const ready: number[] = []
      const starts: Start[] = []

      load.start(RUNS_PER_SECOND)
      for (let kill = 0; kill < KILLS; kill++) {
        const at = Date.now()
        const heddle = await startHeddle({ databaseUrl, env })
        ready.push(heddle.readyMs)
        starts.push({ pid: heddle.pid, at })
        load.setTarget(heddle.url, MAX_RUNS_PER_LIFETIME)
        // Some processes are killed before they execute anything, the others after a part of the open work.
        const done = effects.count()
        if (random() < 0.3) await sleep(random() * 400)
        else if (await effects.waitForCount(done + 1, TIMEOUT_MS)) {
          // The part includes runs that this process will get: the executor is ready, so the backlog is short.
          const expected = (load.acknowledged.length + MAX_RUNS_PER_LIFETIME) * LINES_PER_RUN
          const open = Math.max(0, expected - done)
          await effects.waitForCount(done + Math.ceil(random() * open), MAX_LIFETIME_MS)
        }
        heddle.kill('SIGKILL')
        await heddle.exited
        load.setTarget(undefined)
      }
      await load.stop()

      const at = Date.now()
      const survivor = await startHeddle({ databaseUrl, env })
      starts.push({ pid: survivor.pid, at })
      const allEnded = await waitForAllRuns(survivor.url, TIMEOUT_MS)
      const resumed = measureResumptions(starts, effects.readAll(), await listRuns(survivor.url))
      const figures = {
        test: 'kill-runs',
        database: databaseKind,
        seed: SEED,
        kills: KILLS,
        ...(await auditRuns(survivor.url, load.acknowledged, effects.readAll())),
        ...summarizeDurations('ready', ready),
        measureResumptions: resumed.length,
        ...summarizeDurations('resumed', resumed),
      }
      console.log(JSON.stringify(figures))
      expect(load.wrong).toEqual([])
      expect(allEnded).toBe(true)
      expect(figures).toMatchObject({ lost: 0, stuck: 0, failed: 0, wrong_ends: 0, gaps: 0 })
      expect(figures).toMatchObject({ wrong_outputs: 0, nodes_repeated: 0, nodes_not_completed_once: 0 })
      expect(figures.retried).toBeGreaterThan(KILLS / 2)

      await survivor.stop()
      if (databaseKind === 'sqlite') expectIntactSqlite(databaseUrl)
      await drop()
    },
    2 * TIMEOUT_MS + KILLS * 15_000,
  )
})

interface Start {
  pid: number
  at: number
}

/** Measures the time from each start to the first node of a run that was created before it. */
const measureResumptions = (
  starts: readonly Start[],
  effects: readonly Effect[],
  runs: readonly Run[],
): number[] => {
  const createdAt = new Map(runs.map((run) => [run.run_id, Date.parse(run.created_at)]))
  return starts.flatMap((start) => {
    const first = effects.find(
      ({ pid, run }) => pid === start.pid && (createdAt.get(run) ?? Infinity) < start.at,
    )
    return first === undefined ? [] : [first.at - start.at]
  })
}
