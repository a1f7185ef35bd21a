/** Keeps the status of threads in step with the status of their runs. */
import { sql, type Kysely, type SelectQueryBuilder } from 'kysely'
import { UNFINISHED_RUN_STATUSES } from '../../schema/run.js'
import type { ThreadStatus } from '../../schema/thread.js'
import type { Tables } from '../sql/tables.js'

type ThreadId = SelectQueryBuilder<Tables, 'runs', { thread_id: string }>

interface ThreadUpdate {
  tenant_id: string
  now: number
}

/** The statuses of unfinished runs, as SQL literals. */
export const UNFINISHED_STATUSES = UNFINISHED_RUN_STATUSES.map((status) => sql.lit(status))

/** The statuses of unfinished runs that are not in progress. */
export const WAITING_STATUSES = UNFINISHED_RUN_STATUSES.filter((status) => status !== 'in_progress').map(
  (status) => sql.lit(status),
)

/** Selects the thread of a run. */
export const selectThreadOfRun = (
  kysely: Kysely<Tables>,
  p: { tenant_id: string; run_id: string },
): ThreadId =>
  kysely
    .selectFrom('runs')
    .select('runs.thread_id')
    .where('runs.tenant_id', '=', p.tenant_id)
    .where('runs.run_id', '=', p.run_id)

/**
 * Comes first in a batch if the dialect runs batches concurrently: of two batches that end runs of the same thread, the second one then
 * sees the changes of the first. The thread is selected by a scalar subquery, because PostgreSQL may turn `in` into a join that reads all threads of
 * the tenant.
 */
export const buildLockThread = (kysely: Kysely<Tables>, p: ThreadUpdate, threadId: ThreadId) =>
  kysely
    .updateTable('threads')
    .set({ updated_at: p.now })
    .where('tenant_id', '=', p.tenant_id)
    .where('thread_id', '=', threadId)

/**
 * Sets the status of a thread that has no unfinished run left, and the time of the change in any case. A scalar subquery cannot become a
 * join, for which PostgreSQL would read all unfinished runs of the tenant.
 */
export const buildUpdateThreadStatus = (
  kysely: Kysely<Tables>,
  p: ThreadUpdate,
  threadId: ThreadId,
  status: ThreadStatus = 'idle',
) =>
  buildLockThread(kysely, p, threadId).set(({ eb, ref, selectFrom }) => ({
    status: eb
      .case()
      .when(
        selectFrom('runs')
          .select('runs.run_id')
          .whereRef('runs.tenant_id', '=', 'threads.tenant_id')
          .whereRef('runs.thread_id', '=', 'threads.thread_id')
          .where('runs.status', 'in', UNFINISHED_STATUSES)
          .limit(sql.lit(1)),
        'is',
        null,
      )
      .then(sql.lit(status))
      .else(ref('threads.status'))
      .end(),
  }))
