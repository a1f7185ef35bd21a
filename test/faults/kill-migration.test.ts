/**
 * A process that is killed while it migrates an older database leaves no migration half applied, and the next start completes the rest.
 * HEDDLE_SEED and HEDDLE_LONG=1 change the kills and the number of rows.
 */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { loadMigrations } from '../../src/store/sql/migrate.js'
import {
  DATABASE_KINDS,
  createPostgresDatabase,
  createTestDatabase,
  openDatabase,
  type DatabaseKind,
  type TestDatabase,
} from '../support/databases.js'
import { launchHeddle, makeTempFolder, startHeddle } from '../support/heddle-process.js'
import { makeRandom } from '../support/random.js'
import { rawStatement } from '../support/raw-statement.js'
import { T0 } from '../support/rows.js'
import { expectIntactSqlite } from './check-integrity.js'

const LONG = process.env['HEDDLE_LONG'] !== undefined
const SEED = Number(process.env['HEDDLE_SEED'] ?? 1)
const ROWS = LONG ? 100_000 : 5_000
const KILLS = LONG ? 10 : 2
const ROWS_PER_STATEMENT = 500

/** Creates a database with the first migration only, and rows in a table that later migrations change. */
const createOldDatabase = async (databaseKind: DatabaseKind): Promise<TestDatabase> => {
  const database = await createTestDatabase(databaseKind)
  const db = await openDatabase(database.url)
  await db.migrate(T0, loadMigrations(db.dialect.tokens).slice(0, 1))
  for (let row = 0; row < ROWS; row += ROWS_PER_STATEMENT) {
    const values = Array.from({ length: ROWS_PER_STATEMENT }, (_, index) => {
      const id = String(row + index).padStart(12, '0')
      return `('default', '0198c9a2-0000-7000-8000-${id}', 'Thread', 'idle', 0, '{}', 1, ${String(T0)}, ${String(T0)})`
    })
    await db.write([
      rawStatement(
        `insert into threads (tenant_id, thread_id, title, status, temporary, metadata, revision, created_at, updated_at)
         values ${values.join(', ')}`,
      ),
    ])
  }
  await db.close()
  return database
}

const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

const copyDatabase = async (databaseKind: DatabaseKind, { url }: TestDatabase): Promise<TestDatabase> => {
  if (databaseKind === 'postgres') return createPostgresDatabase(`template ${new URL(url).pathname.slice(1)}`)
  const file = join(makeTempFolder(), 'heddle.db')
  copyFileSync(url.slice('sqlite:'.length), file)
  return { url: `sqlite:${file}`, drop: () => Promise.resolve() }
}

const readState = async (url: string): Promise<{ version: number; rows: number }> => {
  const db = await openDatabase(url)
  const [versions] = await db.read<{ version: number }>(
    rawStatement('select max(version) as version from schema_versions'),
  )
  const [counts] = await db.read<{ rows: number }>(rawStatement('select count(*) as rows from threads'))
  await db.close()
  return { version: Number(versions?.version), rows: Number(counts?.rows) }
}

describe.each(DATABASE_KINDS)('on %s', (databaseKind) => {
  it(
    `${String(KILLS)} kills during the migration of ${String(ROWS)} rows lose no row, and the next start completes it`,
    async () => {
      const old = await createOldDatabase(databaseKind)
      const random = makeRandom(SEED)
      const uninterrupted = await copyDatabase(databaseKind, old)
      const { readyMs, stop } = await startHeddle({ databaseUrl: uninterrupted.url })
      await stop()
      const migrated = await readState(uninterrupted.url)
      await uninterrupted.drop()
      const versions: number[] = []
      const resumedMs: number[] = []
      for (let kill = 0; kill < KILLS; kill++) {
        const copy = await copyDatabase(databaseKind, old)
        const { child, exited } = launchHeddle([], { databaseUrl: copy.url })
        // The process spends the first part of its start on loading its code.
        await sleep(readyMs * (0.3 + random() * 0.6))
        child.kill('SIGKILL')
        await exited
        const killed = await readState(copy.url)
        versions.push(killed.version)
        expect(killed.rows).toBe(ROWS)
        const survivor = await startHeddle({ databaseUrl: copy.url })
        resumedMs.push(survivor.readyMs)
        await survivor.stop()
        expect(await readState(copy.url)).toEqual({ version: migrated.version, rows: ROWS })
        if (databaseKind === 'sqlite') expectIntactSqlite(copy.url)
        await copy.drop()
      }
      const figures = {
        test: 'kill-migration',
        database: databaseKind,
        seed: SEED,
        rows: ROWS,
        kills: KILLS,
        killed_before_end: versions.filter((version) => version < migrated.version).length,
        uninterrupted_ms: Math.round(readyMs),
        resumed_ms_max: Math.round(Math.max(...resumedMs)),
      }
      console.log(JSON.stringify(figures))
      // SQLite applies all pending migrations in one transaction. PostgreSQL commits each of them, so that other nodes wait less.
      const allowed = databaseKind === 'sqlite' ? [1, migrated.version] : range(1, migrated.version)
      expect(allowed).toEqual(expect.arrayContaining(versions))
      await old.drop()
    },
    120_000 + KILLS * 30_000,
  )
})
