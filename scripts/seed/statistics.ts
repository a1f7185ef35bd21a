/**
 * Computes the statistics of the moved runs. The service has counted the runs at the times at which the seed created them, so the
 * figures from before the seed are restored first.
 */
import type { Compilable } from 'kysely'
import { countNodeEvent, type NodeTally } from '../../src/domain/statistics/node-tally.js'
import { foldEntries } from '../../src/domain/statistics/fold-entries.js'
import {
  toDeliveryEntry,
  toExecutionEntry,
  toRunEntry,
  type EntryRow,
} from '../../src/domain/statistics/entry.js'
import type { Database } from '../../src/store/sql/database.js'
import type { Row } from '../../src/store/sql/tables.js'
import { makeStatisticsStore } from '../../src/store/statistics/statistics.js'
import { read, tenant_id, writeAll } from './rows.js'
import type { SeededRun } from './seeded-runs.js'

const TABLES = ['stat_entries', 'stat_buckets'] as const

export interface Figures {
  stat_entries: Row<'stat_entries'>[]
  stat_buckets: Row<'stat_buckets'>[]
}

export const readFigures = async (db: Database): Promise<Figures> => {
  const { kysely } = db.dialect
  return {
    stat_entries: await read(
      db,
      kysely.selectFrom('stat_entries').selectAll().where('tenant_id', '=', tenant_id),
    ),
    stat_buckets: await read(
      db,
      kysely.selectFrom('stat_buckets').selectAll().where('tenant_id', '=', tenant_id),
    ),
  }
}

/** `runs` are those that were created or have ended since the seed began. */
export const rebuildStatistics = async (
  db: Database,
  before: Figures,
  runs: readonly SeededRun[],
  attempts: readonly Pick<Row<'webhook_attempts'>, 'attempted_at' | 'error'>[],
  now: number,
): Promise<void> => {
  const { kysely } = db.dialect
  const entries = [
    ...before.stat_entries,
    ...runs.flatMap(toEntries),
    ...attempts.map(({ attempted_at, error }) => toDeliveryEntry(tenant_id, error !== null, attempted_at)),
  ]
  const removals: Compilable[] = TABLES.map((table) =>
    kysely.deleteFrom(table).where('tenant_id', '=', tenant_id),
  )
  await writeAll(db, [
    ...removals,
    ...entries.map((row) => kysely.insertInto('stat_entries').values(row)),
    ...before.stat_buckets.map((row) => kysely.insertInto('stat_buckets').values(row)),
  ])
  const statistics = makeStatisticsStore(db)
  while ((await foldEntries(statistics, now)) !== 'done');
}

const toEntries = ({ row, events }: SeededRun): EntryRow[] => {
  const nodes: NodeTally = new Map()
  for (const event of events) countNodeEvent(nodes, event)
  const { status, completed_at, updated_at } = row
  if (status === 'completed' || status === 'failed' || status === 'cancelled')
    return [toRunEntry(row, status, completed_at ?? updated_at, nodes)]
  return nodes.size === 0 ? [] : [toExecutionEntry(row, updated_at, nodes)]
}
