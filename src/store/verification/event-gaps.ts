import { sql } from 'kysely'
import type { Database } from '../sql/database.js'
import { prepare } from '../sql/statement.js'

export interface EventGap {
  run_id: string
  /** The number after which the next event is missing. */
  after: number
}

/** Finds runs whose events are not numbered from 1 without gaps. */
export const makeEventGapStore = (db: Database) => {
  const { kysely } = db.dialect

  const select = prepare<object>()(() => {
    const ranges = kysely
      .selectFrom('run_events')
      .select([
        'run_id',
        'first_seq',
        sql<number>`coalesce(lag(last_seq) over (partition by tenant_id, run_id order by last_seq), 0)`.as(
          'after',
        ),
      ])
    return kysely
      .selectFrom(ranges.as('ranges'))
      .select(['run_id', 'after'])
      .where('first_seq', '<>', sql<number>`after + 1`)
      .orderBy('run_id')
      .limit(sql.lit(100))
  })

  return {
    /** Lists the first hundred gaps. */
    list: (): Promise<EventGap[]> => db.read(select({})),
  }
}
