/** What happens to threads when something happens to their runs. */
import { sql, type Kysely, type SelectQueryBuilder } from 'kysely'
import { UNFINISHED_RUN_STATUSES } from '../../schema/run.js'
import type { ThreadStatus } from '../../schema/thread.js'
import type { Tables } from '../sql/tables.js'

type ThreadIds = SelectQueryBuilder<Tables, 'runs', { thread_id: string }>

interface ThreadUpdate {
  tenant_id: string
  now: number
}

/** Unfinished runs, as part of a statement's text. */
export const UNFINISHED_STATUSES = UNFINISHED_RUN_STATUSES.map((status) => sql.lit(status))

/** Those of them that nobody executes. */
export const WAITING_STATUSES = UNFINISHED_RUN_STATUSES.filter((status) => status !== 'in_progress').map(
  (status) => sql.lit(status),
)

/** First in a batch: of two batches that end runs of one thread, the later one then sees what the other did. */
export const buildLockThreads = (kysely: Kysely<Tables>, p: ThreadUpdate, threadIds: ThreadIds) =>
  kysely
    .updateTable('threads')
    .set({ updated_at: p.now })
    .where('tenant_id', '=', p.tenant_id)
    .where('thread_id', 'in', threadIds)

/** A thread whose last unfinished run ended shows how it ended: idle, or in error. */
export const buildUpdateThreadStatus = (
  kysely: Kysely<Tables>,
  p: ThreadUpdate,
  threadIds: ThreadIds,
  status: ThreadStatus = 'idle',
) =>
  buildLockThreads(kysely, p, threadIds)
    .set({ status: sql.lit(status) })
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('runs')
            .select('runs.run_id')
            .whereRef('runs.tenant_id', '=', 'threads.tenant_id')
            .whereRef('runs.thread_id', '=', 'threads.thread_id')
            .where('runs.status', 'in', UNFINISHED_STATUSES),
        ),
      ),
    )
