/**
 * The connections that receive notifications are terminated again and again while runs are streamed from another node: the streams have all
 * events, only later. HEDDLE_LONG=1 streams more runs.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, it } from 'vitest'
import { builtInAssistantId } from '../../src/domain/built-in-graph.js'
import { callServer } from '../support/call-server.js'
import { createPostgresDatabase } from '../support/databases.js'
import { isFinalFrame, joinFrames, readAllFrames, readFrames, type Frame } from '../support/event-stream.js'
import { makeProject } from '../support/graph-project.js'
import { startHeddle, type Heddle } from '../support/heddle-process.js'
import { summarizeDurations } from '../support/measurements.js'
import { makeEffects } from './effects.js'

const RUNS = process.env['HEDDLE_LONG'] === undefined ? 5 : 100
const CONCURRENCY = 5
const TIMEOUT_MS = 60_000

it(
  'streams from another node have all events while the connections for notifications are terminated',
  { timeout: 2 * TIMEOUT_MS + RUNS * 10_000 },
  async () => {
    const { url: databaseUrl, drop } = await createPostgresDatabase()
    const effects = makeEffects([300, 700])
    const { env } = makeProject({ steps: effects.source })
    const [api, worker] = await Promise.all(
      ['api', 'worker'].map((ROLE) => startHeddle({ databaseUrl, env: { ...env, ROLE } })),
    )
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    const undisturbed = await streamRuns(api!, CONCURRENCY)

    let terminated = 0
    let isStopped = false
    const terminate = async (): Promise<void> => {
      while (!isStopped) {
        const { rowCount } = await client.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and application_name = 'heddle-hints'`,
        )
        terminated += rowCount ?? 0
        await sleep(500)
      }
    }
    const terminating = terminate()
    const streamed = await streamRuns(api!, RUNS)
    isStopped = true
    await terminating

    let incomplete = 0
    for (const { runId, frames } of streamed)
      incomplete += Number(joinFrames(frames) !== joinFrames(await readAllFrames(api!.url, runId)))
    const figures = {
      test: 'lost-notifications',
      database: 'postgres',
      runs: streamed.length,
      terminated,
      incomplete,
      ...summarizeDurations(
        'undisturbed',
        undisturbed.flatMap(({ delays }) => delays),
      ),
      ...summarizeDurations(
        'delay',
        streamed.flatMap(({ delays }) => delays),
      ),
    }
    console.log(JSON.stringify(figures))
    expect(terminated).toBeGreaterThan(2)
    expect(incomplete).toBe(0)
    for (const { frames } of streamed) expect(frames.filter(isFinalFrame)).toHaveLength(1)
    await client.end()
    await Promise.all([api!.stop(), worker!.stop()])
    await drop()
  },
)

interface Streamed {
  runId: string
  frames: Frame[]
  /** Time from each event to its arrival. */
  delays: number[]
}

const streamRuns = async (node: Heddle, count: number): Promise<Streamed[]> => {
  const body = { assistant_id: builtInAssistantId('steps'), input: {} }
  const streamed: Streamed[] = []
  let started = 0
  const streamNext = async (): Promise<void> => {
    while (started++ < count) {
      const created = await callServer(node, 'POST', '/api/v1/runs', { body })
      const run: Streamed = { runId: created.body.run_id as string, frames: [], delays: [] }
      for await (const frame of readFrames(node.url, run.runId, {
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })) {
        run.frames.push(frame)
        run.delays.push(Date.now() - Date.parse(frame.data.timestamp as string))
      }
      streamed.push(run)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, streamNext))
  return streamed
}
