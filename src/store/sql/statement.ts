/**
 * A statement is SQL text with its values. Kysely builds and types the text; building costs tens of
 * microseconds, which is more than the insert itself, so every query is built once, with a marker where each
 * value goes, and later calls only fill in the values.
 */
import { sql, type AliasedRawBuilder, type Compilable, type InferResult } from 'kysely'
import type { AppError } from '../../errors.js'
import type { Dialect } from './dialect.js'
import { columnsOf, columnType, type Tables } from './tables.js'

export type SqlValue = string | number | null

export interface Statement<Row = unknown> {
  readonly sql: string
  readonly params: readonly SqlValue[]
  /** The batch is rolled back as a whole when this statement returns no row. */
  readonly mustReturn: boolean
  /** What the write then throws, if it is to throw at all. */
  readonly refusal?: AppError | undefined
  /** Type only: what a row of the answer looks like. */
  readonly row?: Row
}

class Marker {
  constructor(readonly name: string) {}
}

// A Proxy, because the names of the parameters are known to the type checker only.
const markers = new Proxy({}, { get: (_, name) => new Marker(name as string) })

/** `prepare<Params>()(p => query using p.name)` gives a function from parameters to a statement. */
export const prepare =
  <Params extends object>() =>
  <Query extends Compilable>(
    build: (p: Params) => Query,
  ): ((params: Params) => Statement<InferResult<Query> extends (infer Row)[] ? Row : never>) => {
    const { sql, parameters } = build(markers as Params).compile()
    return (params) => ({
      sql,
      params: parameters.map((slot) =>
        slot instanceof Marker
          ? ((params as Record<string, SqlValue>)[slot.name] ?? null)
          : (slot as SqlValue),
      ),
      mustReturn: false,
    })
  }

/** Rows of one insert; longer lists are inserted by several statements. */
const MAX_ROWS = 16

/**
 * `prepareRows('table', (rows) => query)` gives a function from rows to the statements that insert them all: one
 * statement for many rows costs half of one for each.
 */
export const prepareRows = <T extends keyof Tables>(
  table: T,
  build: (rows: Tables[T][]) => Compilable,
): ((rows: readonly Tables[T][]) => Statement[]) => {
  const columns = columnsOf(table)
  const texts: string[] = []
  const textFor = (count: number): string =>
    (texts[count] ??= build(
      Array.from({ length: count }, () => pick(markers as Tables[T], columns) as Tables[T]),
    ).compile().sql)
  return (rows) => {
    const statements: Statement[] = []
    for (let start = 0; start < rows.length; start += MAX_ROWS) {
      const some = rows.slice(start, start + MAX_ROWS)
      const params = some.flatMap((row) => columns.map((name) => row[name] as SqlValue))
      statements.push({ sql: textFor(some.length), params, mustReturn: false })
    }
    return statements
  }
}

/**
 * Makes the batch depend on this statement: no row, and nothing of the batch happens. The write then resolves to
 * undefined or, with a refusal, throws it.
 */
export const required = <Row>(statement: Statement<Row>, refusal?: AppError): Statement<Row> => ({
  ...statement,
  mustReturn: true,
  refusal,
})

/** The values of an insert, one marker a column. */
export const pick = <P extends object, K extends keyof P>(p: P, names: readonly K[]): Pick<P, K> =>
  Object.fromEntries(names.map((name) => [name, p[name]])) as Pick<P, K>

/**
 * The values of an `insert … select` that depends on other rows: `insert into t select <values> from … where …`.
 * Each is cast, because an engine cannot tell the type of a bare parameter there.
 */
export const castRow = <T extends keyof Tables>(dialect: Dialect, table: T, p: Tables[T]) =>
  columnsOf(table).map((name) => {
    const type = columnType(table, name)
    const sqlType = sql.raw(dialect.tokens[type] ?? type)
    return sql`cast(${p[name]} as ${sqlType})`.as(name) as AliasedRawBuilder<
      Tables[T][keyof Tables[T]],
      string
    >
  })
