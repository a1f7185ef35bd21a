/**
 * The events of runs. The worker that holds the lease of a run numbers its events. An event from outside the worker, such
 * as a cancellation, gets the next number inside its batch, which has locked the run's row.
 */
import { sql } from 'kysely'
import { makeSharedCalls } from '../../platform/share-calls.js'
import type { Database } from '../sql/database.js'
import { prepare, type Statement } from '../sql/statement.js'
import type { Row } from '../sql/tables.js'
import { makeThreadValueStore } from '../threads/thread-values.js'
import { makeEventDecoder, type RunEventsRow, type RunKey, type StoredEvents } from './decode-events.js'
import { prepareMarkForCompaction, prepareRemoveRows } from './event-compactions.js'
import { isPlainRow, type NewEvent, type StoredEvent } from './event-rows/row-format.js'
import { makeEventWriter, toStoredEvent } from './event-writer.js'
import { prepareInsertEvents, prepareInsertRows } from './insert-events.js'
import { makeEventRowReader, unpackRow } from './read-event-rows.js'
import { expandEvents, mayReferToValues } from './stored-values.js'

export const makeRunEventStore = (db: Database) => {
  const { kysely } = db.dialect

  const insertRows = prepareInsertRows(db.dialect)
  const insert = prepareInsertEvents(db.dialect)

  /** Appends one event with the number after the run's last one. */
  const append = prepare<RunKey & { events: string }>()((p) => {
    const nextSeq = sql<number>`coalesce(max(last_seq), 0) + 1`
    return kysely
      .insertInto('run_events')
      .columns(['tenant_id', 'run_id', 'last_seq', 'first_seq', 'events'])
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

  const readRows = makeEventRowReader(db)
  const readLastRows = async ({ tenant_id, run_id }: RunKey): Promise<RunEventsRow[]> =>
    (await db.read(selectLastRow({ tenant_id, run_id }))).map(unpackRow)

  const markForCompaction = prepareMarkForCompaction(db.dialect)
  const removeRows = prepareRemoveRows(db.dialect)
  const decodeRows = makeEventDecoder(readRows)
  const values = makeThreadValueStore(db)

  const readAfter = async (key: RunKey, after: number, limit: number): Promise<StoredEvents[]> => {
    const rows = await readRows(key, after, limit)
    const decodedRows = await decodeRows(key, rows, after)
    return Promise.all(
      decodedRows.map(async (row, index) =>
        mayReferToValues(rows[index]?.events ?? '')
          ? { ...row, events: await expandEvents(values, key, row.events) }
          : row,
      ),
    )
  }

  /** The last rows of several runs; `events` is null if a row is too large to be read for a list, and empty if it is packed. */
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

  /** Returns the events of the last row as a JSON array. */
  const readLastRow = async (key: RunKey): Promise<string> => {
    const [row] = await decodeRows(key, await readLastRows(key))
    return `[${(row?.events ?? []).map(({ text }) => text).join(',')}]`
  }

  /** A notification makes all streams of a run read the same rows at once, and there can be thousands of them. */
  const shareRead = makeSharedCalls<StoredEvents[]>()

  return {
    insertStatements: insert,
    /** Replaces the rows whose last events have the numbers `first` to `last`. Rows whose text is packed have no other text. */
    replaceStatements: (
      { tenant_id, run_id }: RunKey,
      { first, last }: { first: number; last: number },
      rows: readonly Row<'run_events'>[],
    ): Statement[] => [removeRows({ tenant_id, run_id, first, last }), ...insertRows(rows)],
    appendStatement: append,
    /** For the end of a run that is not executing. An execution marks its run by itself. */
    markForCompactionStatement: markForCompaction,

    /** Returns a function that makes the statements for the next events of a run. */
    makeWriter: (key: RunKey): ((events: readonly NewEvent[]) => Statement[]) =>
      makeEventWriter({ insert, remove: removeRows, markForCompaction }, key),

    /** Lists the rows that contain events after this number, in order, with those events. Callers must not change them. */
    listAfter(key: RunKey, after: number, limit: number): Promise<readonly StoredEvents[]> {
      return shareRead(JSON.stringify([key.tenant_id, key.run_id, after, limit]), () =>
        readAfter(key, after, limit),
      )
    },

    /** True if the batch that contains these events is stored. */
    async isStored(key: RunKey, events: readonly NewEvent[]): Promise<boolean> {
      const after = (events[0]?.seq ?? 1) - 1
      const [row] = await decodeRows(key, await readRows(key, after, 1), after)
      const stored = row?.events ?? []
      const isSame = (event: NewEvent, index: number): boolean =>
        toStoredEvent(event).text === stored[index]?.text
      return stored.length > 0 && events.slice(0, stored.length).every(isSame)
    },

    /** Returns the last event of the run, as it is stored. */
    async getLastEvent(key: RunKey): Promise<StoredEvent | undefined> {
      return (await decodeRows(key, await readLastRows(key)))[0]?.events.at(-1)
    },

    /** Returns the last stored events of several runs as JSON, by the ID of the run. Rows of more characters are left out. */
    async readLastEvents(
      tenant_id: string,
      runIds: readonly string[],
      max_chars: number,
    ): Promise<ReadonlyMap<string, string>> {
      const rows = await db.read(selectLastRows({ tenant_id, run_ids: JSON.stringify(runIds), max_chars }))
      const entries = rows.map(async ({ run_id, events }): Promise<[string, string][]> => {
        if (events === null) return []
        return [[run_id, isPlainRow(events) ? events : await readLastRow({ tenant_id, run_id })]]
      })
      return new Map((await Promise.all(entries)).flat())
    },

    /** Returns the number of the run's last event, or 0 if it has none. */
    async getLastSeq(key: RunKey): Promise<number> {
      return (await db.read(selectLast(key)))[0]?.last_seq ?? 0
    },

    /** For compaction: the rows without the events of others that they refer to. */
    listRowsAfter: readRows,

    /** For compaction: the events of rows of one run, as they are stored. Returns no rows if the run was deleted. */
    decodeRows,
  }
}

export type RunEventStore = ReturnType<typeof makeRunEventStore>
