import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../src/platform/ids.js'
import type { Database } from '../../src/store/sql/database.js'
import { loadMigrations } from '../../src/store/sql/migrate.js'
import {
  createTestDatabase,
  openDatabase,
  type DatabaseKind,
  type TestDatabase,
} from '../support/databases.js'
import { insertRun } from '../support/insert-run.js'
import { T0 } from '../support/rows.js'
import { rawStatement } from '../support/raw-statement.js'
import { makeStores } from '../support/stores.js'

interface AppliedMigration {
  version: number
  name: string
  applied_at: number
}

const listApplied = (db: Database): Promise<AppliedMigration[]> =>
  db.read(
    rawStatement<AppliedMigration>('select version, name, applied_at from schema_versions order by version'),
  )

export const describeMigrations = (databaseKind: DatabaseKind): void => {
  describe('migrating', () => {
    let testDatabase: TestDatabase
    let opened: Database[]
    const open = async (): Promise<Database> => {
      const db = await openDatabase(testDatabase.url)
      opened.push(db)
      return db
    }
    beforeEach(async () => {
      testDatabase = await createTestDatabase(databaseKind)
      opened = []
    })
    afterEach(async () => {
      await Promise.all(opened.map((db) => db.close()))
      await testDatabase.drop()
    })

    it('every migration is applied once, and migrate returns the names', async () => {
      const db = await open()
      const migrations = loadMigrations(db.dialect.tokens)
      const names = migrations.map(({ name }) => name)
      await expect(db.migrate(T0)).resolves.toEqual(names)
      await expect(db.migrate(T0 + 1)).resolves.toEqual([])
      await expect(listApplied(db)).resolves.toEqual(
        migrations.map(({ version, name }) => ({ version, name, applied_at: T0 })),
      )
    })

    it('migrate applies only the migrations that were added since', async () => {
      const db = await open()
      const first = { version: 1, name: '0001-first', sql: 'create table first (id text primary key)' }
      const second = { version: 2, name: '0002-second', sql: 'alter table first add column size bigint' }
      await expect(db.migrate(T0, [first])).resolves.toEqual(['0001-first'])
      await expect(db.migrate(T0 + 1, [first, second])).resolves.toEqual(['0002-second'])
      await expect(db.write([rawStatement("insert into first values ('a', 1)")])).resolves.toBeDefined()
    })

    it('the values of a thread of an older version are packed with its newest run', async () => {
      const db = await open()
      const migrations = loadMigrations(db.dialect.tokens)
      await db.migrate(
        T0,
        migrations.filter(({ version }) => version < 25),
      )
      const stores = makeStores(db)
      const key = { tenant_id: newId(), thread_id: newId() }
      const { tenant_id, thread_id } = key
      // The store would also set columns of later migrations.
      await db.write([
        rawStatement(
          `insert into threads (tenant_id, thread_id, status, temporary, metadata, revision, created_at, updated_at)
           values ('${tenant_id}', '${thread_id}', 'idle', 0, '{}', 1, 0, 0)`,
        ),
      ])
      await insertRun(stores, key)
      const newest = await insertRun(stores, key)
      const values = Array.from({ length: 40 }, (_, index) =>
        JSON.stringify(`value ${String(index)}`.repeat(300)),
      )
      for (const [index, value] of values.entries())
        await db.write([
          rawStatement(
            `insert into thread_values values ('${tenant_id}', '${thread_id}', '${String(index + 1)}.5', '${value}')`,
          ),
        ])
      await db.migrate(T0)
      await expect(
        db.read(rawStatement('select run_id, position, claimed_until from event_compactions')),
      ).resolves.toEqual([{ run_id: newest.run_id, position: 0, claimed_until: 0 }])
      await expect(stores.valuePacking.packThreadOfRun(newest)).resolves.toBe(true)
      await expect(db.read(rawStatement('select version from thread_values'))).resolves.toHaveLength(1 + 8)
      for (const [index, value] of values.entries())
        await expect(stores.threadValues.readText(newest, `${String(index + 1)}.5`)).resolves.toBe(value)
    })

    const first = { version: 1, name: '0001-first', sql: 'create table first (id text primary key)' }

    it('a program keeps working on a schema that a newer program extended', async () => {
      const [older, newer] = [await open(), await open()]
      const second = { version: 2, name: '0002-second', sql: 'alter table first add column size bigint' }
      await older.migrate(T0, [first])
      const selectAll = rawStatement('select * from first')
      await expect(older.read(selectAll)).resolves.toEqual([])
      await newer.migrate(T0, [first, second])
      await expect(older.migrate(T0, [first])).resolves.toEqual([])
      await older.write([rawStatement("insert into first (id) values ('a')")])
      // A statement that was prepared before may or may not return the new column.
      await expect(older.read(selectAll)).resolves.toMatchObject([{ id: 'a' }])
    })

    it('a program that is older than the schema requires is rejected with a message that names both versions', async () => {
      const db = await open()
      const removal = {
        version: 3,
        name: '0003-removal',
        sql: 'create table third (id text primary key)',
        oldestProgram: 2,
      }
      const second = { version: 2, name: '0002-second', sql: 'create table second (id text primary key)' }
      await db.migrate(T0, [first, second, removal])
      await expect(db.migrate(T0, [first])).rejects.toThrow(
        /schema version 3, which requires .* schema version 2 or later; this one has 1\b/,
      )
      await expect(db.migrate(T0, [first, second])).resolves.toEqual([])
    })

    it('of several processes that migrate at the same time one applies the migrations, and all can continue', async () => {
      const dbs = await Promise.all([open(), open(), open()])
      const results = await Promise.all(dbs.map((db) => db.migrate(T0)))
      expect(results.flat()).toEqual(loadMigrations(dbs[0].dialect.tokens).map(({ name }) => name))
      for (const db of dbs) await expect(db.read(rawStatement('select * from threads'))).resolves.toEqual([])
    })

    it('a migration that fails leaves nothing behind and can be repeated', async () => {
      const db = await open()
      const good = { version: 1, name: '0001-good', sql: 'create table good (id text primary key)' }
      const half = { version: 2, name: '0002-half', sql: 'create table half (id text primary key)' }
      const broken = {
        ...half,
        sql: `${half.sql}; insert into half values ('a'); insert into nowhere values (1)`,
      }
      await db.migrate(T0, [good])
      await expect(db.migrate(T0, [good, broken])).rejects.toThrow(/nowhere/)
      await expect(db.read(rawStatement('select * from half'))).rejects.toThrow(/half/)
      await expect(listApplied(db)).resolves.toMatchObject([{ version: 1 }])
      await expect(db.write([rawStatement("insert into good values ('a')")])).resolves.toBeDefined()
      await expect(db.migrate(T0, [good, half])).resolves.toEqual(['0002-half'])
    })
  })
}
