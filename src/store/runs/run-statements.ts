/** The prepared statements of the store of runs. */
import { sql } from 'kysely'
import type { RunStatus } from '../../schema/run.js'
import type { ThreadStatus } from '../../schema/thread.js'
import type { Database } from '../sql/database.js'
import { memoizeByShape } from '../sql/memoize-by-shape.js'
import { bindLimit, castRowValues, pick, prepare } from '../sql/statement.js'
import { getColumnNames, type Row } from '../sql/tables.js'
import {
  buildLockThread,
  buildUpdateThreadStatus,
  selectThreadOfRun,
  UNFINISHED_STATUSES,
  WAITING_STATUSES,
} from '../threads/status.js'
import { prepareRecordLastOrdinal } from './ordinals.js'
import { isReservable, type HolderParams } from './reservations.js'

export interface RunKey {
  tenant_id: string
  run_id: string
}

export type RunChange = Pick<Row<'runs'>, 'resume' | 'completed_at' | 'updated_at'> & {
  error?: string | null
  /** Stored if the run is resumed. */
  resume_traceparents?: string | null
}

interface Transition {
  from: readonly RunStatus[]
  to: RunStatus
  isResumed: boolean
}

export const prepareRunStatements = (db: Database) => {
  const { kysely } = db.dialect

  /** Inserts the run only if its assistant exists and, with `alone`, only if its thread has no unfinished run. */
  const insert = memoizeByShape((strategy: 'enqueue' | 'alone') =>
    prepare<Row<'runs'>>()((p) =>
      kysely
        .insertInto('runs')
        .columns(getColumnNames('runs'))
        .expression((eb) => {
          const row = eb
            .selectFrom('assistants')
            .select(castRowValues(db.dialect, 'runs', p))
            .where('assistants.tenant_id', '=', p.tenant_id)
            .where('assistants.assistant_id', '=', p.assistant_id)
            .modifyEnd(db.dialect.forKeyShare)
          if (strategy === 'enqueue') return row
          return row.where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('runs as r')
                  .select('r.run_id')
                  .where('r.tenant_id', '=', p.tenant_id)
                  .where('r.thread_id', '=', p.thread_id)
                  .where('r.status', 'in', UNFINISHED_STATUSES),
              ),
            ),
          )
        })
        .returning('run_id'),
    ),
  )

  const selectOfThread = memoizeByShape((statuses: readonly RunStatus[]) =>
    prepare<{ tenant_id: string; thread_id: string; limit: number; offset: number }>()((p) => {
      const query = kysely
        .selectFrom('runs')
        .selectAll()
        .where('tenant_id', '=', p.tenant_id)
        .where('thread_id', '=', p.thread_id)
        .orderBy('run_id', 'desc')
        .limit(bindLimit(p.limit))
        .offset(sql<number>`${p.offset}`)
      return statuses.length === 0
        ? query
        : query.where(
            'status',
            'in',
            statuses.map((status) => sql.lit(status)),
          )
    }),
  )

  const recordLastOrdinal = prepareRecordLastOrdinal(db.dialect)
  const removeRun = prepare<RunKey>()((p) =>
    kysely.deleteFrom('runs').where('tenant_id', '=', p.tenant_id).where('run_id', '=', p.run_id),
  )
  const removeEnded = prepare<RunKey>()((p) =>
    kysely
      .deleteFrom('runs')
      .where('tenant_id', '=', p.tenant_id)
      .where('run_id', '=', p.run_id)
      .where('status', 'not in', UNFINISHED_STATUSES)
      .returning('run_id'),
  )
  const removeEvents = prepare<RunKey>()((p) =>
    kysely.deleteFrom('run_events').where('tenant_id', '=', p.tenant_id).where('run_id', '=', p.run_id),
  )

  const markThreadBusy = prepare<{ tenant_id: string; thread_id: string; created_at: number }>()((p) =>
    kysely
      .updateTable('threads')
      .set({ status: sql.lit<ThreadStatus>('busy'), updated_at: p.created_at })
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id)
      .returning('thread_id'),
  )

  const lockThread = prepare<RunKey & { now: number }>()((p) =>
    buildLockThread(kysely, p, selectThreadOfRun(kysely, p)),
  )
  const updateThreadStatus = memoizeByShape((status: ThreadStatus) =>
    prepare<RunKey & { now: number }>()((p) =>
      buildUpdateThreadStatus(kysely, p, selectThreadOfRun(kysely, p), status),
    ),
  )

  const setThreadBusy = prepare<RunKey & { now: number }>()((p) =>
    buildLockThread(kysely, p, selectThreadOfRun(kysely, p)).set({ status: sql.lit<ThreadStatus>('busy') }),
  )

  const select = prepare<RunKey>()((p) =>
    kysely.selectFrom('runs').selectAll().where('tenant_id', '=', p.tenant_id).where('run_id', '=', p.run_id),
  )

  const selectStatus = prepare<RunKey>()((p) =>
    kysely
      .selectFrom('runs')
      .select('status')
      .where('tenant_id', '=', p.tenant_id)
      .where('run_id', '=', p.run_id),
  )

  const selectTraceparent = prepare<RunKey>()((p) =>
    kysely
      .selectFrom('runs')
      .select('traceparent')
      .where('tenant_id', '=', p.tenant_id)
      .where('run_id', '=', p.run_id),
  )

  const selectResult = prepare<RunKey>()((p) =>
    kysely
      .selectFrom('runs')
      .select(['tenant_id', 'run_id', 'thread_id', 'status', 'error', 'output'])
      .where('tenant_id', '=', p.tenant_id)
      .where('run_id', '=', p.run_id),
  )

  const selectLatestOfThread = prepare<{ tenant_id: string; thread_id: string }>()((p) =>
    kysely
      .selectFrom('runs')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id)
      .orderBy('created_at', 'desc')
      .orderBy('run_id', 'desc')
      .limit(1),
  )

  const countQueued = memoizeByShape((scope: 'all tenants' | 'one tenant') =>
    prepare<{ tenant_id: string; limit: number }>()((p) =>
      kysely
        .selectFrom((eb) =>
          eb
            .selectFrom('runs')
            .select('run_id')
            .where('status', '=', sql.lit('queued'))
            .$if(scope === 'one tenant', (query) => query.where('tenant_id', '=', p.tenant_id))
            .limit(bindLimit(p.limit))
            .as('r'),
        )
        .select(({ fn }) => fn.countAll<number>().as('queued')),
    ),
  )

  const transition = memoizeByShape(({ from, to, isResumed }: Transition) =>
    prepare<RunKey & RunChange & HolderParams>()((p) =>
      kysely
        .updateTable('runs')
        .set({
          ...pick(p, ['resume', 'completed_at', 'updated_at']),
          error: p.error ?? null,
          required_action: null,
          action_expires_at: null,
          lease_owner: null,
          lease_expires_at: null,
          reserved_by: null,
          reserved_by_id: null,
          reserved_until: null,
          status: sql.lit(to),
        })
        .$if(isResumed, (query) =>
          query
            .set({ resume_traceparents: p.resume_traceparents ?? null })
            .where(isReservable(p, p.updated_at)),
        )
        .where('tenant_id', '=', p.tenant_id)
        .where('run_id', '=', p.run_id)
        .where(
          'status',
          'in',
          from.map((status) => sql.lit(status)),
        )
        .returningAll(),
    ),
  )

  const selectUnfinished = prepare<{ tenant_id: string; thread_id: string }>()((p) =>
    kysely
      .selectFrom('runs')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id)
      .where('status', 'in', UNFINISHED_STATUSES)
      .orderBy('run_id'),
  )

  const selectWaiting = prepare<{ tenant_id: string; assistant_id: string }>()((p) =>
    kysely
      .selectFrom('runs')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('assistant_id', '=', p.assistant_id)
      .where('status', 'in', WAITING_STATUSES)
      .limit(sql.lit(100)),
  )

  return {
    insert,
    selectOfThread,
    recordLastOrdinal,
    removeRun,
    removeEnded,
    removeEvents,
    markThreadBusy,
    lockThread,
    updateThreadStatus,
    setThreadBusy,
    select,
    selectStatus,
    selectTraceparent,
    selectResult,
    selectLatestOfThread,
    countQueued,
    transition,
    selectUnfinished,
    selectWaiting,
  }
}
