/** Measures what each table takes in a database, with its indexes. */
import pg from 'pg'
import { loadSqlite } from '../src/store/sql/sqlite-module.js'
import { printNote } from './report.js'

/** Bytes by table. */
export type TableSizes = Record<string, number>

interface SizeRow {
  name: string
  bytes: number
}

/** Pages of the tables, including those in the write-ahead log. Free pages are not counted. */
export const measureSqlite = (file: string): TableSizes => {
  const db = new (loadSqlite())(file, { readOnly: true })
  const rows = db
    .prepare(
      `select entry.tbl_name as name, sum(pages.pgsize) as bytes
       from dbstat as pages join sqlite_schema as entry on entry.name = pages.name
       where pages.aggregate = true group by entry.tbl_name`,
    )
    .all() as unknown as SizeRow[]
  db.close()
  return toSizes(rows)
}

const USER_TABLES =
  'select relname as name, pg_total_relation_size(relid)::float8 as bytes from pg_stat_user_tables'

/**
 * Tables with their indexes and large values, after `vacuum full`: when autovacuum makes the space of replaced rows available
 * again differs from run to run.
 */
export const measurePostgres = async (url: string): Promise<TableSizes> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('vacuum full')
  const { rows } = await client.query<SizeRow>(USER_TABLES)
  await client.end()
  return toSizes(rows)
}

const toSizes = (rows: readonly SizeRow[]): TableSizes =>
  Object.fromEntries(rows.map(({ name, bytes }) => [name, bytes]))

export const sumSizes = (sizes: TableSizes): number =>
  Object.values(sizes).reduce((total, bytes) => total + bytes, 0)

export const subtractSizes = (after: TableSizes, before: TableSizes): TableSizes =>
  Object.fromEntries(Object.entries(after).map(([name, bytes]) => [name, bytes - (before[name] ?? 0)]))

/** Tables below this share of the growth are printed as one sum. */
const SMALL_SHARE = 0.01

/** Prints the growth of each table in all and for each of `count` units, largest first. */
export const printGrowth = (label: string, growth: TableSizes, count: number, unit: string): void => {
  const total = sumSizes(growth)
  printNote(`${label}: ${toMegabytes(total)} MB, ${formatBytes(total / count)} for each ${unit}`)
  const isLarge = ([, bytes]: [string, number]): boolean => bytes > total * SMALL_SHARE
  const large = Object.entries(growth)
    .filter(isLarge)
    .toSorted(([, a], [, b]) => b - a)
  const rest = total - large.reduce((sum, [, bytes]) => sum + bytes, 0)
  for (const [name, bytes] of [...large, ['other tables', rest] as const])
    printNote(
      `  ${name.padEnd(24)} ${toMegabytes(bytes).padStart(8)} MB  ${formatBytes(bytes / count).padStart(12)}`,
    )
}

export const toMegabytes = (bytes: number): string => (bytes / 1e6).toFixed(2)

export const formatBytes = (bytes: number): string => `${Math.round(bytes).toLocaleString('en')} bytes`
