/** Inserts runs that ended 60 days ago, each with a temporary thread, a hundred events and two checkpoints, into a migrated database. */
import { createRequire } from 'node:module'
import pg from 'pg'
import type { DatabaseSync } from '@photostructure/sqlite'
import { builtInAssistantId } from '../src/domain/built-in-graph.js'

export const EVENTS_PER_RUN = 100
const EVENTS_PER_ROW = 10
const DAY_MS = 86_400_000
/** Token events of the native API, about 130 bytes each. */
const EVENTS = JSON.stringify(
  Array.from({ length: EVENTS_PER_ROW }, (_, index) => ({
    type: 'message.delta',
    data: {
      message_id: '0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11',
      content: `word ${String(index)} `,
      node: 'agent',
    },
  })),
)
const CHECKPOINT = JSON.stringify({ channel_values: { messages: 'x'.repeat(800) } })

interface Sql {
  /** Yields a column `n` with the numbers from 1. */
  series: (count: number) => string
  /** The ID of run, thread or checkpoint number `n`. */
  toId: (kind: number, n: string) => string
  emptyJson: string
}

const toStatements = ({ series, toId, emptyJson }: Sql, runs: number): string[] => {
  const at = Date.now() - 60 * DAY_MS
  const [run, thread, checkpoint] = [1, 2, 3].map((kind) => (n: string) => toId(kind, n))
  return [
    `insert into threads (tenant_id, thread_id, status, temporary, metadata, revision, created_at, updated_at)
     select 'default', ${thread!('n')}, 'idle', 1, ${emptyJson}, 1, ${at}, ${at} from ${series(runs)}`,
    `insert into runs (tenant_id, run_id, thread_id, assistant_id, assistant_version, status, multitask_strategy, input, output, metadata,
       attempt, created_at, updated_at, started_at, completed_at, fence, ordinal)
     select 'default', ${run!('n')}, ${thread!('n')}, '${builtInAssistantId('agent')}', 1, 'completed', 'enqueue', '{"message":"hello"}',
       '{"message":"hello"}', ${emptyJson}, 1, ${at} + n, ${at} + n + 900, ${at} + n, ${at} + n + 900, 1, 1 from ${series(runs)}`,
    `insert into run_events (tenant_id, run_id, first_seq, last_seq, events)
     select 'default', ${run!(`(n - 1) / ${EVENTS_PER_ROW} + 1`)}, ((n - 1) % ${EVENTS_PER_ROW}) * ${EVENTS_PER_ROW} + 1,
       ((n - 1) % ${EVENTS_PER_ROW} + 1) * ${EVENTS_PER_ROW}, '${EVENTS}' from ${series((runs * EVENTS_PER_RUN) / EVENTS_PER_ROW)}`,
    `insert into checkpoints (tenant_id, thread_id, checkpoint_ns, checkpoint_id, run_id, checkpoint, metadata, created_at)
     select 'default', ${thread!('(n - 1) / 2 + 1')}, '', ${checkpoint!('n')}, ${run!('(n - 1) / 2 + 1')}, '${CHECKPOINT}', '{}', ${at}
     from ${series(2 * runs)}`,
  ]
}

export const fillSqliteWithOldRuns = (file: string, runs: number): void => {
  const require = createRequire(import.meta.url)
  const driver = require('@photostructure/sqlite') as { DatabaseSync: typeof DatabaseSync }
  const db = new driver.DatabaseSync(file)
  const dialect: Sql = {
    series: (count) =>
      `(with recursive s (n) as (select 1 union all select n + 1 from s where n < ${count}) select n from s)`,
    toId: (kind, n) => `printf('00000000-0000-700${kind}-8000-%012x', ${n})`,
    emptyJson: "'{}'",
  }
  for (const statement of toStatements(dialect, runs)) db.exec(statement)
  db.exec('pragma wal_checkpoint(truncate)')
  db.close()
}

export const fillPostgresWithOldRuns = async (connectionString: string, runs: number): Promise<void> => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const dialect: Sql = {
    series: (count) => `generate_series(1, ${count}) as s (n)`,
    toId: (kind, n) => `'00000000-0000-700${kind}-8000-' || lpad(to_hex(${n}), 12, '0')`,
    emptyJson: "'{}'::jsonb",
  }
  for (const statement of toStatements(dialect, runs)) await client.query(statement)
  await client.query('analyze')
  await client.end()
}
