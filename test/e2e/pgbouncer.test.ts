/** Two nodes behind PgBouncer in transaction mode. */
import { expect, it } from 'vitest'
import { builtInAssistantId } from '../../src/domain/built-in-graph.js'
import { callServer } from '../support/call-server.js'
import { createPostgresDatabase, openDatabase } from '../support/databases.js'
import { Database } from '../../src/store/sql/database.js'
import { makeProject } from '../support/graph-project.js'
import { startHeddle } from '../support/heddle-process.js'
import { isPgBouncerInstalled, startPgBouncer } from '../support/pgbouncer.js'
import { rawStatement } from '../support/raw-statement.js'
import { requireRow } from '../../src/store/sql/statement.js'
import { T0 } from '../support/rows.js'
import { parseFrames } from '../support/runs.js'
import { makeEffects } from '../faults/effects.js'
import { auditRuns, waitForAllRuns } from '../faults/run-audit.js'
import { makeRunLoad } from '../faults/run-load.js'

const RUNS = 30
const skipped = isPgBouncerInstalled ? '' : ' (skipped: PgBouncer is not installed)'

it.skipIf(!isPgBouncerInstalled)(
  `two nodes behind PgBouncer in transaction mode migrate, execute runs and notify each other${skipped}`,
  { timeout: 90_000 },
  async () => {
    const { url, drop } = await createPostgresDatabase()
    const bouncer = await startPgBouncer(url)
    const effects = makeEffects([5, 20])
    const { env: project } = makeProject({ steps: effects.source })
    const start = (ROLE: string) =>
      startHeddle({ databaseUrl: bouncer.url, env: { ...project, DATABASE_DIRECT_URL: url, ROLE } })
    const [api, worker] = await Promise.all([start('api'), start('worker')])

    const load = makeRunLoad('steps')
    load.setTarget(api.url)
    load.start(100, RUNS)
    await load.finish()
    const [first] = load.acknowledged
    const stream = await (await fetch(`${api.url}/api/v1/stream?run_id=${first!.run_id}`)).text()
    expect(parseFrames(stream).at(-1)?.type).toBe('run.completed')
    expect(await waitForAllRuns(api.url, 60_000)).toBe(true)
    const figures = await auditRuns(api.url, load.acknowledged, effects.readAll())
    expect(load.wrong).toEqual([])
    expect(figures).toMatchObject({ acks: RUNS, runs: RUNS, lost: 0, failed: 0, gaps: 0, wrong_outputs: 0 })
    // Notifications arrive: without them the API node would poll every 30 seconds.
    const { body } = await callServer(api, 'POST', '/api/v1/runs', {
      body: { assistant_id: builtInAssistantId('steps'), input: {} },
    })
    const startedAt = performance.now()
    await (await fetch(`${api.url}/api/v1/stream?run_id=${String(body.run_id)}`)).text()
    expect(performance.now() - startedAt).toBeLessThan(20_000)
    await Promise.all([api.stop(), worker.stop()])
    await bouncer.stop()
    await drop()
  },
)

it.skipIf(!isPgBouncerInstalled)(
  `writes through PgBouncer are atomic and carry the settings of their transaction${skipped}`,
  async () => {
    const { url, drop } = await createPostgresDatabase()
    const bouncer = await startPgBouncer(url)
    const admin = await openDatabase(url)
    await admin.write([
      rawStatement(`alter database ${new URL(url).pathname.slice(1)} set synchronous_commit = off`),
    ])
    const db = await Database.open({ url: bouncer.url, directUrl: url, durability: 'full', poolSize: 8 })
    await db.migrate(T0, [{ version: 1, name: '0001-t', sql: 'create table t (id text primary key)' }])
    const show = rawStatement<{ value: string }>("select current_setting('synchronous_commit') as value")
    await expect(db.write([show])).resolves.toEqual([[{ value: 'on' }]])
    const insert = rawStatement("insert into t values ('a')")
    const missing = requireRow(rawStatement("select 1 from t where id = 'b'"))
    await expect(db.write([insert, missing])).resolves.toBeUndefined()
    await expect(db.read(rawStatement('select * from t'))).resolves.toEqual([])
    // Repeated on many connections at once: prepared statements would collide or be missing.
    const reads = Array.from({ length: 200 }, () =>
      db.read(rawStatement<{ n: number }>('select count(*) as n from t')),
    )
    expect(new Set((await Promise.all(reads)).map(([row]) => row?.n))).toEqual(new Set([0]))
    await Promise.all([db.close(), admin.close()])
    await bouncer.stop()
    await drop()
  },
)
