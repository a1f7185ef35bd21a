/**
 * Migrates a PostgreSQL database while other nodes, also of older versions, use it. A change of a table waits for the
 * transactions that use the table, and all later ones wait behind it. So it gives up after a short time and is repeated:
 * the other nodes wait for at most that time.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import {
  CREATE_VERSION_TABLES,
  findPendingMigrations,
  recordMigration,
  SELECT_SCHEMA_STATE,
  type Migration,
  type SchemaState,
} from './migrate.js'

// An arbitrary number that must be the same on every node.
const MIGRATION_LOCK = 7_305_801_442
/** A lock was not available in time, or a deadlock was resolved. */
const LOCK_ERRORS = new Set(['55P03', '40P01'])
const LOCK_TIMEOUT_MS = 1_000
const LOCK_RETRY_MS = 500
/** Longer than any statement of Heddle runs, so only a foreign transaction can use up all attempts. */
const LOCK_ATTEMPTS = 60

/** Applies the pending migrations and returns their names. The client must be connected without a connection pooler. */
export const migratePostgres = async (
  client: pg.Client,
  migrations: readonly Migration[],
  now: number,
): Promise<string[]> => {
  await client.query('set statement_timeout = 0')
  // Nodes that start at the same time migrate one after another; later nodes find no pending migrations. The lock ends
  // with the session, so a crash releases it.
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
  await client.query(CREATE_VERSION_TABLES)
  const { rows } = await client.query<SchemaState>(SELECT_SCHEMA_STATE)
  const pendingMigrations = findPendingMigrations(
    migrations,
    rows[0] ?? { version: null, oldest_program: null },
  )
  for (const migration of pendingMigrations) await applyWithRetries(client, migration, now)
  return pendingMigrations.map(({ name }) => name)
}

const applyWithRetries = async (client: pg.Client, migration: Migration, now: number): Promise<void> => {
  for (let attempt = 1; ; attempt++) {
    try {
      await apply(client, migration, now)
      return
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      const isLocked = error instanceof pg.DatabaseError && LOCK_ERRORS.has(error.code ?? '')
      if (!isLocked || attempt === LOCK_ATTEMPTS) throw error
      await sleep(LOCK_RETRY_MS)
    }
  }
}

const apply = async (client: pg.Client, migration: Migration, now: number): Promise<void> => {
  await client.query(`begin; set local lock_timeout = ${String(LOCK_TIMEOUT_MS)}`)
  await client.query(migration.sql)
  await client.query(recordMigration(migration, now))
  await client.query('commit')
}
