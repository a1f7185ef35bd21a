/**
 * The runs whose rows of events are to be compacted. A run is marked by the first batch of each execution, so whatever ends it, its mark
 * exists. Nodes claim marks with a lease. The end of the lease is also a fence: a node that was paused for longer than its lease cannot
 * replace rows that another node has replaced meanwhile.
 */
import { sql } from 'kysely'
import type { Database } from '../sql/database.js'
import type { Dialect } from '../sql/dialect.js'
import { bindLimit, prepare, requireRow, type Statement } from '../sql/statement.js'
import type { Row } from '../sql/tables.js'

export type EventCompaction = Row<'event_compactions'>
/** The thread is null if the run was deleted. */
export type ClaimedCompaction = EventCompaction & { thread_id: string | null }
type RunKey = Pick<EventCompaction, 'tenant_id' | 'run_id'>

/** Statuses in which a worker may be writing events. */
const WRITING_STATUSES = [sql.lit('queued' as const), sql.lit('in_progress' as const)]

export const prepareMarkForCompaction = ({ kysely }: Dialect): ((key: RunKey) => Statement) =>
  prepare<RunKey>()((p) =>
    kysely
      .insertInto('event_compactions')
      .values({
        tenant_id: p.tenant_id,
        run_id: p.run_id,
        position: sql.lit(0),
        claimed_until: sql.lit(0),
      })
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'run_id']).doUpdateSet({ claimed_until: sql.lit(0) }),
      ),
  )

/** Removes the rows whose last events have the numbers `first` to `last`. */
export const prepareRemoveRows = ({ kysely }: Dialect) =>
  prepare<RunKey & { first: number; last: number }>()((p) =>
    kysely
      .deleteFrom('run_events')
      .where('tenant_id', '=', p.tenant_id)
      .where('run_id', '=', p.run_id)
      .where('last_seq', '>=', p.first)
      .where('last_seq', '<=', p.last),
  )

export const makeEventCompactionStore = (db: Database) => {
  const { kysely, forUpdate, forUpdateSkipLocked } = db.dialect

  const claim = prepare<{ now: number; until: number; limit: number }>()((p) =>
    kysely
      .updateTable('event_compactions')
      .set({ claimed_until: p.until })
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('tenant_id', 'run_id'),
          'in',
          selectFrom('event_compactions as c')
            .select(['c.tenant_id', 'c.run_id'])
            .where('c.claimed_until', '<=', p.now)
            .where((where) =>
              where.not(
                where.exists(
                  where
                    .selectFrom('runs as r')
                    .select('r.run_id')
                    .whereRef('r.tenant_id', '=', 'c.tenant_id')
                    .whereRef('r.run_id', '=', 'c.run_id')
                    .where('r.status', 'in', WRITING_STATUSES),
                ),
              ),
            )
            // In the order of the key, so that a claim does not read all marks. IDs sort by time: the oldest runs come first.
            .orderBy('c.tenant_id')
            .orderBy('c.run_id')
            .limit(bindLimit(p.limit))
            .modifyEnd(forUpdateSkipLocked)
            .$asTuple('tenant_id', 'run_id'),
        ),
      )
      .returningAll()
      .returning((eb) =>
        eb
          .selectFrom('runs as r')
          .select('r.thread_id')
          .whereRef('r.tenant_id', '=', 'event_compactions.tenant_id')
          .whereRef('r.run_id', '=', 'event_compactions.run_id')
          .as('thread_id'),
      ),
  )

  /** Everything that deletes a run locks its thread first, and does not see rows that are inserted while it waits. */
  const lockRun = prepare<RunKey>()((p) =>
    kysely
      .selectFrom('runs as r')
      .innerJoin('threads as t', (join) =>
        join.onRef('t.tenant_id', '=', 'r.tenant_id').onRef('t.thread_id', '=', 'r.thread_id'),
      )
      .select('r.run_id')
      .where('r.tenant_id', '=', p.tenant_id)
      .where('r.run_id', '=', p.run_id)
      .where('r.status', 'not in', WRITING_STATUSES)
      .modifyEnd(forUpdate),
  )
  const setPosition = prepare<EventCompaction>()((p) =>
    kysely
      .updateTable('event_compactions')
      .set({ position: p.position })
      .where('tenant_id', '=', p.tenant_id)
      .where('run_id', '=', p.run_id)
      .where('claimed_until', '=', p.claimed_until)
      .returning('run_id'),
  )
  const release = prepare<RunKey & { claimed_until: number; next_claim_at: number }>()((p) =>
    kysely
      .updateTable('event_compactions')
      .set({ claimed_until: p.next_claim_at })
      .where('tenant_id', '=', p.tenant_id)
      .where('run_id', '=', p.run_id)
      .where('claimed_until', '=', p.claimed_until),
  )
  const remove = prepare<RunKey & { claimed_until: number }>()((p) =>
    kysely
      .deleteFrom('event_compactions')
      .where('tenant_id', '=', p.tenant_id)
      .where('run_id', '=', p.run_id)
      .where('claimed_until', '=', p.claimed_until)
      .returning('run_id'),
  )
  const removeEventsOfDeletedRun = prepare<RunKey>()((p) =>
    kysely
      .deleteFrom('run_events')
      .where('tenant_id', '=', p.tenant_id)
      .where('run_id', '=', p.run_id)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('runs')
              .select('runs.run_id')
              .where('runs.tenant_id', '=', p.tenant_id)
              .where('runs.run_id', '=', p.run_id),
          ),
        ),
      ),
  )

  return {
    /** Claims runs that are not executing, and deleted ones. */
    async claim(now: number, until: number, limit: number): Promise<ClaimedCompaction[]> {
      return (await db.write([claim({ now, until, limit })]))?.[0] ?? []
    },

    /**
     * Replaces rows, and records the position up to which the events of the run are compacted; undefined means that the run is compacted as
     * a whole. Returns false if the run is executing again or was deleted, or if the lease was lost.
     */
    async replaceRows(
      { tenant_id, run_id, claimed_until }: EventCompaction,
      position: number | undefined,
      statements: readonly Statement[],
    ): Promise<boolean> {
      const batch = [
        requireRow(lockRun({ tenant_id, run_id })),
        requireRow(
          position === undefined
            ? remove({ tenant_id, run_id, claimed_until })
            : setPosition({ tenant_id, run_id, position, claimed_until }),
        ),
        ...statements,
      ]
      return (await db.write(batch)) !== undefined
    },

    /** Ends the claim of a run that is not compacted yet. */
    async release({ tenant_id, run_id, claimed_until }: EventCompaction, next_claim_at = 0): Promise<void> {
      await db.write([release({ tenant_id, run_id, claimed_until, next_claim_at })])
    },

    /** Called when the run is compacted or deleted. A mark that the run has set meanwhile is kept. */
    async remove({ tenant_id, run_id, claimed_until }: EventCompaction): Promise<void> {
      await db.write([
        remove({ tenant_id, run_id, claimed_until }),
        removeEventsOfDeletedRun({ tenant_id, run_id }),
      ])
    },
  }
}

export type EventCompactionStore = ReturnType<typeof makeEventCompactionStore>
