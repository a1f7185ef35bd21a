/**
 * Many clients hold an open stream of a few runs. All of them get the last event soon after it happens, other requests stay
 * fast, and the memory per stream is small. HEDDLE_LONG=1 opens 10,000 streams instead of 1,000.
 */
import { expect, it } from 'vitest'
import { HttpConnection } from '../../bench/http-connection.js'
import { builtInAssistantId } from '../../src/domain/built-in-graph.js'
import { callServer } from '../support/call-server.js'
import { makeProject } from '../support/graph-project.js'
import { startHeddle, type Heddle } from '../support/heddle-process.js'
import { readMetric, summarizeDurations } from '../support/measurements.js'
import { makeEffects } from './effects.js'

const LONG = process.env['HEDDLE_LONG'] !== undefined
const STREAMS = LONG ? 10_000 : 1_000
const RUNS = 10
/** The kernel queues a limited number of new connections. */
const OPENED_AT_ONCE = 100
const MEASURED_REQUESTS = 200
const MEGABYTE = 1_048_576

it(
  `${STREAMS} open streams get the last event of their run, and other requests stay fast`,
  { timeout: 300_000 },
  async () => {
    const { env } = makeProject({ steps: makeEffects([1, 5]).source })
    const heddle = await startHeddle({ env })
    const runIds = await createDelayedRuns(heddle)

    const openedAt = performance.now()
    const endedAt: number[] = []
    const incomplete: string[] = []
    const ends: Promise<void>[] = []
    const follow = async (index: number): Promise<void> => {
      const connection = await HttpConnection.open(heddle.port)
      await new Promise<void>((resolve, reject) => {
        const end = connection
          .get(`/api/v1/stream?run_id=${runIds[index % RUNS]!}`, undefined, resolve)
          .then(({ body }) => {
            endedAt.push(performance.now())
            if (!body.includes('event: run.cancelled')) incomplete.push(body)
            connection.close()
          }, reject)
        ends.push(end)
      })
    }
    for (let opened = 0; opened < STREAMS; opened += OPENED_AT_ONCE)
      await Promise.all(Array.from({ length: OPENED_AT_ONCE }, (_, index) => follow(opened + index)))
    const connectSeconds = (performance.now() - openedAt) / 1_000
    expect(await readMetric(heddle.url, 'heddle_streams_open')).toBe(STREAMS)

    const requestMs: number[] = []
    for (let request = 0; request < MEASURED_REQUESTS; request++) {
      const startedAt = performance.now()
      expect((await callServer(heddle, 'POST', '/api/v1/threads', { body: {} })).status).toBe(201)
      requestMs.push(performance.now() - startedAt)
    }
    const memoryMb = (await readMetric(heddle.url, 'process_resident_memory_bytes')) / MEGABYTE

    const cancelledAt = performance.now()
    for (const runId of runIds) await callServer(heddle, 'POST', `/api/v1/runs/${runId}/cancel`)
    await Promise.all(ends)
    const figures = {
      test: 'many-streams',
      streams: STREAMS,
      connect_s: Number(connectSeconds.toFixed(1)),
      incomplete: incomplete.length,
      memory_mb: Math.round(memoryMb),
      ...summarizeDurations('request', requestMs),
      ...summarizeDurations(
        'fan_out',
        endedAt.map((at) => at - cancelledAt),
      ),
    }
    console.log(JSON.stringify(figures))
    expect(endedAt).toHaveLength(STREAMS)
    expect(incomplete).toEqual([])
    expect(figures.memory_mb).toBeLessThan(LONG ? 400 : 300)
    expect((await heddle.stop()).code).toBe(0)
  },
)

/** Runs that do not start while the test lasts. */
const createDelayedRuns = async (heddle: Heddle): Promise<string[]> => {
  const body = { assistant_id: builtInAssistantId('steps'), input: {}, after_seconds: 86_400 }
  const ids: string[] = []
  while (ids.length < RUNS) ids.push((await callServer(heddle, 'POST', '/api/v1/runs', { body })).body.run_id)
  return ids
}
