/** Inserts a million threads, created one second apart, into a migrated database. */
import { createRequire } from 'node:module'
import pg from 'pg'
import type { DatabaseSync } from '@photostructure/sqlite'

const COUNT = 1_000_000
const ROW = (id: string): string =>
  `'default', ${id}, null, null, 'idle', 0, '{"user_id":"user-42","session":"web"}', 1, at, at`
const INTO = `insert into threads
  (tenant_id, thread_id, assistant_id, title, status, temporary, metadata, revision, created_at, updated_at)`
const getFirstTimestamp = (): number => Date.now() - COUNT * 1000

/** The ids are UUIDv7, which start with the timestamp. */
export const fillSqlite = (file: string): void => {
  const require = createRequire(import.meta.url)
  const driver = require('@photostructure/sqlite') as { DatabaseSync: typeof DatabaseSync }
  const db = new driver.DatabaseSync(file)
  db.exec(`
    with recursive threads_of (n, at) as (
      select 1, ${getFirstTimestamp()} union all select n + 1, at + 1000 from threads_of where n < ${COUNT}
    )
    ${INTO} select ${ROW("printf('%08x-%04x-7000-8000-%012x', at >> 16, at & 65535, n)")} from threads_of;
    pragma wal_checkpoint(truncate);
  `)
  db.close()
}

export const fillPostgres = async (connectionString: string): Promise<void> => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const hex = (value: string, digits: number): string => `lpad(to_hex(${value}), ${digits}, '0')`
  const id = `${hex('at >> 16', 8)} || '-' || ${hex('at & 65535', 4)} || '-7000-8000-' || ${hex('n', 12)}`
  await client.query(`${INTO} select ${ROW(id).replace('web"}\'', 'web"}\'::jsonb')}
    from (select n, ${getFirstTimestamp()} + n * 1000 as at from generate_series(1::bigint, ${COUNT}) as n) as threads_of`)
  await client.query('vacuum analyze threads')
  await client.query('checkpoint')
  await client.end()
}
