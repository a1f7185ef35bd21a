/** What happens to threads when something happens to their runs. */
import { sql, type Kysely, type SelectQueryBuilder } from 'kysely'
import { UNFINISHED } from '../../schema/run.js'
import type { ThreadStatus } from '../../schema/thread.js'
import type { Tables } from '../sql/tables.js'

type ThreadIds = SelectQueryBuilder<Tables, 'runs', { thread_id: string }>

interface At {
  tenant_id: string
  now: number
}

/** Unfinished runs, as part of a statement's text. */
export const unfinished = UNFINISHED.map((status) => sql.lit(status))

/** Those of them that nobody executes. */
export const waiting = UNFINISHED.filter((status) => status !== 'in_progress').map((status) =>
  sql.lit(status),
)

/** First in a batch: of two batches that end runs of one thread, the later one then sees what the other did. */
export const lockThreads = (build: Kysely<Tables>, p: At, threadIds: ThreadIds) =>
  build
    .updateTable('threads')
    .set({ updated_at: p.now })
    .where('tenant_id', '=', p.tenant_id)
    .where('thread_id', 'in', threadIds)

/** A thread whose last unfinished run ended shows how it ended: idle, or in error. */
export const settleThreads = (
  build: Kysely<Tables>,
  p: At,
  threadIds: ThreadIds,
  status: ThreadStatus = 'idle',
) =>
  lockThreads(build, p, threadIds)
    .set({ status: sql.lit(status) })
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('runs')
            .select('runs.run_id')
            .whereRef('runs.tenant_id', '=', 'threads.tenant_id')
            .whereRef('runs.thread_id', '=', 'threads.thread_id')
            .where('runs.status', 'in', unfinished),
        ),
      ),
    )
