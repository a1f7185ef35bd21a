/**
 * The rows of LangGraph's checkpoints. The saver (engine/executor/checkpoint-saver.ts) writes and parses their JSON.
 */
import { sql } from 'kysely'
import { makeChannelValueReader, type ChannelValueRow } from './channel-values.js'
import { parseStoredVersions } from './checkpoint-format.js'
import { readText, type Text } from '../../platform/shared-text.js'
import type { Database } from '../sql/database.js'
import type { CheckpointRow, ExpandedCheckpoint } from '../packing/checkpoint-pack.js'
import { prepare, prepareBulkInsert, type Statement } from '../sql/statement.js'
import type { Row } from '../sql/tables.js'
import { FILTERS, makeCheckpointFinder, type CheckpointQuery, type StoredWrite } from './find-checkpoints.js'
import { UNPACKED_VALUE } from './version-rows.js'

/** The rows that a run adds to its thread's checkpoints, without the tenant. */
export interface CheckpointRows {
  checkpoints: Omit<CheckpointRow, 'tenant_id'>[]
  values: WithText<Omit<Row<'checkpoint_values'>, 'tenant_id' | keyof typeof UNPACKED_VALUE>>[]
  writes: WithText<Omit<Row<'checkpoint_writes'>, 'tenant_id'>>[]
}

/** The value can be large, and is then in shared memory. */
type WithText<T> = Omit<T, 'value'> & { value: Text }

export interface StoredCheckpoint {
  row: CheckpointRow
  writes: Omit<StoredWrite, 'idx'>[]
  /** The rows of the values that are stored outside the checkpoint. Null: they were not read. */
  values: ChannelValueRow[] | null
}

interface ThreadKey {
  tenant_id: string
  thread_id: string
}

