/**
 * A statement is an SQL text with its parameter values. Kysely builds and types the text. Building takes tens of
 * microseconds, longer than the insert itself, so each query is built once with a placeholder for every value, and
 * later calls only fill in the values. It is built on first use: building all of them at the start took 30 of the 510 ms of
 * processor time of the main thread (November 2026), and most processes use only some.
 */
import {
  sql,
  type AliasedRawBuilder,
  type Compilable,
  type CompiledQuery,
  type InferResult,
  type RawBuilder,
} from 'kysely'
import type { AppError } from '../../errors.js'
import type { SharedText } from '../../platform/shared-text.js'
import type { Dialect } from './dialect.js'
import { getColumnNames, getColumnType, type Tables } from './tables.js'

export type SqlValue = string | number | null | SharedText

/** A row to insert: large texts can be in shared memory. */
export type InsertedRow<Row> = {
  [K in keyof Row]: Row[K] extends string | null ? Row[K] | SharedText : Row[K]
}

export interface Statement<Row = unknown> {
  readonly sql: string
  readonly params: readonly SqlValue[]
  /** If true and the statement returns no row, the whole batch is rolled back. */
  readonly requiresRow: boolean
  /** The error that the write throws in that case. Undefined: the write returns undefined. */
  readonly errorIfNoRow?: AppError | undefined
  /** True if large texts in its rows are returned in shared memory. */
  readonly sharesTexts?: boolean
  /** Carries the row type for the type checker; never set. */
  readonly row?: Row
}

class Placeholder {
  constructor(readonly name: string) {}
}

// A Proxy, because only the type checker knows the names of the parameters.
const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(name as string) })

/** `prepare<Params>()((p) => query using p.name)` returns a function that turns parameters into a statement. */
export const prepare =
  <Params extends object>() =>
  <Query extends Compilable>(
    buildQuery: (p: Params) => Query,
  ): ((params: Params) => Statement<InferResult<Query> extends (infer Row)[] ? Row : never>) => {
    let compiled: CompiledQuery | undefined
    return (params) => {
      const { sql, parameters } = (compiled ??= buildQuery(placeholders as Params).compile())
      return {
        sql,
        params: parameters.map((parameter) =>
          parameter instanceof Placeholder
            ? ((params as Record<string, SqlValue>)[parameter.name] ?? null)
            : (parameter as SqlValue),
        ),
        requiresRow: false,
      }
    }
  }

/**
 * The limit of a query. SQLite plans a query with a bare parameter as its limit again for every execution, because the plan
 * may depend on the value; that took three quarters of the time of a claim (November 2026). It does not look into a cast.
 */
export const bindLimit = (limit: number): RawBuilder<number> => sql<number>`cast(${limit} as bigint)`

/** Longer lists are inserted with several statements. */
const MAX_ROWS_PER_INSERT = 16

/**
 * `prepareBulkInsert('table', (rows) => query)` returns a function that turns rows into the statements that insert them.
 * One statement for many rows costs half as much as one statement for each row.
 */
export const prepareBulkInsert = <T extends keyof Tables>(
  table: T,
  buildQuery: (rows: Tables[T][]) => Compilable,
): ((rows: readonly InsertedRow<Tables[T]>[]) => Statement[]) => {
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
 * Makes the batch depend on this statement: if it returns no row, the batch is rolled back and the write resolves to
 * undefined, or throws `errorIfNoRow` if that is given.
 */
export const requireRow = <Row>(statement: Statement<Row>, errorIfNoRow?: AppError): Statement<Row> => ({
  ...statement,
  requiresRow: true,
  errorIfNoRow,
})

/** Returns large texts of the named columns in shared memory, so that they can be passed on to another thread without a copy. */
export const shareTexts = <Row, K extends keyof Row>(
  statement: Statement<Row>,
  _columns: readonly K[],
): Statement<Omit<Row, K> & { [Name in K]: Row[Name] | SharedText }> => ({ ...statement, sharesTexts: true })

/** Selects the named members of `p`: the values of an insert or update. */
export const pick = <P extends object, K extends keyof P>(p: P, names: readonly K[]): Pick<P, K> =>
  Object.fromEntries(names.map((name) => [name, p[name]])) as Pick<P, K>

/**
 * The values of a conditional insert: `insert into t select <values> from … where …`. Each value is cast, because the
 * database cannot infer the type of a bare parameter in a select list.
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
