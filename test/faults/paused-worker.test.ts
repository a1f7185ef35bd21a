/**
 * A worker that stands still for longer than its lease is replaced, and when it wakes up nothing of what it still does is
 * taken from it. HEDDLE_LONG=1 makes it sleep for three leases.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, it, vi } from 'vitest'
import { builtInAssistantId } from '../../src/domain/built-in-graph.js'
import { call } from '../support/call-server.js'
import { freshDatabase } from '../support/databases.js'
import { isFinalFrame, readFrames, replay } from '../support/event-stream.js'
import { readMetric } from '../support/measurements.js'
import { makeProject } from '../support/graph-project.js'
import { startHeddle } from '../support/heddle-process.js'
import { makeEffects } from './effects.js'
import { listRuns, areOver } from './run-audit.js'

const RUNS = 5
const PAUSE_MS = process.env['HEDDLE_LONG'] === undefined ? 13_000 : 30_000
const PATIENCE_MS = 60_000
const patiently = { timeout: PATIENCE_MS, interval: 50 }

it(
  'nothing is accepted from a worker that wakes up after its lease',
  { timeout: 4 * PATIENCE_MS },
  async () => {
    const { url: databaseUrl, drop } = await freshDatabase('postgres')
    const effects = makeEffects([1_500, 2_000])
    const { env } = makeProject({ steps: effects.source })
    const startNode = (role: string) => startHeddle({ databaseUrl, env: { ...env, ROLE: role } })
    const [api, paused] = await Promise.all([startNode('api'), startNode('worker')])
    const body = { assistant_id: builtInAssistantId('steps'), input: {} }
    const create = async (): Promise<string> =>
      (await call(api, 'POST', '/api/v1/runs', { body })).body.run_id as string
    const runIds = await Promise.all(Array.from({ length: RUNS }, create))
    await Promise.all(runIds.map((runId) => firstNodeStored(api.url, runId)))

    const enteredBy = (pid: number, node: string) =>
      effects
        .read()
        .filter((effect) => effect.pid === pid && effect.node === node && effect.phase === 'enter')
    await vi.waitFor(() => expect(enteredBy(paused.pid, 'two')).toHaveLength(RUNS), patiently)
    paused.kill('SIGSTOP')
    const pausedAt = performance.now()
    const other = await startNode('worker')
    expect(await areOver(api.url, PATIENCE_MS)).toBe(true)
    await sleep(PAUSE_MS - (performance.now() - pausedAt))

    const before = await readEverything(databaseUrl)
    const lines = effects.read().length
    paused.kill('SIGCONT')
    await vi.waitFor(async () => expect(await fencedOf(paused.url)).toBeGreaterThanOrEqual(RUNS), patiently)
    // It did go on with what it was doing.
    const afterwards = effects.read().slice(lines)
    expect(
      afterwards.filter(({ pid, phase }) => pid === paused.pid && phase === 'leave').length,
    ).toBeGreaterThan(0)
    expect(await readEverything(databaseUrl)).toEqual(before)

    const runs = await listRuns(api.url)
    const byOther = new Set(effects.read().flatMap(({ pid, token }) => (pid === other.pid ? [token] : [])))
    let finalEvents = 0
    for (const { run_id, status, attempt, output } of runs) {
      expect({ status, attempt }).toEqual({ status: 'completed', attempt: 2 })
      const steps = (output?.trail ?? []).map((step) => step.split(' ') as [string, string])
      expect(steps.map(([node, token]) => [node, byOther.has(token)])).toEqual([
        ['one', false],
        ['two', true],
        ['three', true],
      ])
      const frames = await replay(api.url, run_id)
      expect(frames.map(({ id }) => id)).toEqual(frames.map((_, index) => index + 1))
      expect(frames.at(-1)?.event).toBe('run.completed')
      finalEvents += frames.filter(isFinalFrame).length
    }
    const figures = {
      test: 'paused-worker',
      runs: runs.length,
      paused_ms: PAUSE_MS,
      fenced: await fencedOf(paused.url),
      stale_nodes: afterwards.length,
      final_events: finalEvents,
    }
    console.log(JSON.stringify(figures))
    expect(figures).toMatchObject({ runs: RUNS, final_events: RUNS })

    // It is of use again.
    await other.stop()
    await create()
    expect(await areOver(api.url, PATIENCE_MS)).toBe(true)
    await Promise.all([api.stop(), paused.stop()])
    await drop()
  },
)

const fencedOf = (url: string) => readMetric(url, 'heddle_run_executions_total{fate="lost"}')

const firstNodeStored = async (url: string, runId: string): Promise<void> => {
  for await (const { event } of readFrames(url, runId)) if (event === 'node.completed') return
}

/** All that executions write. */
const readEverything = async (databaseUrl: string): Promise<Record<string, unknown[]>> => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const tables = [
    'runs',
    'run_events',
    'threads',
    'messages',
    'checkpoints',
    'checkpoint_values',
    'checkpoint_writes',
  ]
  const rows: Record<string, unknown[]> = {}
  for (const table of tables) {
    rows[table] = (
      await client.query<Record<string, unknown>>(`select * from ${table} t order by t::text`)
    ).rows
  }
  await client.end()
  return rows
}
