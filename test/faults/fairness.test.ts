/**
 * One tenant queues many more runs than the server has slots. A run of another tenant takes little longer than on an idle
 * server, because it gets the next free slot. All settings have their defaults; every token stays within its rate limit.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { builtInAssistantId } from '../../src/domain/built-in-graph.js'
import { callServer } from '../support/call-server.js'
import { createTestDatabase, DATABASE_KINDS } from '../support/databases.js'
import { makeProject } from '../support/graph-project.js'
import { startHeddle, type Heddle } from '../support/heddle-process.js'
import { readMetric } from '../support/measurements.js'
import { signToken, TOKEN_ENV } from '../support/tenant-tokens.js'

const LONG = process.env['HEDDLE_LONG'] !== undefined
const FLOOD_RUNS = LONG ? 5_000 : 800
const MEASURED_RUNS = LONG ? 20 : 5
/** Half of the burst that the rate limit allows to one token. */
const REQUESTS_PER_TOKEN = 100
const PARALLEL_REQUESTS = 20
const TIMEOUT_MS = 60_000
/** WORKER_CONCURRENCY: as many runs of the other tenant may have been claimed before the measured run was queued. */
const SLOTS = 64

/** Two nodes that wait for 50 ms each, as for a model. */
const SOURCE = `
  import { StateGraph, Annotation, START, END } from '@langchain/langgraph'
  const wait = async () => { await new Promise((resolve) => setTimeout(resolve, 50)); return { value: 'done' } }
  export const graph = new StateGraph(Annotation.Root({ value: Annotation() }))
    .addNode('first', wait).addNode('second', wait)
    .addEdge(START, 'first').addEdge('first', 'second').addEdge('second', END)
    .compile()
`

const RUN = { assistant_id: builtInAssistantId('steps'), input: { value: 'x' } }

interface Run {
  run_id: string
  status: string
  created_at: string
  started_at: string
  completed_at: string
}

describe.each(DATABASE_KINDS)('on %s', (databaseKind) => {
  it(
    `a tenant's run gets the next free slot while ${FLOOD_RUNS} runs of another tenant are queued`,
    { timeout: 10 * TIMEOUT_MS },
    async () => {
      const { url: databaseUrl, drop } = await createTestDatabase(databaseKind)
      const { env } = makeProject({ steps: SOURCE })
      const heddle = await startHeddle({ databaseUrl, env: { ...env, ...TOKEN_ENV } })

      await measureRuns(heddle, 'warm-up', 3)
      const idle = await measureRuns(heddle, 'small', MEASURED_RUNS)
      const flood = await createFlood(heddle)
      const queuedBefore = await readMetric(heddle.url, 'heddle_runs_queued')
      const loaded = await measureRuns(heddle, 'small', MEASURED_RUNS)
      const queuedAfter = await readMetric(heddle.url, 'heddle_runs_queued')
      await waitUntilQueueIsEmpty(heddle)
      const floodRuns = await listRuns(heddle, flood)

      const overtaken = loaded.map(
        ({ created_at, started_at }) =>
          floodRuns.filter((run) => run.started_at > created_at && run.started_at < started_at).length,
      )
      const ends = floodRuns.map(({ completed_at }) => Date.parse(completed_at))
      const slotMs = (Math.max(...ends) - Math.min(...ends)) / floodRuns.length
      const figures = {
        test: 'fairness',
        database: databaseKind,
        seed: 1,
        flood_runs: floodRuns.length,
        queued_before: queuedBefore,
        queued_after: queuedAfter,
        idle_ms: median(idle.map(({ ms }) => ms)),
        loaded_ms: median(loaded.map(({ ms }) => ms)),
        loaded_max_ms: Math.max(...loaded.map(({ ms }) => ms)),
        slot_ms: Number(slotMs.toFixed(1)),
        runs_served_before_max: Math.max(...overtaken),
      }
      console.log(JSON.stringify(figures))
      expect(floodRuns.filter(({ status }) => status !== 'completed')).toEqual([])
      // Otherwise the flood was over before the last measured run.
      expect(queuedAfter).toBeGreaterThan(0)
      // In the order of creation, all queued runs would have been served before the first measured run.
      expect(queuedBefore).toBeGreaterThan(2 * SLOTS)
      expect(figures.runs_served_before_max).toBeLessThanOrEqual(SLOTS)
      // The promise is twice the idle time and one slot. A short test on a busy machine gets three times as much.
      const bound = 2 * figures.idle_ms + slotMs
      expect(figures.loaded_ms).toBeLessThan(LONG ? bound : 3 * bound + 500)

      await heddle.stop()
      await drop()
    },
  )
})

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!

const measureRuns = async (
  heddle: Heddle,
  tenant: string,
  count: number,
): Promise<(Run & { ms: number })[]> => {
  const key = await signToken(tenant, 'user')
  const runs: (Run & { ms: number })[] = []
  for (let n = 0; n < count; n++) {
    const started = performance.now()
    const { body } = await callServer(heddle, 'POST', '/api/v1/runs', { body: RUN, key })
    const stream = await fetch(`${heddle.url}/api/v1/stream?run_id=${body.run_id}`, {
      headers: { authorization: `Bearer ${key}` },
    })
    expect(await stream.text()).toContain('event: run.completed')
    const ms = Math.round(performance.now() - started)
    runs.push({ ...(await callServer(heddle, 'GET', `/api/v1/runs/${body.run_id}`, { key })).body, ms })
  }
  return runs
}

interface FloodRun {
  run_id: string
  key: string
}

const createFlood = async (heddle: Heddle): Promise<FloodRun[]> => {
  const keys = await Promise.all(
    Array.from({ length: Math.ceil(FLOOD_RUNS / REQUESTS_PER_TOKEN) }, (_, n) =>
      signToken('flood', `user ${n}`),
    ),
  )
  const flood: FloodRun[] = []
  let next = 0
  const create = async (): Promise<void> => {
    while (next < FLOOD_RUNS) {
      const key = keys[Math.floor(next++ / REQUESTS_PER_TOKEN)]!
      const { status, body } = await callServer(heddle, 'POST', '/api/v1/runs', { body: RUN, key })
      expect(status).toBe(201)
      flood.push({ run_id: body.run_id, key })
    }
  }
  await Promise.all(Array.from({ length: PARALLEL_REQUESTS }, create))
  return flood
}

const waitUntilQueueIsEmpty = async ({ url }: Heddle): Promise<void> => {
  const deadline = performance.now() + 5 * TIMEOUT_MS
  while (
    (await readMetric(url, 'heddle_runs_queued')) + (await readMetric(url, 'heddle_runs_executing')) >
    0
  ) {
    if (performance.now() > deadline) throw new Error('runs are still queued')
    await sleep(200)
  }
}

/** Reads each run with the token that created it. */
const listRuns = async (heddle: Heddle, flood: readonly FloodRun[]): Promise<Run[]> => {
  const runs: Run[] = []
  for (let start = 0; start < flood.length; start += PARALLEL_REQUESTS) {
    const responses = await Promise.all(
      flood
        .slice(start, start + PARALLEL_REQUESTS)
        .map(({ run_id, key }) => callServer(heddle, 'GET', `/api/v1/runs/${run_id}`, { key })),
    )
    for (const { body } of responses) runs.push(body as Run)
  }
  return runs
}
