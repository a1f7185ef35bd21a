/** What is left to do after runs were purged: the rest of their events, and the history of threads that have no run left. */
import { sql } from 'kysely'
import type { Database } from '../sql/database.js'
import { prepare, requireRow, type Statement } from '../sql/statement.js'
import { makeThreadStates } from '../threads/thread-states.js'
import type { PurgeTask } from './candidates.js'
import {
  IDLE_STATUSES,
  makePurgeFragments,
  sumEvents,
  type RunKey,
  type ThreadKey,
} from './purge-fragments.js'

/** The statements of a batch that prunes the history of a thread. */
const HISTORY_STATEMENTS = 200

export const makePurgeTaskStore = (db: Database) => {
  const { kysely, forUpdate } = db.dialect
  const states = makeThreadStates(db)
  const { selectThread, hasNoRuns, hasNoEvents, isRunRemoved, removeEvents } = makePurgeFragments(db.dialect)

  const removeTask = prepare<PurgeTask>()((p) =>
    kysely
      .deleteFrom('purge_tasks')
      .where('tenant_id', '=', p.tenant_id)
      .where('resource', '=', p.resource)
      .where('resource_id', '=', p.resource_id),
  )
  const removeEventTask = prepare<RunKey>()((p) =>
    kysely
      .deleteFrom('purge_tasks')
      .where('tenant_id', '=', p.tenant_id)
      .where('resource', '=', sql.lit<PurgeTask['resource']>('runs'))
      .where('resource_id', '=', p.run_id)
      // Without events, or if a run with this ID exists again.
      .where((eb) => eb.or([hasNoEvents(p), eb.not(isRunRemoved(p))])),
  )

  const lockUnusedThread = prepare<ThreadKey>()((p) =>
    selectThread(p).where('t.status', 'in', IDLE_STATUSES).where(hasNoRuns(p)).modifyEnd(forUpdate),
  )

  return {
    /** Removes further events of purged runs. Returns the number of events. */
    async purgeEvents(tasks: readonly PurgeTask[]): Promise<number> {
      const keys = tasks.map(({ tenant_id, resource_id }) => ({ tenant_id, run_id: resource_id }))
      const results = await db.write([...keys.map(removeEvents), ...keys.map(removeEventTask)])
      return (results ?? []).slice(0, keys.length).reduce((sum, rows) => sum + sumEvents(rows), 0)
    },

    /**
     * Prunes the history of a thread without runs, in batches that can be repeated. The task ends without effect if the thread is in use
     * again: the purge of its next run adds another one.
     */
    async pruneHistory(task: PurgeTask, statements: readonly Statement[]): Promise<void> {
      const key = { tenant_id: task.tenant_id, thread_id: task.resource_id }
      // Only runs and the state of the thread refer to its outputs, and it has no runs.
      const pending = [...(await states.buildValueRemoval(key)), ...statements]
      for (let start = 0; start < pending.length; start += HISTORY_STATEMENTS) {
        const chunk = pending.slice(start, start + HISTORY_STATEMENTS)
        if ((await db.write([requireRow(lockUnusedThread(key)), ...chunk])) === undefined) break
      }
      await db.write([removeTask(task)])
    },
  }
}

export type PurgeTaskStore = ReturnType<typeof makePurgeTaskStore>