export const makeCheckpointStore = (db: Database) => {
  const { kysely } = db.dialect

  const insertCheckpoints = prepareBulkInsert('checkpoints', (rows) =>
    kysely
      .insertInto('checkpoints')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'thread_id', 'checkpoint_ns', 'checkpoint_id'])
          .doUpdateSet(({ ref }) => ({
            checkpoint: ref('excluded.checkpoint'),
            metadata: ref('excluded.metadata'),
          })),
      ),
  )

  const insertValues = prepareBulkInsert('checkpoint_values', (rows) =>
    kysely
      .insertInto('checkpoint_values')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing()),
  )

  const WRITE_KEY = ['tenant_id', 'thread_id', 'checkpoint_ns', 'checkpoint_id', 'task_id', 'idx'] as const
  const insertWrites = prepareBulkInsert('checkpoint_writes', (rows) =>
    kysely
      .insertInto('checkpoint_writes')
      .values(rows)
      // Writes to LangGraph's reserved channels (idx below 0) replace earlier ones; of a task's other writes the first
      // is kept.
      .onConflict((conflict) =>
        conflict
          .columns([...WRITE_KEY])
          .doUpdateSet(({ ref }) => ({ channel: ref('excluded.channel'), value: ref('excluded.value') }))
          .where('checkpoint_writes.idx', '<', sql.lit(0)),
      ),
  )

  const prepareRemoval = (table: 'checkpoints' | 'checkpoint_values' | 'checkpoint_writes') =>
    prepare<ThreadKey>()((p) =>
      kysely.deleteFrom(table).where('tenant_id', '=', p.tenant_id).where('thread_id', '=', p.thread_id),
    )
  const removals = [
    prepareRemoval('checkpoints'),
    prepareRemoval('checkpoint_values'),
    prepareRemoval('checkpoint_writes'),
  ]

  const removeWritesOfRun = prepare<{ tenant_id: string; thread_id: string; run_id: string }>()((p) =>
    kysely
      .deleteFrom('checkpoint_writes')
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('checkpoints as c')
            .select('c.checkpoint_id')
            .where('c.tenant_id', '=', p.tenant_id)
            .where('c.run_id', '=', p.run_id)
            .whereRef('c.checkpoint_ns', '=', 'checkpoint_writes.checkpoint_ns')
            .whereRef('c.checkpoint_id', '>=', 'checkpoint_writes.checkpoint_id')
            .where(
              sql<boolean>`coalesce(c.first_checkpoint_id, c.checkpoint_id) <= checkpoint_writes.checkpoint_id`,
            ),
        ),
      ),
  )
  /** Resets the thread's state to what it was before the run. */
  const removeOfRun = prepare<{ tenant_id: string; run_id: string }>()((p) =>
    kysely.deleteFrom('checkpoints').where('tenant_id', '=', p.tenant_id).where('run_id', '=', p.run_id),
  )

  const channelValues = makeChannelValueReader(db)

  const readValues = async (
    { tenant_id, thread_id, checkpoint_ns }: ThreadKey & { checkpoint_ns: string },
    versions: Record<string, number | string>,
    pendingValues: CheckpointRows['values'] = [],
  ): Promise<ChannelValueRow[]> => {
    const rows = await Promise.all(
      Object.entries(versions).map(([channel, version]) => {
        const key = { tenant_id, thread_id, checkpoint_ns, channel }
        return channelValues.read(key, String(version), findPendingValues(pendingValues, key))
      }),
    )
    return rows.flat()
  }

  const finder = makeCheckpointFinder(db)

  const readWrites = async (checkpoint: ExpandedCheckpoint): Promise<StoredCheckpoint['writes']> =>
    (await finder.readWrites(checkpoint)).map(({ task_id, channel, value }) => ({ task_id, channel, value }))

  const loadCheckpoint = async (checkpoint: ExpandedCheckpoint): Promise<StoredCheckpoint> => {
    const { row } = checkpoint
    const [writes, values] = await Promise.all([
      readWrites(checkpoint),
      readValues(row, parseStoredVersions(row)),
    ])
    return { row, writes, values }
  }

  return {
    insertStatements(tenant_id: string, { checkpoints, values, writes }: CheckpointRows): Statement[] {
      return [
        ...insertCheckpoints(checkpoints.map((row) => ({ tenant_id, ...row, ...UNPACKED }))),
        ...insertValues(values.map((row) => ({ tenant_id, ...row, ...UNPACKED_VALUE }))),
        ...insertWrites(deduplicateWrites(writes).map((row) => ({ tenant_id, ...row }))),
      ]
    },

    async find(tenant_id: string, query: CheckpointQuery): Promise<StoredCheckpoint[]> {
      return Promise.all((await finder.find(tenant_id, query)).map(loadCheckpoint))
    },

    /** Returns the newest checkpoint of the thread's graph. If it has large values, their rows are not read. */
    async findLatest({ tenant_id, thread_id }: ThreadKey): Promise<StoredCheckpoint | null> {
      const [found] = await finder.find(tenant_id, { thread_id, checkpoint_ns: '', limit: 1 })
      if (found === undefined) return null
      const { row } = found
      const writes = await readWrites(found)
      return { row, writes, values: Object.keys(parseStoredVersions(row)).length === 0 ? [] : null }
    },

    readValues,

    /** Returns the same result as if the pending rows were already stored. */
    async findWithPending(
      tenant_id: string,
      query: CheckpointQuery & ThreadKey,
      pending: CheckpointRows,
    ): Promise<StoredCheckpoint[]> {
      const matchesQuery = (row: CheckpointRows['checkpoints'][number]): boolean =>
        FILTERS.every((name) => query[name] === undefined || query[name] === row[name]) &&
        (query.before === undefined || row.checkpoint_id < query.before)
      const pendingCheckpoints = await Promise.all(
        pending.checkpoints.filter(matchesQuery).map(async (row) => {
          const stored = { tenant_id, ...row }
          const values = await readValues(stored, parseStoredVersions(row), pending.values)
          const belongsToCheckpoint = ({
            checkpoint_ns,
            checkpoint_id,
          }: (typeof pending.writes)[number]): boolean =>
            checkpoint_ns === row.checkpoint_ns && checkpoint_id === row.checkpoint_id
          const writes = deduplicateWrites(pending.writes.filter(belongsToCheckpoint))
          return { row: stored, writes, values }
        }),
      )
      const checkpoints = [...pendingCheckpoints, ...(await this.find(tenant_id, query))]
      const sorted = checkpoints.toSorted((a, b) => (a.row.checkpoint_id < b.row.checkpoint_id ? 1 : -1))
      return sorted.slice(0, query.limit)
    },

    removeOfRunStatements: (run: ThreadKey & { run_id: string }): Statement[] => [
      removeWritesOfRun(run),
      removeOfRun(run),
    ],

    removeStatements: (key: ThreadKey): Statement[] => removals.map((remove) => remove(key)),
  }
}

/** The columns of a row that is not packed. */
const UNPACKED = { first_checkpoint_id: null, packed_count: null, packed: null }

/** Returns the pending values of a channel, by version. */
const findPendingValues = (
  values: CheckpointRows['values'],
  { checkpoint_ns, channel }: { checkpoint_ns: string; channel: string },
): Map<string, string> =>
  new Map(
    values
      .filter((row) => row.checkpoint_ns === checkpoint_ns && row.channel === channel)
      .map(({ version, value }) => [version, readText(value)]),
  )

/** PostgreSQL rejects a statement that writes a row twice. Keeps the same write that insertWrites would keep. */
const deduplicateWrites = (writes: CheckpointRows['writes']): CheckpointRows['writes'] => {
  const writesByKey = new Map<string, CheckpointRows['writes'][number]>()
  for (const row of writes) {
    const key = `${row.checkpoint_ns}\n${row.checkpoint_id}\n${row.task_id}\n${String(row.idx)}`
    if (row.idx < 0 || !writesByKey.has(key)) writesByKey.set(key, row)
  }
  return [...writesByKey.values()]
}

export type CheckpointStore = ReturnType<typeof makeCheckpointStore>
