/**
 * Reads rows of events. A notification of another node names many runs, and the streams of all of them read at once: where the database
 * allows it, these reads are one statement.
 */
import { sql } from 'kysely'
import { batchCalls } from '../../platform/batch-calls.js'
import { unpackText } from '../packing/pack-text.js'
import type { Database } from '../sql/database.js'
import { bindLimit, prepare } from '../sql/statement.js'
import { getColumnNames, type Row } from '../sql/tables.js'
import type { RunEventsRow, RunKey } from './decode-events.js'

/** Reads up to `limit` rows that contain events after the number `after`. */
interface RowsRequest extends RunKey {
  after: number
  limit: number
}

export type ReadEventRows = (key: RunKey, after: number, limit: number) => Promise<RunEventsRow[]>

/** Bounds the size of a result: the rows of a run are read in pages of about 256 kB. */
const MAX_RUNS_PER_READ = 16

export const makeEventRowReader = (db: Database): ReadEventRows => {
  const readOne = prepareReadOfRun(db)
  const read = db.dialect.supportsLateralJoins
    ? batchCalls(prepareReadOfRuns(db, readOne), MAX_RUNS_PER_READ)
    : readOne
  return async ({ tenant_id, run_id }, after, limit) =>
    (await read({ tenant_id, run_id, after, limit })).map(unpackRow)
}

const prepareReadOfRun = (db: Database) => {
  const select = prepare<RowsRequest>()((p) =>
    db.dialect.kysely
      .selectFrom('run_events')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('run_id', '=', p.run_id)
      .where('last_seq', '>', p.after)
      .orderBy('last_seq')
      .limit(bindLimit(p.limit)),
  )
  return (request: RowsRequest): Promise<Row<'run_events'>[]> => db.read(select(request))
}

const prepareReadOfRuns = (db: Database, readOne: (request: RowsRequest) => Promise<Row<'run_events'>[]>) => {
  // Because of the limit, PostgreSQL cannot turn the lateral join into a join with the whole table, whatever it estimates for the list.
  const select = prepare<{ requests: string }>()((p) =>
    db.dialect.kysely
      .selectFrom(
        sql<
          RowsRequest & { position: number }
        >`json_to_recordset(cast(cast(${p.requests} as text) as json))`.as<'requested'>(
          sql`requested (position int, tenant_id text, run_id text, after bigint, "limit" bigint)`,
        ),
      )
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom('run_events')
            .select(getColumnNames('run_events'))
            .whereRef('run_events.tenant_id', '=', 'requested.tenant_id')
            .whereRef('run_events.run_id', '=', 'requested.run_id')
            .whereRef('run_events.last_seq', '>', 'requested.after')
            .orderBy('last_seq')
            .limit(sql<number>`requested."limit"`)
            .as('found'),
        (join) => join.onTrue(),
      )
      .select('requested.position')
      .selectAll('found')
      .orderBy('requested.position')
      .orderBy('found.last_seq'),
  )
  return async (requests: readonly RowsRequest[]): Promise<Row<'run_events'>[][]> => {
    const [first] = requests
    if (first !== undefined && requests.length === 1) return [await readOne(first)]
    const numbered = requests.map((request, position) => ({ position, ...request }))
    const rowsByRequest: Row<'run_events'>[][] = requests.map(() => [])
    for (const { position, ...row } of await db.read(select({ requests: JSON.stringify(numbered) })))
      rowsByRequest[position]?.push(row)
    return rowsByRequest
  }
}

/** A database that is verified before its migration has rows without `packed`. */
export const unpackRow = ({ packed, ...row }: Row<'run_events'>): RunEventsRow =>
  packed instanceof Uint8Array ? { ...row, events: unpackText(packed), isPacked: true } : row
