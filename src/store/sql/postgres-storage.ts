/** Measures the tables of a PostgreSQL database. Both queries read the catalog and the sizes of files, no rows. */
import type { Rows } from './driver.js'
import type { Statement } from './statement.js'
import type { StorageUsage, TableUsage } from './storage-usage.js'

const TABLES = `select c.relname as "table", pg_total_relation_size(c.oid)::bigint as bytes,
    greatest(coalesce(s.n_live_tup, 0), c.reltuples::bigint, 0)::bigint as rows
  from pg_class c left join pg_stat_user_tables s on s.relid = c.oid
  where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace`
const TOTAL = 'select pg_database_size(current_database())::bigint as total'

const toStatement = (sql: string): Statement => ({ sql, params: [], requiresRow: false })

export const measurePostgres = async (
  read: (statement: Statement) => Promise<Rows>,
): Promise<StorageUsage> => {
  const tables = (await read(toStatement(TABLES))) as unknown as TableUsage[]
  const [database] = (await read(toStatement(TOTAL))) as { total: number }[]
  return { totalBytes: database?.total ?? 0, freeBytes: null, tables }
}
