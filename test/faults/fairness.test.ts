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
const FLOOD_RUNS = LONG ? 5_000 : 400
const MEASURED_RUNS = LONG ? 20 : 3
const RUNS_PER_REQUEST = 200
const TIMEOUT_MS = 60_000
/** BUSY_RUNS in adapt-concurrency.ts: as many runs of the other tenant may have been claimed before the measured run was queued. */
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
      await createFlood(heddle)
      const queuedBefore = await readMetric(heddle.url, 'heddle_runs_queued')
      const loaded = await measureRuns(heddle, 'small', MEASURED_RUNS)
      const queuedAfter = await readMetric(heddle.url, 'heddle_runs_queued')
      await waitUntilQueueIsEmpty(heddle)
      const floodRuns = await listFloodRuns(heddle)

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
      // Without turns, the first measured run would have waited for the whole queue.
      expect(figures.loaded_ms).toBeLessThan((queuedBefore * slotMs) / 4)
      // Other load on the machine makes single runs slower, so only the long form checks the promised time.
      if (LONG) expect(figures.loaded_ms).toBeLessThan(2 * figures.idle_ms + slotMs)

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

/** Queues the runs with a few requests of the LangGraph API. */
const createFlood = async (heddle: Heddle): Promise<void> => {
  const key = await signToken('flood', 'user')
  const batch = Array.from({ length: RUNS_PER_REQUEST }, () => RUN)
  for (let created = 0; created < FLOOD_RUNS; created += RUNS_PER_REQUEST) {
    const { status } = await callServer(heddle, 'POST', '/runs/batch', { body: batch, key })
    expect(status).toBe(200)
  }
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

const listFloodRuns = async (heddle: Heddle): Promise<Run[]> => {
  const key = await signToken('flood', 'reader')
  const runs: Run[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const { body } = await callServer(heddle, 'GET', `/api/v1/runs?limit=100${query}`, { key })
    runs.push(...(body.data as Run[]))
    cursor = body.next_cursor as string | null
  }
  return runs
}
