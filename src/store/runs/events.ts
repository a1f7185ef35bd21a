/**
 * The events of runs. The worker that holds the lease of a run numbers its events. An event from outside the worker, such
 * as a cancellation, gets the next number inside its batch, which has locked the run's row.
 */
import { sql } from 'kysely'
import { makeSharedCalls } from '../../platform/share-calls.js'
import type { Database } from '../sql/database.js'
import { bindLimit, prepare, prepareBulkInsert } from '../sql/statement.js'
import { getColumnNames, type Row } from '../sql/tables.js'
import { makeThreadValueStore } from '../threads/thread-values.js'
import { expandEvents } from './stored-values.js'

export type RunEventsRow = Row<'run_events'>

interface RunKey {
  tenant_id: string
  run_id: string
}

export const makeRunEventStore = (db: Database) => {
  const { kysely } = db.dialect

  const insert = prepareBulkInsert('run_events', (rows) => kysely.insertInto('run_events').values(rows))

  /** Appends one event with the number after the run's last one. */
  const append = prepare<RunKey & { events: string }>()((p) => {
    const nextSeq = sql<number>`coalesce(max(last_seq), 0) + 1`
    return kysely
      .insertInto('run_events')
      .columns(getColumnNames('run_events'))
      .expression((eb) =>
        eb
          .selectFrom('run_events')
          .select([
            sql<string>`cast(${p.tenant_id} as text)`.as('tenant_id'),
            sql<string>`cast(${p.run_id} as text)`.as('run_id'),
            nextSeq.as('last_seq'),
            nextSeq.as('first_seq'),
            sql<string>`cast(${p.events} as text)`.as('events'),
          ])
          .where('tenant_id', '=', p.tenant_id)
          .where('run_id', '=', p.run_id),
      )
      .returning('last_seq')
  })

  const selectAfter = prepare<RunKey & { after: number; limit: number }>()((p) =>
    kysely
      .selectFrom('run_events')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('run_id', '=', p.run_id)
      .where('last_seq', '>', p.after)
      .orderBy('last_seq')
      .limit(bindLimit(p.limit)),
  )

  const selectLastRow = prepare<RunKey>()((p) =>
    kysely
      .selectFrom('run_events')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('run_id', '=', p.run_id)
      .orderBy('last_seq', 'desc')
      .limit(1),
  )

  const selectLast = prepare<RunKey>()((p) =>
    kysely
      .selectFrom('run_events')
      .select(({ fn }) => fn.max<number | null>('last_seq').as('last_seq'))
      .where('tenant_id', '=', p.tenant_id)
      .where('run_id', '=', p.run_id),
  )

  const values = makeThreadValueStore(db)

  const readAfter = async (key: RunKey, after: number, limit: number): Promise<RunEventsRow[]> => {
    const rows = await db.read(selectAfter({ ...key, after, limit }))
    const events = await Promise.all(rows.map((row) => expandEvents(values, row, row.events)))
    return rows.map((row, index) => ({ ...row, events: events[index] ?? row.events }))
  }

  /** The last rows of several runs; `events` is null if a row is too large to be read for a list. */
  const selectLastRows = prepare<{ tenant_id: string; run_ids: string; max_chars: number }>()((p) =>
    kysely
      .selectFrom('runs')
      .select((eb) => [
        'runs.run_id',
        eb
          .selectFrom('run_events')
          .select(
            sql<string | null>`case when length(events) <= cast(${p.max_chars} as bigint) then events end`.as(
              'events',
            ),
          )
          .whereRef('run_events.tenant_id', '=', 'runs.tenant_id')
          .whereRef('run_events.run_id', '=', 'runs.run_id')
          .orderBy('last_seq', 'desc')
          .limit(1)
          .as('events'),
      ])
      .where('tenant_id', '=', p.tenant_id)
      .where((eb) => db.dialect.isInList(eb.ref('runs.run_id'), p.run_ids)),
  )

  /** A notification makes all streams of a run read the same rows at once, and there can be thousands of them. */
  const shareRead = makeSharedCalls<RunEventsRow[]>()

  return {
    insertStatements: insert,
    appendStatement: append,

    /** Lists the rows that contain events after this number, in order. Callers must not change them. */
    listAfter(key: RunKey, after: number, limit: number): Promise<readonly RunEventsRow[]> {
      return shareRead(JSON.stringify([key.tenant_id, key.run_id, after, limit]), () =>
        readAfter(key, after, limit),
      )
    },

    /** True if exactly this row is stored. */
    async isStored(row: RunEventsRow): Promise<boolean> {
      const { tenant_id, run_id, last_seq } = row
      const [stored] = await db.read(selectAfter({ tenant_id, run_id, after: last_seq - 1, limit: 1 }))
      return stored?.last_seq === last_seq && stored.events === row.events
    },

    /** Returns the row with the run's last events, as it is stored. */
    async getLastRow(key: RunKey): Promise<RunEventsRow | undefined> {
      return (await db.read(selectLastRow(key)))[0]
    },

    /** Returns the last stored events of several runs as JSON, by the ID of the run. Rows of more characters are left out. */
    async readLastEvents(
      tenant_id: string,
      runIds: readonly string[],
      max_chars: number,
    ): Promise<ReadonlyMap<string, string>> {
      const rows = await db.read(selectLastRows({ tenant_id, run_ids: JSON.stringify(runIds), max_chars }))
      return new Map(
        rows.flatMap(({ run_id, events }) => (events === null ? [] : [[run_id, events] as const])),
      )
    },

    /** Returns the number of the run's last event, or 0 if it has none. */
    async getLastSeq(key: RunKey): Promise<number> {
      return (await db.read(selectLast(key)))[0]?.last_seq ?? 0
    },
  }
}

export type RunEventStore = ReturnType<typeof makeRunEventStore>
