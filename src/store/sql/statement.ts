/**
 * A statement is SQL text with its values. Kysely builds and types the text; building costs tens of
 * microseconds, which is more than the insert itself, so every query is built once, with a marker where each
 * value goes, and later calls only fill in the values.
 */
import { sql, type AliasedRawBuilder, type Compilable, type InferResult } from 'kysely'
import type { AppError } from '../../errors.js'
import type { Dialect } from './dialect.js'
import { getColumnNames, getColumnType, type Tables } from './tables.js'

export type SqlValue = string | number | null

export interface Statement<Row = unknown> {
  readonly sql: string
  readonly params: readonly SqlValue[]
  /** The batch is rolled back as a whole when this statement returns no row. */
  readonly requiresRow: boolean
  /** What the write then throws, if it is to throw at all. */
  readonly errorIfNoRow?: AppError | undefined
  /** Type only: what a row of the answer looks like. */
  readonly row?: Row
}

class Placeholder {
  constructor(readonly name: string) {}
}

// A Proxy, because the names of the parameters are known to the type checker only.
const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(name as string) })

/** `prepare<Params>()(p => query using p.name)` gives a function from parameters to a statement. */
export const prepare =
  <Params extends object>() =>
  <Query extends Compilable>(
    buildQuery: (p: Params) => Query,
  ): ((params: Params) => Statement<InferResult<Query> extends (infer Row)[] ? Row : never>) => {
    const { sql, parameters } = buildQuery(placeholders as Params).compile()
    return (params) => ({
      sql,
      params: parameters.map((parameter) =>
        parameter instanceof Placeholder
          ? ((params as Record<string, SqlValue>)[parameter.name] ?? null)
          : (parameter as SqlValue),
      ),
      requiresRow: false,
    })
  }

/** Rows of one insert; longer lists are inserted by several statements. */
const MAX_ROWS_PER_INSERT = 16

/**
 * `prepareRows('table', (rows) => query)` gives a function from rows to the statements that insert them all: one
 * statement for many rows costs half of one for each.
 */
export const prepareBulkInsert = <T extends keyof Tables>(
  table: T,
  buildQuery: (rows: Tables[T][]) => Compilable,
): ((rows: readonly Tables[T][]) => Statement[]) => {
  const columns = getColumnNames(table)
  const sqlByRowCount: string[] = []
  const sqlForRowCount = (count: number): string =>
    (sqlByRowCount[count] ??= buildQuery(
      Array.from({ length: count }, () => pick(placeholders as Tables[T], columns) as Tables[T]),
    ).compile().sql)
  return (rows) => {
    const statements: Statement[] = []
    for (let start = 0; start < rows.length; start += MAX_ROWS_PER_INSERT) {
      const chunk = rows.slice(start, start + MAX_ROWS_PER_INSERT)
      const params = chunk.flatMap((row) => columns.map((name) => row[name] as SqlValue))
      statements.push({ sql: sqlForRowCount(chunk.length), params, requiresRow: false })
    }
    return statements
  }
}

/**
 * Makes the batch depend on this statement: no row, and nothing of the batch happens. The write then resolves to
 * undefined or, with a refusal, throws it.
 */
export const requireRow = <Row>(statement: Statement<Row>, errorIfNoRow?: AppError): Statement<Row> => ({
  ...statement,
  requiresRow: true,
  errorIfNoRow,
})

/** The values of an insert, one marker a column. */
export const pick = <P extends object, K extends keyof P>(p: P, names: readonly K[]): Pick<P, K> =>
  Object.fromEntries(names.map((name) => [name, p[name]])) as Pick<P, K>

/**
 * The values of an `insert … select` that depends on other rows: `insert into t select <values> from … where …`.
 * Each is cast, because an engine cannot tell the type of a bare parameter there.
 */
export const castRowValues = <T extends keyof Tables>(dialect: Dialect, table: T, p: Tables[T]) =>
  getColumnNames(table).map((name) => {
    const type = getColumnType(table, name)
    const sqlType = sql.raw(dialect.tokens[type] ?? type)
    return sql`cast(${p[name]} as ${sqlType})`.as(name) as AliasedRawBuilder<
      Tables[T][keyof Tables[T]],
      string
    >
  })
