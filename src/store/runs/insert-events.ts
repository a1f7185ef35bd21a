/** The statements that insert rows of events. */
import type { ExpressionBuilder, Expression, SqlBool } from 'kysely'
import type { Dialect } from '../sql/dialect.js'
import {
  castRowValues,
  prepare,
  prepareBulkInsert,
  requireRow,
  type InsertedRow,
  type Statement,
} from '../sql/statement.js'
import { getColumnNames, type Row, type Tables } from '../sql/tables.js'
import type { RunEventsRow } from './decode-events.js'

type InsertRows<RowType> = (rows: readonly RowType[]) => Statement[]

export const prepareInsertRows = ({ kysely }: Dialect): InsertRows<InsertedRow<Row<'run_events'>>> =>
  prepareBulkInsert('run_events', (rows) => kysely.insertInto('run_events').values(rows))

/** Inserts rows that are not packed. */
export const prepareInsertEvents = (dialect: Dialect): InsertRows<InsertedRow<RunEventsRow>> => {
  const insertRows = prepareInsertRows(dialect)
  return (rows) => insertRows(rows.map((row) => ({ ...row, packed: null })))
}

interface Lease {
  tenant_id: string
  run_id: string
  fence: number
}

type RunCondition = (lease: Lease) => (eb: ExpressionBuilder<Tables, 'runs'>) => Expression<SqlBool>

/** The parameters of an insert, which are in the order of the columns. */
type InsertedValues = [
  tenant_id: string,
  run_id: string,
  last_seq: number,
  first_seq: number,
  events: string,
  packed: Uint8Array | null,
]

/**
 * Returns a function that turns the statements of a batch into a single one, which inserts a row of events if the run meets the condition. It
 * returns undefined if the batch consists of anything else. Most batches of a run that streams are one row, and a batch of two statements
 * takes the database four calls, with the savepoint that makes them atomic.
 */
export const prepareFencedInsert = (
  dialect: Dialect,
  isLeaseHeld: RunCondition,
): ((lease: Lease, statements: readonly Statement[]) => Statement | undefined) => {
  const [insertSql] = prepareInsertEvents(dialect)([
    { tenant_id: '', run_id: '', last_seq: 0, first_seq: 0, events: '' },
  ]).map(({ sql }) => sql)
  const insertFenced = prepare<Lease & Row<'run_events'>>()((p) =>
    dialect.kysely
      .insertInto('run_events')
      .columns(getColumnNames('run_events'))
      .expression((eb) =>
        eb
          .selectFrom('runs')
          .select(castRowValues(dialect, 'run_events', p))
          .where(isLeaseHeld(p))
          .modifyEnd(dialect.forShare),
      )
      .returning('last_seq'),
  )
  return (lease, statements) => {
    const [insert] = statements
    if (insert === undefined || statements.length > 1 || insert.sql !== insertSql) return undefined
    const [tenant_id, run_id, last_seq, first_seq, events, packed] = insert.params as InsertedValues
    const { fence } = lease
    return requireRow(insertFenced({ tenant_id, run_id, last_seq, first_seq, events, packed, fence }))
  }
}
