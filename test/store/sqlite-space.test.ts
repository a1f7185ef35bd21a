/** The space of purged runs is returned to the file system. */
import { createRequire } from 'node:module'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { DatabaseSync } from '@photostructure/sqlite'
import { newId } from '../../src/platform/ids.js'
import { backUpSqlite } from '../../src/store/sql/sqlite-backup.js'
import { vacuumSqlite } from '../../src/store/sql/sqlite-vacuum.js'
import { Database } from '../../src/store/sql/database.js'
import { openDatabase } from '../support/databases.js'
import { runHeddle } from '../support/heddle-process.js'
import { countRows, DAY_MS, insertEndedRun, purge } from '../support/retention.js'
import { T0 } from '../support/rows.js'

const MB = 2 ** 20
const RUNS = 100

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-space-'))
  file = join(folder, 'heddle.db')
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

const require = createRequire(import.meta.url)
const open = () =>
  new (require('@photostructure/sqlite') as { DatabaseSync: typeof DatabaseSync }).DatabaseSync(file)

/** Creates a database as versions without incremental vacuum did. */
const createWithoutAutoVacuum = (): void => {
  const db = open()
  db.exec('pragma auto_vacuum = none; pragma journal_mode = wal; create table first (id); drop table first')
  db.close()
}

const fill = async (db: Database, tenant_id: string, completed_at: number): Promise<void> => {
  const output = JSON.stringify('x'.repeat(200_000))
  for (let index = 0; index < RUNS; index++) await insertEndedRun(db, { tenant_id, output, completed_at })
}

/** Fills a database with 20 MB of old and 20 MB of new runs and purges the old ones. Returns the size of the closed file. */
const fillAndPurge = async (tenant_id: string): Promise<number> => {
  const db = await openDatabase(`sqlite:${file}`)
  await db.migrate(T0)
  await fill(db, tenant_id, T0)
  await fill(db, tenant_id, T0 + 5 * DAY_MS)
  await purge(db, { now: T0 + 5 * DAY_MS, days: 1 })
  expect(await countRows(db, 'runs', tenant_id)).toBe(RUNS)
  await db.close()
  return statSync(file).size
}

it('a purge of a new database makes the file smaller, and its backup keeps the mode', async () => {
  expect(await fillAndPurge(newId())).toBeLessThan(27 * MB)
  const copy = join(folder, 'copy.db')
  await backUpSqlite({ source: file, target: copy, isReplacing: false, onProgress: () => undefined })
  file = copy
  const db = open()
  expect(db.prepare('pragma auto_vacuum').get()).toEqual({ auto_vacuum: 2 })
  db.close()
})

it('a purge of a database without incremental vacuum ends, and heddle vacuum converts the database', async () => {
  createWithoutAutoVacuum()
  const tenant_id = newId()
  expect(await fillAndPurge(tenant_id)).toBeGreaterThan(38 * MB)
  const { code, stdout, stderr } = await runHeddle(['vacuum'], { databaseUrl: `sqlite:${file}` })
  expect(code, stderr).toBe(0)
  expect(stdout).toMatch(new RegExp(` bytes before, ${String(statSync(file).size)} bytes after\\n$`))
  expect(statSync(file).size).toBeLessThan(23 * MB)
  const db = await openDatabase(`sqlite:${file}`)
  expect(await countRows(db, 'runs', tenant_id)).toBe(RUNS)
  await purge(db, { now: T0 + 9 * DAY_MS, days: 1 })
  await db.close()
  expect(statSync(file).size).toBeLessThan(6 * MB)
})

it('a database that a service is using is not vacuumed', async () => {
  const db = await Database.open({ url: `sqlite:${file}`, durability: 'full', poolSize: 1, exclusive: true })
  expect(() => vacuumSqlite(file)).toThrow(/another Heddle is using/)
  await db.close()
})
