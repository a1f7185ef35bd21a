/**
 * The clocks of the nodes are wrong by ten minutes, and one is set back by an hour: no node takes away the runs of another, crons run once and at
 * their time, and tokens expire at their time. Needs libfaketime (Debian: libfaketime). HEDDLE_LONG=1 creates more runs.
 */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SignJWT } from 'jose'
import pg from 'pg'
import { expect, it } from 'vitest'
import { callServer } from '../support/call-server.js'
import { createPostgresDatabase } from '../support/databases.js'
import { makeProject } from '../support/graph-project.js'
import { makeTempFolder, startHeddle } from '../support/heddle-process.js'
import { makeEffects } from './effects.js'
import { auditRuns, listRuns, waitForAllRuns } from './run-audit.js'
import { makeRunLoad } from './run-load.js'

const LONG = process.env['HEDDLE_LONG'] !== undefined
const RUNS = LONG ? 600 : 20
const RUNS_PER_SECOND = 10
const TIMEOUT_MS = 60_000
const SECRET = 'a-secret-for-tests-of-32-bytes-length'
const LIBRARY = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
  .find((file) => existsSync(file))
const skipped = LIBRARY === undefined ? ' (skipped: libfaketime is not installed)' : ''

/** Node's timers use the monotonic clock, which is real: only the time of day is wrong. */
const fakeTime = () => {
  const file = join(makeTempFolder(), 'faketime')
  const set = (offset: string) => {
    writeFileSync(file, `${offset}\n`)
  }
  const env = {
    LD_PRELOAD: LIBRARY ?? '',
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  return { set, env }
}

it.skipIf(LIBRARY === undefined)(
  `nodes whose clocks are wrong do not disturb each other${skipped}`,
  { timeout: 3 * TIMEOUT_MS + RUNS * 500 },
  async () => {
    const { url: databaseUrl, drop } = await createPostgresDatabase()
    const effects = makeEffects([200, 600])
    const { env } = makeProject({ steps: effects.source })
    const [ahead, behind] = [fakeTime(), fakeTime()]
    ahead.set('+10m')
    behind.set('-10m')
    const [api, fast, slow] = await Promise.all([
      startHeddle({ databaseUrl, env: { ...env, ROLE: 'api' } }),
      startHeddle({
        databaseUrl,
        env: { ...env, ...ahead.env, EXECUTOR_THREADS: '1', WORKER_CONCURRENCY: '8' },
      }),
      startHeddle({
        databaseUrl,
        env: { ...env, ...behind.env, EXECUTOR_THREADS: '1', WORKER_CONCURRENCY: '8' },
      }),
    ])
    expect(fast.output()).toMatch(/the clock of this machine differs .* by 600 s/)

    const load = makeRunLoad('steps')
    load.setTarget(api.url)
    load.start(RUNS_PER_SECOND, RUNS)
    await expect.poll(() => load.acknowledged.length > RUNS / 2, { timeout: TIMEOUT_MS }).toBe(true)
    behind.set('-70m')
    await load.finish()
    const allEnded = await waitForAllRuns(api.url, 2 * TIMEOUT_MS)

    const runs = await listRuns(api.url)
    const audit = await auditRuns(api.url, load.acknowledged, effects.readAll())
    const entries = effects.readAll().filter(({ phase }) => phase === 'enter')

    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    const cron = { assistant_id: 'steps', schedule: '0 0 1 1 *', input: {}, on_run_completed: 'keep' }
    const [due, later] = await Promise.all(
      [0, 1].map(
        async () => (await callServer(api, 'POST', '/runs/crons', { body: cron })).body.cron_id as string,
      ),
    )
    const setDate = (id: string, at: number) =>
      client.query('update crons set next_run_date = $1 where cron_id = $2', [at, id])
    await setDate(due!, Date.now())
    await setDate(later!, Date.now() + 5 * 60_000)

    const countCronRuns = async (id: string) =>
      (await client.query(`select 1 from threads where metadata::jsonb ->> 'cron_id' = $1`, [id])).rowCount
    await expect.poll(() => countCronRuns(due!), { timeout: TIMEOUT_MS }).toBe(1)
    // Several polls of both schedulers.
    await sleep(3_000)
    const figures = {
      test: 'clock-skew',
      database: 'postgres',
      acks: audit.acks,
      lost: audit.lost,
      failed: audit.failed,
      gaps: audit.gaps,
      wrong_outputs: audit.wrong_outputs,
      // The times of the effects are wrong by design, so repetitions are counted instead.
      nodes_repeated: entries.length - new Set(entries.map(({ run, node }) => run + node)).size,
      double_claims: runs.filter(({ attempt }) => attempt !== 1).length,
      workers: new Set(effects.readAll().map(({ pid }) => pid)).size,
      cron_runs: [await countCronRuns(due!), await countCronRuns(later!)],
      tokens: await readTokenStatuses(databaseUrl, ahead.env),
    }
    console.log(JSON.stringify(figures))
    expect(allEnded).toBe(true)
    expect(figures).toMatchObject({
      lost: 0,
      failed: 0,
      gaps: 0,
      wrong_outputs: 0,
      nodes_repeated: 0,
      double_claims: 0,
    })
    expect(figures).toMatchObject({ workers: 2, cron_runs: [1, 0], tokens: [200, 401] })
    await client.end()
    await Promise.all([api, fast, slow].map((node) => node.stop()))
    await drop()
  },
)

/** The responses of a node with a wrong clock to tokens that expired 30 and 120 seconds ago; the tolerance is 60 seconds. */
const readTokenStatuses = async (
  databaseUrl: string,
  clockEnv: Record<string, string>,
): Promise<number[]> => {
  const env = { ...clockEnv, ROLE: 'api', AUTH_ENABLED: 'true', JWT_SECRET: SECRET }
  const node = await startHeddle({ databaseUrl, env })
  const sign = (age: number) =>
    new SignJWT({ sub: 'someone' })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime(Math.floor(Date.now() / 1_000) - age)
      .sign(new TextEncoder().encode(SECRET))
  const statuses: number[] = []
  for (const age of [30, 120])
    statuses.push((await callServer(node, 'GET', '/api/v1/threads', { key: await sign(age) })).status)
  await node.stop()
  return statuses
}
