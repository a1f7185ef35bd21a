/** Conditions and statements that the purge of runs and its tasks share. */
import { sql, type RawBuilder } from 'kysely'
import type { ThreadStatus } from '../../schema/thread.js'
import type { Dialect } from '../sql/dialect.js'
import { prepare } from '../sql/statement.js'

export interface ThreadKey {
  tenant_id: string
  thread_id: string
}

export interface RunKey {
  tenant_id: string
  run_id: string
}

/** Rows of events that a batch removes for one run; a purge task removes the rest. */
const EVENT_ROWS = 40

/** The threads that a purge changes. Others have an unfinished run, or wait for a person. */
export const IDLE_STATUSES = (['idle', 'error'] as const).map((status) => sql.lit<ThreadStatus>(status))

export const makePurgeFragments = ({ kysely }: Pick<Dialect, 'kysely'>) => {
  const selectRun = (p: RunKey) =>
    kysely.selectFrom('runs as r').where('r.tenant_id', '=', p.tenant_id).where('r.run_id', '=', p.run_id)
  const selectRunOfThread = (p: ThreadKey) =>
    kysely
      .selectFrom('runs as r')
      .select('r.run_id')
      .where('r.tenant_id', '=', p.tenant_id)
      .where('r.thread_id', '=', p.thread_id)
  const selectEvents = (p: RunKey) =>
    kysely
      .selectFrom('run_events as e')
      .select('e.last_seq')
      .where('e.tenant_id', '=', p.tenant_id)
      .where('e.run_id', '=', p.run_id)
  const isRunRemoved = (p: RunKey): RawBuilder<boolean> =>
    sql<boolean>`not exists ${selectRun(p).select('r.run_id')}`
  return {
    selectRun,
    selectEvents,
    selectThread: (p: ThreadKey) =>
      kysely
        .selectFrom('threads as t')
        .select('t.thread_id')
        .where('t.tenant_id', '=', p.tenant_id)
        .where('t.thread_id', '=', p.thread_id),
    isRunRemoved,
    hasNoRuns: (p: ThreadKey): RawBuilder<boolean> => sql<boolean>`not exists ${selectRunOfThread(p)}`,
    hasNoEvents: (p: RunKey): RawBuilder<boolean> => sql<boolean>`not exists ${selectEvents(p)}`,
    /** Removes the first events of a removed run. */
    removeEvents: prepare<RunKey>()((p) =>
      kysely
        .deleteFrom('run_events')
        .where('tenant_id', '=', p.tenant_id)
        .where('run_id', '=', p.run_id)
        .where('last_seq', 'in', selectEvents(p).orderBy('e.last_seq').limit(sql.lit(EVENT_ROWS)))
        .where(isRunRemoved(p))
        .returning(sql<number>`last_seq - first_seq + 1`.as('events')),
    ),
  }
}

/** Counts the events in the rows that `removeEvents` returned. */
export const sumEvents = (rows: readonly unknown[] | undefined): number =>
  ((rows ?? []) as { events: number }[]).reduce((sum, row) => sum + row.events, 0)
