/**
 * Ordinals number the runs of a thread in the order in which they started. A run gets its ordinal with its first claim. The
 * runs of a thread are claimed one after another, so their events are in the order of their ordinals.
 */
import { sql, type ExpressionBuilder, type RawBuilder } from 'kysely'
import type { Database } from '../sql/database.js'
import type { Dialect } from '../sql/dialect.js'
import { bindLimit, prepare } from '../sql/statement.js'
import type { Row, Tables } from '../sql/tables.js'

interface ThreadKey {
  tenant_id: string
  thread_id: string
}

interface RunKey {
  tenant_id: string
  run_id: string
}

/**
 * For the update that claims runs: the ordinal after the highest one that the thread has used. A run keeps its ordinal.
 */
export const buildNextOrdinal = (
  { greatest }: Dialect,
  { selectFrom }: ExpressionBuilder<Tables, 'runs'>,
): RawBuilder<number> => {
  const lastStarted = selectFrom('runs as n')
    .select('n.ordinal')
    .whereRef('n.tenant_id', '=', 'runs.tenant_id')
    .whereRef('n.thread_id', '=', 'runs.thread_id')
    .where('n.ordinal', 'is not', null)
    .orderBy('n.ordinal', 'desc')
    .limit(sql.lit(1))
  const lastRemoved = selectFrom('threads')
    .select('threads.last_ordinal')
    .whereRef('threads.tenant_id', '=', 'runs.tenant_id')
    .whereRef('threads.thread_id', '=', 'runs.thread_id')
  const lastUsed = greatest(
    sql<number>`coalesce(${lastStarted}, 0)`,
    sql<number>`coalesce(${lastRemoved}, 0)`,
  )
  return sql<number>`coalesce(runs.ordinal, ${lastUsed} + 1)`
}

/** For the batch that removes a run: its ordinal is never assigned to another run of the thread. */
export const prepareRecordLastOrdinal = ({ kysely, greatest }: Dialect) =>
  prepare<RunKey>()((p) => {
    const run = kysely
      .selectFrom('runs')
      .where('runs.tenant_id', '=', p.tenant_id)
      .where('runs.run_id', '=', p.run_id)
    const ordinal = sql<number>`coalesce(${run.select('runs.ordinal')}, 0)`
    return kysely
      .updateTable('threads')
      .set({ last_ordinal: greatest(sql.ref('last_ordinal'), ordinal) })
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', 'in', run.select('runs.thread_id'))
  })

export const makeRunOrdinalStore = (db: Database) => {
  const { kysely } = db.dialect

  const selectAfter = prepare<ThreadKey & { after: number; limit: number }>()((p) =>
    kysely
      .selectFrom('runs')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id)
      .where('ordinal', 'is not', null)
      .where('ordinal', '>', p.after)
      .orderBy('ordinal')
      .limit(bindLimit(p.limit)),
  )

  return {
    /** Returns the run that started next after the one with this ordinal. */
    async getNextAfter(key: ThreadKey, after: number): Promise<Row<'runs'> | undefined> {
      return (await db.read(selectAfter({ ...key, after, limit: 1 })))[0]
    },
  }
}

export type RunOrdinalStore = ReturnType<typeof makeRunOrdinalStore>
