/**
 * The runs of a worker that is paused for longer than its lease are claimed by another worker, and writes of
 * the paused worker are rejected when it wakes up. HEDDLE_LONG=1 pauses it for three leases.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, it, vi } from 'vitest'
import { builtInAssistantId } from '../../src/domain/built-in-graph.js'
import { callServer } from '../support/call-server.js'
import { createTestDatabase } from '../support/databases.js'
import { isFinalFrame, readFrames, readAllFrames } from '../support/event-stream.js'
import { readMetric } from '../support/measurements.js'
import { makeProject } from '../support/graph-project.js'
import { startHeddle } from '../support/heddle-process.js'
import { makeEffects } from './effects.js'
import { listRuns, waitForAllRuns } from './run-audit.js'

const RUNS = 5
const PAUSE_MS = process.env['HEDDLE_LONG'] === undefined ? 13_000 : 30_000
const TIMEOUT_MS = 60_000
const waitOptions = { timeout: TIMEOUT_MS, interval: 50 }

it('a worker that wakes up after its lease expired cannot write', { timeout: 4 * TIMEOUT_MS }, async () => {
  const { url: databaseUrl, drop } = await createTestDatabase('postgres')
  const effects = makeEffects([1, 20])
  const requests = Array.from({ length: RUNS }, (_, index) => index + 1)
  effects.hold(requests)
  const { env } = makeProject({ steps: effects.source })
  const startNode = (role: string) => startHeddle({ databaseUrl, env: { ...env, ROLE: role } })
  const [api, paused] = await Promise.all([startNode('api'), startNode('worker')])
  const create = async (request: number): Promise<string> => {
    const body = { assistant_id: builtInAssistantId('steps'), input: { request } }
    return (await callServer(api, 'POST', '/api/v1/runs', { body })).body.run_id as string
  }
  const runIds = await Promise.all(requests.map(create))
  await Promise.all(runIds.map((runId) => waitForFirstNode(api.url, runId)))

  const enteredBy = (pid: number, node: string) =>
    effects
      .readAll()
      .filter((effect) => effect.pid === pid && effect.node === node && effect.phase === 'enter')
  await vi.waitFor(() => expect(enteredBy(paused.pid, 'two')).toHaveLength(RUNS), waitOptions)
  paused.kill('SIGSTOP')
  const pausedAt = performance.now()
  effects.hold([])
  const other = await startNode('worker')
  expect(await waitForAllRuns(api.url, TIMEOUT_MS)).toBe(true)
  await sleep(PAUSE_MS - (performance.now() - pausedAt))

  // The other worker packs the rows of the ended runs.
  await vi.waitFor(
    async () => expect(await readTable(databaseUrl, 'event_compactions')).toEqual([]),
    waitOptions,
  )
  const rowsBefore = await readAllRows(databaseUrl)
  const effectsBefore = effects.readAll().length
  paused.kill('SIGCONT')
  await vi.waitFor(
    async () => expect(await countFenced(paused.url)).toBeGreaterThanOrEqual(RUNS),
    waitOptions,
  )
  // The worker did continue its executions after the pause.
  const staleEffects = effects.readAll().slice(effectsBefore)
  expect(
    staleEffects.filter(({ pid, phase }) => pid === paused.pid && phase === 'leave').length,
  ).toBeGreaterThan(0)
  expect(await readAllRows(databaseUrl)).toEqual(rowsBefore)

  const runs = await listRuns(api.url)
  const tokensOfOther = new Set(
    effects.readAll().flatMap(({ pid, token }) => (pid === other.pid ? [token] : [])),
  )
  let finalEvents = 0
  for (const { run_id, status, attempt, output } of runs) {
    expect({ status, attempt }).toEqual({ status: 'completed', attempt: 2 })
    const steps = (output?.trail ?? []).map((step) => step.split(' ') as [string, string])
    expect(steps.map(([node, token]) => [node, tokensOfOther.has(token)])).toEqual([
      ['one', false],
      ['two', true],
      ['three', true],
    ])
    const frames = await readAllFrames(api.url, run_id)
    expect(frames.map(({ id }) => id)).toEqual(frames.map((_, index) => index + 1))
    expect(frames.at(-1)?.event).toBe('run.completed')
    finalEvents += frames.filter(isFinalFrame).length
  }
  const figures = {
    test: 'paused-worker',
    runs: runs.length,
    paused_ms: PAUSE_MS,
    fenced: await countFenced(paused.url),
    stale_nodes: staleEffects.length,
    final_events: finalEvents,
  }
  console.log(JSON.stringify(figures))
  expect(figures).toMatchObject({ runs: RUNS, final_events: RUNS })

  // The worker executes new runs again.
  await other.stop()
  await create(RUNS + 1)
  expect(await waitForAllRuns(api.url, TIMEOUT_MS)).toBe(true)
  await Promise.all([api.stop(), paused.stop()])
  await drop()
})

const countFenced = (url: string) => readMetric(url, 'heddle_run_executions_total{outcome="lease_lost"}')

const waitForFirstNode = async (url: string, runId: string): Promise<void> => {
  for await (const { event } of readFrames(url, runId)) if (event === 'node.completed') return
}

const readTable = async (databaseUrl: string, table: string): Promise<unknown[]> => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<Record<string, unknown>>(`select * from ${table} t order by t::text`)
  await client.end()
  return rows
}

/** Reads all tables that executions write. */
const readAllRows = async (databaseUrl: string): Promise<Record<string, unknown[]>> => {
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
  for (const table of tables) rows[table] = await readTable(databaseUrl, table)
  return rows
}
