/** Puts runs whose worker has died back into the queue. */
import { sql, type Kysely } from 'kysely'
import type { Row, Tables } from '../sql/tables.js'

export type RequeuedRun = Pick<Row<'runs'>, 'tenant_id' | 'run_id' | 'tries' | 'crashes'>

/**
 * From the third crash on that counts against a run, it was executed in a process of its own, and its worker died all the same.
 * The run then waits for a second before its next attempt, and twice as long after each further crash, up to 32 seconds.
 */
const CRASH_DELAY_MS = 1_000
const MAX_DOUBLINGS = 5

/** The crash counts against the run only if one of its nodes had started. */
const isCharged = sql<boolean>`runs.node_started_fence = runs.fence`
/** Both databases shift by an integer, but name the function that returns the smaller value differently. */
const doublings = sql<number>`case when tries > ${sql.lit(MAX_DOUBLINGS + 2)} then ${sql.lit(MAX_DOUBLINGS)} else cast(tries - 2 as integer) end`

export const buildRequeueExpired = (kysely: Kysely<Tables>, { now }: { now: number }) => {
  const time = sql<number>`cast(${now} as bigint)`
  return kysely
    .updateTable('runs')
    .set((eb) => ({
      status: sql.lit('queued' as const),
      crashes: eb('crashes', '+', sql.lit(1)),
      tries: sql<number>`case when ${isCharged} then tries + 1 else tries end`,
      available_at: sql<number>`case
        when ${isCharged} and tries >= 2 then ${time} + (${sql.lit(CRASH_DELAY_MS)} << ${doublings})
        else available_at end`,
      updated_at: now,
      lease_owner: null,
      lease_expires_at: null,
    }))
    .where('status', '=', sql.lit('in_progress' as const))
    .where('lease_expires_at', '<', now)
    .returning(['tenant_id', 'run_id', 'tries', 'crashes'])
}
