/**
 * One node serves the API, three execute runs and are killed again and again: every run completes, and the
 * streams of the API node contain all events. HEDDLE_RUNS, HEDDLE_SEED and HEDDLE_LONG=1 change how many runs
 * there are and when a worker is killed.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../support/databases.js'
import { followRun, type Frame, joinFrames, readAllFrames } from '../support/event-stream.js'
import { summarizeDurations } from '../support/measurements.js'
import { makeProject } from '../support/graph-project.js'
import { startHeddle, type Heddle } from '../support/heddle-process.js'
import { makeRandom } from '../support/random.js'
import { makeEffects, type Effect } from './effects.js'
import { auditRuns, waitForAllRuns, listRuns, type Run } from './run-audit.js'
import { makeRunLoad } from './run-load.js'

const LONG = process.env['HEDDLE_LONG'] !== undefined
const RUNS = Number(process.env['HEDDLE_RUNS'] ?? (LONG ? 2_000 : 80))
const SEED = Number(process.env['HEDDLE_SEED'] ?? 1)
const RUNS_PER_SECOND = LONG ? 8 : 10
const WORKERS = 3
const TIMEOUT_MS = 60_000

it(
  `all of ${RUNS} runs complete while workers are killed every few seconds`,
  { timeout: 3 * TIMEOUT_MS + (RUNS / RUNS_PER_SECOND) * 2_000 },
  async () => {
    const { url: databaseUrl, drop } = await createTestDatabase('postgres')
    const effects = makeEffects([200, 800])
    const { env } = makeProject({ steps: effects.source })
    const startNode = (role: string) =>
      startHeddle({
        databaseUrl,
        env: { ...env, ROLE: role },
      })
    const api = await startNode('api')
    const workers = await Promise.all(Array.from({ length: WORKERS }, () => startNode('worker')))

    const followed = new Map<string, Promise<{ frames: Frame[]; connections: number }>>()
    const signal = AbortSignal.timeout(3 * TIMEOUT_MS + RUNS * 1_000)
    const load = makeRunLoad('steps', ({ run_id, input }) => {
      // The idle timeout allows for notifications that arrive late from other nodes.
      if (input.request % 4 === 0)
        followed.set(
          run_id,
          followRun(() => api.url, run_id, { idleTimeoutMs: 5_000, signal }),
        )
    })
    load.setTarget(api.url)
    load.start(RUNS_PER_SECOND, RUNS)
    const creating = load.finish().then(() => true)

    // Otherwise only workers that have not executed anything yet might be killed on a busy machine.
    const isAtWork = ({ pid }: Heddle) => effects.readAll().some((effect) => effect.pid === pid)
    await expect.poll(() => workers.every(isAtWork), { timeout: TIMEOUT_MS }).toBe(true)

    const random = makeRandom(SEED)
    const kills: Kill[] = []
    do {
      await sleep(LONG ? 2_000 + random() * 3_000 : 500 + random() * 1_000)
      const index = Math.floor(random() * WORKERS)
      kills.push(await kill(workers[index]!))
      workers[index] = await startNode('worker')
    } while (!(await Promise.race([creating, sleep(0)])))

    const allEnded = await waitForAllRuns(api.url, TIMEOUT_MS)
    const streams = await Promise.all(
      [...followed].map(async ([runId, following]) => ({ runId, ...(await following) })),
    )
    const pickUpTimes = measurePickUps(kills, effects.readAll(), await listRuns(api.url))
    const figures = {
      test: 'kill-workers',
      seed: SEED,
      workers: WORKERS,
      kills: kills.length,
      ...(await auditRuns(api.url, load.acknowledged, effects.readAll())),
      pick_ups: pickUpTimes.length,
      ...summarizeDurations('pick_up', pickUpTimes),
      streams: streams.length,
      streams_incomplete: 0,
      reconnections: streams.reduce((sum, { connections }) => sum + connections - 1, 0),
    }
    for (const { runId, frames } of streams) {
      const stored = await readAllFrames(api.url, runId)
      figures.streams_incomplete += Number(joinFrames(frames) !== joinFrames(stored))
    }
    console.log(JSON.stringify(figures))
    expect(load.wrong).toEqual([])
    expect(allEnded).toBe(true)
    expect(figures).toMatchObject({ acks: RUNS, runs: RUNS, lost: 0, failed: 0, wrong_ends: 0, gaps: 0 })
    expect(figures).toMatchObject({ wrong_outputs: 0, nodes_repeated: 0, nodes_not_completed_once: 0 })
    expect(figures).toMatchObject({ streams: Math.floor(RUNS / 4), streams_incomplete: 0 })
    expect(figures.pick_ups).toBeGreaterThan(0)
    // A short test has too few samples for a strict bound on a busy machine.
    const late = pickUpTimes.filter((ms) => ms > 15_000).length
    expect(late).toBeLessThanOrEqual(pickUpTimes.length / (LONG ? 100 : 2))

    await Promise.all([api, ...workers].map((node) => node.stop()))
    await drop()
  },
)

interface Kill {
  pid: number
  at: number
}

const kill = async (worker: Heddle): Promise<Kill> => {
  worker.kill('SIGKILL')
  await worker.exited
  return { pid: worker.pid, at: Date.now() }
}

/**
 * Measures the time from the kill of a worker to the next node of a run that it was executing. Skips runs
 * that were also claimed by a worker that was killed before it entered a node: they waited twice, and the end
 * of the first wait is unknown.
 */
const measurePickUps = (
  kills: readonly Kill[],
  effects: readonly Effect[],
  runs: readonly Run[],
): number[] => {
  const attempts = new Map(runs.map(({ run_id, attempt }) => [run_id, attempt]))
  const workers = new Map<string, Set<number>>()
  for (const { run, pid } of effects) workers.set(run, (workers.get(run) ?? new Set()).add(pid))
  const killTimes = new Map(kills.map(({ pid, at }) => [pid, at]))
  const lastPid = new Map<string, number>()
  const pickUpTimes: number[] = []
  for (const { run, pid, at } of effects) {
    const previousPid = lastPid.get(run)
    const killedAt = previousPid === undefined || previousPid === pid ? undefined : killTimes.get(previousPid)
    const isTraced = workers.get(run)?.size === attempts.get(run)
    if (killedAt !== undefined && isTraced) pickUpTimes.push(at - killedAt)
    lastPid.set(run, pid)
  }
  return pickUpTimes
}
