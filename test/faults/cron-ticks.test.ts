/**
 * Two nodes schedule the same crons, and one of them is killed at each tick: every date of every cron creates exactly one run. HEDDLE_SEED and
 * HEDDLE_LONG=1 change the number of ticks and when a node is killed.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, it } from 'vitest'
import { callServer } from '../support/call-server.js'
import { createPostgresDatabase } from '../support/databases.js'
import { startHeddle } from '../support/heddle-process.js'
import { makeRandom } from '../support/random.js'

const LONG = process.env['HEDDLE_LONG'] !== undefined
const SEED = Number(process.env['HEDDLE_SEED'] ?? 1)
const CRONS = LONG ? 25 : 10
const TICKS = LONG ? 20 : 3
const TIMEOUT_MS = 60_000

it(
  `each of ${CRONS * TICKS} dates of crons creates one run while schedulers are killed at the tick`,
  { timeout: 2 * TIMEOUT_MS + TICKS * 30_000 },
  async () => {
    const { url: databaseUrl, drop } = await createPostgresDatabase()
    const env = { EXECUTOR_THREADS: '1' }
    const nodes = await Promise.all([startHeddle({ databaseUrl, env }), startHeddle({ databaseUrl, env })])
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    // The dates are set below: a real schedule has at most one date per minute.
    const body = {
      assistant_id: 'agent',
      schedule: '0 0 1 1 *',
      input: { messages: [] },
      on_run_completed: 'keep',
    }
    for (let index = 0; index < CRONS; index++)
      expect((await callServer(nodes[0], 'POST', '/runs/crons', { body })).status).toBe(200)

    const countRuns = async (): Promise<number[]> => {
      const { rows } = await client.query<{ n: string }>(
        `select count(r.run_id) as n from crons c
         left join threads t on t.metadata::jsonb ->> 'cron_id' = c.cron_id
         left join runs r on r.thread_id = t.thread_id group by c.cron_id`,
      )
      return rows.map(({ n }) => Number(n))
    }
    const random = makeRandom(SEED)
    let kills = 0
    for (let tick = 1; tick <= TICKS; tick++) {
      await client.query('update crons set next_run_date = $1', [Date.now()])
      // Every node polls once per second, so the kill hits before, during or after the creation of the runs.
      await sleep(random() * 1_200)
      const victim = tick % 2
      nodes[victim]!.kill('SIGKILL')
      await nodes[victim]!.exited
      kills++
      const isDue = async () =>
        (await client.query('select 1 from crons where next_run_date <= $1', [Date.now()])).rowCount !== 0
      await expect.poll(isDue, { timeout: TIMEOUT_MS, interval: 50 }).toBe(false)
      nodes[victim] = await startHeddle({ databaseUrl, env })
    }
    const counts = await countRuns()
    const figures = {
      test: 'cron-ticks',
      database: 'postgres',
      seed: SEED,
      ticks: CRONS * TICKS,
      kills,
      missed: counts.reduce((sum, count) => sum + Math.max(0, TICKS - count), 0),
      duplicated: counts.reduce((sum, count) => sum + Math.max(0, count - TICKS), 0),
    }
    console.log(JSON.stringify(figures))
    expect(counts).toEqual(counts.map(() => TICKS))
    expect(counts).toHaveLength(CRONS)
    await client.end()
    await Promise.all(nodes.map((node) => node.stop()))
    await drop()
  },
)
