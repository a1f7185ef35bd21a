/**
 * A purge that is killed again and again removes each run completely or not at all, and finishes. HEDDLE_KILLS and HEDDLE_SEED change how
 * often and when the service is killed.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { newId } from '../../src/platform/ids.js'
import type { Database } from '../../src/store/sql/database.js'
import { callServer } from '../support/call-server.js'
import { createTestDatabase, DATABASE_KINDS, openDatabase } from '../support/databases.js'
import { startHeddle } from '../support/heddle-process.js'
import { makeRandom } from '../support/random.js'
import { rawStatement } from '../support/raw-statement.js'
import { insertEndedRun } from '../support/retention.js'
import { T0 } from '../support/rows.js'

const KILLS = Number(process.env['HEDDLE_KILLS'] ?? 3)
const SEED = Number(process.env['HEDDLE_SEED'] ?? 1)
/** Several batches. The purge pauses up to a second after each of them. */
const RUNS = 160
const KEPT_RUNS = 20
const MAX_LIFE_MS = 600
const TENANT = 'default'

const count = async (db: Database, from: string): Promise<number> =>
  (await db.read(rawStatement<{ n: number }>(`select count(*) as n from ${from}`)))[0]!.n

const HAS_RUN = 'exists (select 1 from runs r where r.tenant_id = x.tenant_id and r.run_id = x.run_id)'
const HAS_TASK =
  'exists (select 1 from purge_tasks p where p.tenant_id = x.tenant_id and p.resource_id = x.run_id)'
const HAS_THREAD =
  'exists (select 1 from threads t where t.tenant_id = x.tenant_id and t.thread_id = x.thread_id)'

/** Rows that belong to no run or thread, and that no purge would find. */
const countOrphans = async (db: Database): Promise<number> =>
  (await count(db, `run_events x where not ${HAS_RUN} and not ${HAS_TASK}`)) +
  (await count(db, `runs x where not ${HAS_THREAD}`)) +
  (await count(db, `checkpoints x where not ${HAS_THREAD}`))

/** Runs without some of the rows that were inserted with them. */
const countIncompleteRuns = (db: Database): Promise<number> =>
  count(
    db,
    `runs x where (select count(*) from run_events e where e.tenant_id = x.tenant_id and e.run_id = x.run_id) not in (3, 60)
       or not exists (select 1 from checkpoints c where c.tenant_id = x.tenant_id and c.run_id = x.run_id)`,
  )

// The purges mostly pause, so both databases are tested at the same time.
describe.concurrent.each(DATABASE_KINDS)('on %s', (databaseKind) => {
  it('a purge that is killed leaves no part of a run behind', { timeout: 300_000 }, async () => {
    const random = makeRandom(SEED)
    const { url: databaseUrl, drop } = await createTestDatabase(databaseKind)
    const env = { RETENTION_DAYS: '30' }
    const db = await openDatabase(databaseUrl)
    await db.migrate(T0)
    await Promise.all(
      Array.from({ length: RUNS + KEPT_RUNS }, (_, index) => {
        const completed_at = index < RUNS ? T0 : Date.now()
        return insertEndedRun(
          db,
          { tenant_id: TENANT, run_id: newId(), completed_at },
          { thread: { temporary: index % 2 }, eventRows: index % 10 === 0 ? 60 : 3 },
        )
      }),
    )
    let heddle = await startHeddle({ databaseUrl, env })
    for (let kill = 0; kill < KILLS; kill++) {
      await sleep(random() * MAX_LIFE_MS)
      heddle.kill('SIGKILL')
      await heddle.exited
      expect(await countOrphans(db)).toBe(0)
      expect(await countIncompleteRuns(db)).toBe(0)
      // The lease of the killed node would delay the next purge.
      await db.write([rawStatement('update retention_state set lease_expires_at = 0')])
      heddle = await startHeddle({ databaseUrl, env })
    }
    const readStatistics = async () => (await callServer(heddle, 'GET', '/api/v1/stats/storage')).body
    while ((await readStatistics()).last_purge_at === null) await sleep(100)
    await heddle.stop()
    expect(await count(db, 'runs x')).toBe(KEPT_RUNS)
    expect(await count(db, 'run_events x')).toBe(2 * 60 + 18 * 3)
    expect(await countOrphans(db)).toBe(0)
    expect(await count(db, 'purge_tasks x')).toBe(0)
    expect(await count(db, 'threads x where temporary = 1')).toBe(KEPT_RUNS / 2)
    await db.close()
    await drop()
  })
})
