/** Inserts completed runs, spread over 80 days, and the buckets of their statistics into a migrated database. */
import { createRequire } from 'node:module'
import pg from 'pg'
import type { DatabaseSync } from '@photostructure/sqlite'
import { builtInAssistantId } from '../src/domain/built-in-graph.js'

const SPAN_MS = 80 * 86_400_000
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const THREAD = '00000000-0000-7000-8000-000000000000'
const ASSISTANT = builtInAssistantId('agent')

const INTO_RUNS = `insert into runs (tenant_id, run_id, thread_id, assistant_id, assistant_version, status, multitask_strategy,
  input, output, metadata, usage, attempt, created_at, updated_at, started_at, completed_at, fence)`
const toRunRow = (id: string, json: string): string =>
  `'default', ${id}, '${THREAD}', '${ASSISTANT}', 1, case when n % 50 = 0 then 'failed' else 'completed' end, 'enqueue',
  '{"message":"hello"}', '{"message":"hello"}', ${json}, '{"input_tokens":100,"output_tokens":20}', 1, at, at + 900, at + 5, at + 900, 1`

/** Twenty bins for each histogram, as an hour with a thousand runs has. */
const HISTOGRAM = JSON.stringify(Object.fromEntries(Array.from({ length: 20 }, (_, bin) => [bin + 160, 50])))
const BUCKET = `{"counts":{"created":1000,"completed":980,"failed":20,"input_tokens":100000,"output_tokens":20000,"nano_usd":1000000,"priced_runs":1000},"unpriced_models":[],"duration":${HISTOGRAM},"queue":${HISTOGRAM}}`
const INTO_BUCKETS =
  'insert into stat_buckets (tenant_id, assistant_id, resolution, bucket_at, revision, data, nodes)'
const toBucketRow = (seconds: number): string => `'default', '', ${String(seconds)}, at, 1, '${BUCKET}', null`

const SERIES = [
  { seconds: 60, ms: MINUTE_MS, count: 48 * 60 },
  { seconds: 900, ms: 15 * MINUTE_MS, count: 48 * 4 },
  { seconds: 3_600, ms: HOUR_MS, count: 80 * 24 },
  { seconds: 86_400, ms: 24 * HOUR_MS, count: 80 },
]
const toFirst = (ms: number, count: number): number => (Math.floor(Date.now() / ms) - count) * ms

/** The ids are UUIDv7, which start with the timestamp. */
export const fillSqlite = (file: string, runs: number): void => {
  const require = createRequire(import.meta.url)
  const driver = require('@photostructure/sqlite') as { DatabaseSync: typeof DatabaseSync }
  const db = new driver.DatabaseSync(file)
  const series = (first: number, ms: number, count: number): string =>
    `with recursive series (n, at) as (select 1, ${first} union all select n + 1, at + ${ms} from series where n < ${count})`
  const stepMs = Math.floor(SPAN_MS / runs)
  const id = "printf('%08x-%04x-7000-8000-%012x', at >> 16, at & 65535, n)"
  db.exec(
    `${series(Date.now() - SPAN_MS, stepMs, runs)} ${INTO_RUNS} select ${toRunRow(id, "'{}'")} from series`,
  )
  for (const { seconds, ms, count } of SERIES)
    db.exec(
      `${series(toFirst(ms, count), ms, count)} ${INTO_BUCKETS} select ${toBucketRow(seconds)} from series`,
    )
  db.exec('pragma wal_checkpoint(truncate)')
  db.close()
}

export const fillPostgres = async (connectionString: string, runs: number): Promise<void> => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const series = (first: number, ms: number, count: number): string =>
    `from (select n, ${first}::bigint + n * ${ms} as at from generate_series(1::bigint, ${count}) as n) as series`
  const hex = (value: string, digits: number): string => `lpad(to_hex(${value}), ${digits}, '0')`
  const id = `${hex('at >> 16', 8)} || '-' || ${hex('at & 65535', 4)} || '-7000-8000-' || ${hex('n', 12)}`
  const stepMs = Math.floor(SPAN_MS / runs)
  await client.query(
    `${INTO_RUNS} select ${toRunRow(id, "'{}'::jsonb")} ${series(Date.now() - SPAN_MS, stepMs, runs)}`,
  )
  for (const { seconds, ms, count } of SERIES)
    await client.query(
      `${INTO_BUCKETS} select ${toBucketRow(seconds)} ${series(toFirst(ms, count), ms, count)}`,
    )
  await client.query('vacuum analyze runs')
  await client.query('vacuum analyze stat_buckets')
  await client.end()
}
