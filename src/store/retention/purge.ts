/**
 * Removes ended runs. The statements of a purge have their conditions in the SQL: a run that is not in the database any more, or whose
 * thread has become busy, is skipped, so a batch can be repeated after a crash and can contain many runs.
 */
import { sql } from 'kysely'
import type { Database } from '../sql/database.js'
import { prepare } from '../sql/statement.js'
import { UNFINISHED_STATUSES } from '../threads/status.js'
import type { PurgeCandidate, PurgeTask } from './candidates.js'
import {
  IDLE_STATUSES,
  makePurgeFragments,
  sumEvents,
  type RunKey,
  type ThreadKey,
} from './purge-fragments.js'

type PurgedRunKey = ThreadKey & RunKey

export const makePurgeStore = (db: Database) => {
  const { kysely, forUpdate } = db.dialect

  const { selectRun, selectEvents, selectThread, isRunRemoved, hasNoRuns, removeEvents } = makePurgeFragments(
    db.dialect,
  )

  const lockThread = prepare<ThreadKey>()((p) => selectThread(p).modifyEnd(forUpdate))

  /** Only for the run with the highest ordinal: the update rewrites the row of the thread, which holds its state. */
  const recordOrdinal = prepare<PurgedRunKey>()((p) => {
    const ordinal = selectRun(p).select('r.ordinal')
    const highest = kysely
      .selectFrom('runs as n')
      .select('n.ordinal')
      .where('n.tenant_id', '=', p.tenant_id)
      .where('n.thread_id', '=', p.thread_id)
      .where('n.ordinal', 'is not', null)
      .orderBy('n.ordinal', 'desc')
      .limit(sql.lit(1))
    return kysely
      .updateTable('threads')
      .set({ last_ordinal: sql<number>`${ordinal}` })
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id)
      .where('last_ordinal', '<', ordinal)
      .where(sql<boolean>`${ordinal} = ${highest}`)
  })

  const removeRun = prepare<PurgedRunKey>()((p) =>
    kysely
      .deleteFrom('runs')
      .where('tenant_id', '=', p.tenant_id)
      .where('run_id', '=', p.run_id)
      .where('status', 'not in', UNFINISHED_STATUSES)
      .where(({ exists }) => exists(selectThread(p).where('t.status', 'in', IDLE_STATUSES)))
      .returning('run_id'),
  )

  /** The checkpoints of the run, without the latest state of its thread. Those of nested graphs are needed only while the run executes. */
  const selectOldCheckpoints = (p: PurgedRunKey) =>
    kysely
      .selectFrom('checkpoints as c')
      .where('c.tenant_id', '=', p.tenant_id)
      .where('c.run_id', '=', p.run_id)
      .where((eb) =>
        eb.or([
          eb('c.checkpoint_ns', '<>', sql.lit('')),
          eb(
            'c.checkpoint_id',
            '<',
            kysely
              .selectFrom('checkpoints as m')
              .select(({ fn }) => fn.max('m.checkpoint_id').as('newest'))
              .where('m.tenant_id', '=', p.tenant_id)
              .where('m.thread_id', '=', p.thread_id)
              .where('m.checkpoint_ns', '=', sql.lit('')),
          ),
        ]),
      )
      .where(isRunRemoved(p))
  const prepareCheckpointRemoval = (table: 'checkpoint_writes' | 'checkpoints') =>
    prepare<PurgedRunKey>()((p) =>
      kysely
        .deleteFrom(table as 'checkpoints')
        .where('tenant_id', '=', p.tenant_id)
        .where('thread_id', '=', p.thread_id)
        .where(({ eb, refTuple }) =>
          eb(
            refTuple('checkpoint_ns', 'checkpoint_id'),
            'in',
            selectOldCheckpoints(p)
              .select(['c.checkpoint_ns', 'c.checkpoint_id'])
              .$asTuple('checkpoint_ns', 'checkpoint_id'),
          ),
        )
        .returning(
          sql<number>`${sql.raw(table === 'checkpoints' ? 'coalesce(packed_count, 1)' : '1')}`.as(
            'checkpoints',
          ),
        ),
    )
  const removeWrites = prepareCheckpointRemoval('checkpoint_writes')
  const removeCheckpoints = prepareCheckpointRemoval('checkpoints')

  /** The values of nested graphs that have no checkpoint left. Values of the thread itself can be parts of newer versions. */
  const removeNestedValues = prepare<PurgedRunKey>()((p) =>
    kysely
      .deleteFrom('checkpoint_values')
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id)
      .where('checkpoint_ns', '>', sql.lit(''))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('checkpoints as c')
              .select('c.checkpoint_id')
              .whereRef('c.tenant_id', '=', 'checkpoint_values.tenant_id')
              .whereRef('c.thread_id', '=', 'checkpoint_values.thread_id')
              .whereRef('c.checkpoint_ns', '=', 'checkpoint_values.checkpoint_ns'),
          ),
        ),
      )
      .where(isRunRemoved(p)),
  )

  const addEventTask = prepare<PurgedRunKey>()((p) =>
    kysely
      .insertInto('purge_tasks')
      .columns(['tenant_id', 'resource', 'resource_id'])
      .expression(
        selectEvents(p)
          .clearSelect()
          .select([
            sql<string>`cast(${p.tenant_id} as text)`.as('tenant_id'),
            sql.lit<PurgeTask['resource']>('runs').as('resource'),
            sql<string>`cast(${p.run_id} as text)`.as('resource_id'),
          ])
          .where(isRunRemoved(p))
          .limit(sql.lit(1)),
      )
      .onConflict((conflict) => conflict.doNothing()),
  )

  /** Only for a thread without runs that has older states than the latest. */
  const addHistoryTask = prepare<PurgedRunKey>()((p) =>
    kysely
      .insertInto('purge_tasks')
      .columns(['tenant_id', 'resource', 'resource_id'])
      .expression(
        kysely
          .selectFrom('checkpoints as c')
          .select([
            sql<string>`cast(${p.tenant_id} as text)`.as('tenant_id'),
            sql.lit<PurgeTask['resource']>('threads').as('resource'),
            sql<string>`cast(${p.thread_id} as text)`.as('resource_id'),
          ])
          .where('c.tenant_id', '=', p.tenant_id)
          .where('c.thread_id', '=', p.thread_id)
          .where(hasNoRuns(p))
          .limit(sql.lit(1)),
      )
      .onConflict((conflict) => conflict.doNothing()),
  )

  const removeTemporaryThread = prepare<ThreadKey>()((p) =>
    kysely
      .deleteFrom('threads')
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id)
      .where('temporary', '=', sql.lit(1))
      .where('status', 'in', IDLE_STATUSES)
      .where(hasNoRuns(p))
      .returning('thread_id'),
  )
  const removeRowsOfThread = (
    ['messages', 'thread_values', 'checkpoints', 'checkpoint_values', 'checkpoint_writes', 'crons'] as const
  ).map((table) =>
    prepare<ThreadKey>()((p) =>
      kysely
        .deleteFrom(table as 'messages')
        .where('tenant_id', '=', p.tenant_id)
        .where('thread_id', '=', p.thread_id)
        .where(sql<boolean>`not exists ${selectThread(p)}`),
    ),
  )
  const removeOverride = prepare<ThreadKey>()((p) =>
    kysely
      .deleteFrom('retention_overrides')
      .where('tenant_id', '=', p.tenant_id)
      .where('resource', '=', sql.lit('threads'))
      .where('resource_id', '=', p.thread_id)
      .where(sql<boolean>`not exists ${selectThread(p)}`),
  )

  const buildRunPurge = (run: PurgeCandidate) => {
    const rest =
      run.is_temporary === 1
        ? [
            removeTemporaryThread(run),
            ...removeRowsOfThread.map((remove) => remove(run)),
            removeOverride(run),
          ]
        : [addHistoryTask(run)]
    return [
      lockThread(run),
      recordOrdinal(run),
      removeRun(run),
      removeWrites(run),
      removeCheckpoints(run),
      removeNestedValues(run),
      removeEvents(run),
      addEventTask(run),
      ...rest,
    ] as const
  }

  return {
    /** Removes the runs that can still be purged, each with at most 40 rows of events. */
    async purgeRuns(runs: readonly PurgeCandidate[]): Promise<PurgedRuns> {
      const batches = runs.map(buildRunPurge)
      const results = await db.write(batches.flat())
      const purged: PurgedRuns = { runIds: [], threadIds: [], checkpoints: 0, events: 0 }
      let start = 0
      for (const [index, batch] of batches.entries()) {
        const rows = results?.slice(start, start + batch.length) ?? []
        start += batch.length
        const run = runs[index]
        if (run === undefined || rows[2]?.length !== 1) continue
        purged.runIds.push(run.run_id)
        purged.checkpoints += sumCheckpoints(rows[4])
        purged.events += sumEvents(rows[6])
        if (run.is_temporary === 1 && rows[8]?.length === 1) purged.threadIds.push(run.thread_id)
      }
      return purged
    },
  }
}

const sumCheckpoints = (rows: readonly unknown[] | undefined): number =>
  ((rows ?? []) as { checkpoints: number }[]).reduce((sum, row) => sum + row.checkpoints, 0)

export interface PurgedRuns {
  runIds: string[]
  /** Temporary threads, which are removed with their last run. */
  threadIds: string[]
  checkpoints: number
  events: number
}

export type PurgeStore = ReturnType<typeof makePurgeStore>
