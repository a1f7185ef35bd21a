import { sql } from 'kysely'
import type { Database } from '../sql/database.js'
import { prepare } from '../sql/statement.js'
import type { Tables } from '../sql/tables.js'

export const COUNTED_TABLES = [
  'assistants',
  'threads',
  'messages',
  'runs',
  'run_events',
  'checkpoints',
  'checkpoint_values',
] as const satisfies (keyof Tables)[]

export type RowCounts = Record<(typeof COUNTED_TABLES)[number], number>

/** The statuses of runs that a start claims again or that still wait. */
const UNFINISHED = ['queued', 'in_progress', 'requires_action'] as const
export type UnfinishedRuns = Record<(typeof UNFINISHED)[number], number>

export const makeRowCountStore = (db: Database) => {
  const { kysely } = db.dialect
  const countRows = COUNTED_TABLES.map((table) =>
    prepare<object>()(() => kysely.selectFrom(table).select(({ fn }) => fn.countAll<number>().as('count'))),
  )
  const countRuns = prepare<object>()(() =>
    kysely
      .selectFrom('runs')
      .select(['status', ({ fn }) => fn.countAll<number>().as('count')])
      .where(
        'status',
        'in',
        UNFINISHED.map((status) => sql.lit(status)),
      )
      .groupBy('status'),
  )

  return {
    async count(): Promise<RowCounts> {
      const counts = await Promise.all(countRows.map((select) => db.read(select({}))))
      return Object.fromEntries(
        COUNTED_TABLES.map((table, index) => [table, counts[index]?.[0]?.count ?? 0]),
      ) as RowCounts
    },

    async countUnfinishedRuns(): Promise<UnfinishedRuns> {
      const rows = await db.read(countRuns({}))
      return Object.fromEntries(
        UNFINISHED.map((status) => [status, rows.find((row) => row.status === status)?.count ?? 0]),
      ) as UnfinishedRuns
    },
  }
}
