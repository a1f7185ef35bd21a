/** Purges a database, and inserts runs to purge. */
import { pino } from 'pino'
import { RetentionPurger } from '../../src/domain/retention/retention-purger.js'
import { Bus } from '../../src/events/bus.js'
import { newId } from '../../src/platform/ids.js'
import { makeMetrics } from '../../src/platform/metrics.js'
import { makePurgeCandidateStore } from '../../src/store/retention/candidates.js'
import { makeFreeSpaceStore } from '../../src/store/retention/free-space.js'
import { makeRetentionOverrideStore } from '../../src/store/retention/overrides.js'
import { makePurgeTaskStore } from '../../src/store/retention/purge-tasks.js'
import { makePurgeStore } from '../../src/store/retention/purge.js'
import { makeRetentionStateStore } from '../../src/store/retention/state.js'
import type { Database } from '../../src/store/sql/database.js'
import type { SqlValue } from '../../src/store/sql/statement.js'
import type { Row, Tables } from '../../src/store/sql/tables.js'
import { makeCheckpointPruning } from '../../src/store/threads/prune-checkpoints.js'
import { rawStatement } from './raw-statement.js'
import { runRow, T0, threadRow } from './rows.js'
import { makeStores, type Stores } from './stores.js'

export const DAY_MS = 86_400_000

export const makeRetentionStores = (db: Database) => ({
  purgeCandidates: makePurgeCandidateStore(db),
  retentionOverrides: makeRetentionOverrideStore(db),
  purges: makePurgeStore(db),
  purgeTasks: makePurgeTaskStore(db),
  retentionState: makeRetentionStateStore(db),
  freeSpace: makeFreeSpaceStore(db),
})

const storesByDatabase = new WeakMap<Database, Stores>()
/** Building the statements of all stores takes longer than a test. */
const getStores = (db: Database): Stores => {
  const stores = storesByDatabase.get(db) ?? makeStores(db)
  storesByDatabase.set(db, stores)
  return stores
}

interface PurgeOptions {
  now: number
  days?: number | undefined
  bus?: Bus
  owner?: string
}

/** Purges what is due at this time. Fails if the purge fails. */
export const purge = async (
  db: Database,
  { now, days, bus = new Bus(), owner = newId() }: PurgeOptions,
): Promise<void> => {
  const warnings: string[] = []
  const purger = new RetentionPurger({
    ...makeRetentionStores(db),
    pruning: makeCheckpointPruning(db),
    bus,
    clock: { now: () => now },
    log: pino({ level: 'warn' }, { write: (line) => warnings.push(line) }),
    metrics: makeMetrics(),
    owner,
    defaultDays: days,
    pauseFactor: 0,
  })
  await purger.purge()
  await purger.stop()
  if (warnings.length > 0) throw new Error(warnings.join('\n'))
}

interface InsertOptions {
  thread?: Partial<Row<'threads'>>
  /** The number of rows of events, each with ten events. */
  eventRows?: number
}

/** Inserts a run that completed at T0, with its thread (unless the run names one), events and a checkpoint. */
export const insertEndedRun = async (
  db: Database,
  run: Partial<Row<'runs'>> & { tenant_id: string },
  { thread = {}, eventRows = 2 }: InsertOptions = {},
): Promise<Row<'runs'>> => {
  const { threads, runEvents, checkpoints } = getStores(db)
  const { tenant_id } = run
  const thread_id = run.thread_id ?? newId()
  if (run.thread_id === undefined) await threads.insert(threadRow({ tenant_id, thread_id, ...thread }))
  const row = runRow({ status: 'completed', completed_at: T0, ...run, thread_id })
  const insert = db.dialect.kysely.insertInto('runs').values(row).compile()
  const checkpoint = {
    thread_id,
    checkpoint_ns: '',
    checkpoint_id: newId(),
    parent_checkpoint_id: null,
    run_id: row.run_id,
    checkpoint: '{}',
    metadata: '{}',
    created_at: T0,
  }
  const events = Array.from({ length: eventRows }, (_, index) => ({
    tenant_id,
    run_id: row.run_id,
    first_seq: index * 10 + 1,
    last_seq: index * 10 + 10,
    events: '[]',
  }))
  await db.write([
    { sql: insert.sql, params: insert.parameters as SqlValue[], requiresRow: false },
    ...runEvents.insertStatements(events),
    ...checkpoints.insertStatements(tenant_id, { checkpoints: [checkpoint], values: [], writes: [] }),
  ])
  return row
}

/** Counts the rows of a tenant. */
export const countRows = async (db: Database, table: keyof Tables, tenant_id: string): Promise<number> => {
  const sql = `select count(*) as n from ${table} where tenant_id = '${tenant_id}'`
  return (await db.read(rawStatement<{ n: number }>(sql)))[0]!.n
}
