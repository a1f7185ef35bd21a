/** Every difference between the two engines. No other file asks which engine it is on. */
import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  DummyDriver,
  sql,
  type Dialect as KyselyDialect,
  type Expression,
  type RawBuilder,
} from 'kysely'
import type { Tables } from './tables.js'

export interface Dialect {
  readonly name: 'sqlite' | 'postgres'
  /** Builds SQL text only; statements are run by the engine. */
  readonly kysely: Kysely<Tables>
  /** What the {tokens} of a migration become. */
  readonly tokens: Readonly<Record<string, string>>
  /** Whether other processes may serve the same database, so that counters must live in it. */
  readonly supportsMultipleNodes: boolean
  /** Ends a select whose rows nobody may delete until this batch is committed. */
  readonly forKeyShare: RawBuilder<unknown>
  /** Ends a select whose rows nobody may change until this batch is committed. */
  readonly forShare: RawBuilder<unknown>
  /** Ends a select whose rows this batch is about to change. */
  readonly forUpdate: RawBuilder<unknown>
  /** Ends a select of rows that others may be taking at this moment: theirs are left out. */
  readonly forUpdateSkipLocked: RawBuilder<unknown>
  /** The larger of two numbers. */
  greatest(left: Expression<number>, right: Expression<number>): RawBuilder<number>
  /** Whether the JSON in a column holds this JSON. */
  jsonContains(column: string, json: string): RawBuilder<boolean>
  /** A new random UUID for each row. */
  readonly randomUuid: RawBuilder<string>
  /** Whether the JSON in a column is as all these conditions want it; see json-conditions.ts. */
  jsonMatches(column: string, conditions: string): RawBuilder<boolean>
  isUniqueViolation(error: DriverError): boolean
  /** The store is full, gone or refusing; the same request may succeed later. */
  isUnavailable(error: DriverError): boolean
}

/** What of a driver's error survives the way between threads. */
export interface DriverError extends Error {
  /** SQLSTATE or a network code on PostgreSQL. */
  code?: string
  /** SQLite's extended result code. */
  errcode?: number
}

const sqliteCompiler: KyselyDialect = {
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
}

const postgresCompiler: KyselyDialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}

const SQLITE_CONSTRAINT_PRIMARYKEY = 1555
const SQLITE_CONSTRAINT_UNIQUE = 2067
// Primary result codes (the low byte): busy, locked, read-only, I/O error, full, cannot open.
const SQLITE_UNAVAILABLE = new Set([5, 6, 8, 10, 13, 14])

export const sqliteDialect: Dialect = {
  name: 'sqlite',
  kysely: new Kysely<Tables>({ dialect: sqliteCompiler }),
  tokens: { json: 'text', bytes: '', unlogged: '' },
  supportsMultipleNodes: false,
  // Batches are written one after another anyway.
  forKeyShare: sql``,
  forShare: sql``,
  forUpdate: sql``,
  forUpdateSkipLocked: sql``,
  greatest: (left, right) => sql<number>`max(${left}, ${right})`,
  // A function of our own; see sqlite-thread.ts.
  jsonContains: (column, json) => sql<boolean>`json_contains(${sql.ref(column)}, ${json}) = 1`,
  randomUuid: sql<string>`lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-8' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`,
  jsonMatches: (column, conditions) => sql<boolean>`json_meets(${sql.ref(column)}, ${conditions}) = 1`,
  isUniqueViolation: ({ errcode }) =>
    errcode === SQLITE_CONSTRAINT_PRIMARYKEY || errcode === SQLITE_CONSTRAINT_UNIQUE,
  isUnavailable: ({ errcode }) => errcode !== undefined && SQLITE_UNAVAILABLE.has(errcode & 0xff),
}

// SQLSTATE classes: 08 connection, 53 resources, 57 operator intervention, 58 system error, and 25006
// (a replica), 55P03 (lock_timeout); 40 (deadlock, serialisation) is retried by the caller just the same.
const POSTGRES_UNAVAILABLE = /^(08|40|53|57|58|25006|55P03|E[A-Z]+$)/

/** What json-conditions.ts does, as SQL: there is no condition that the JSON does not meet. */
const postgresJsonMatches = (
  column: string,
  conditions: string,
): RawBuilder<boolean> => sql<boolean>`not exists (
  select 1
  from jsonb_array_elements(cast(cast(${conditions} as text) as jsonb)) as given (condition)
  cross join lateral (
    select
      cast(${sql.ref(column)} as jsonb) #> array(select jsonb_array_elements_text(condition -> 'path')) as found,
      condition -> 'value' as wanted
  ) as compared
  cross join lateral (
    select case
      when jsonb_typeof(found) = 'number' and jsonb_typeof(wanted) = 'number' then
        case when found < wanted then -1 when found > wanted then 1 else 0 end
      when jsonb_typeof(found) = 'string' and jsonb_typeof(wanted) = 'string' then
        case
          when (found #>> '{}') collate "C" < (wanted #>> '{}') then -1
          when (found #>> '{}') collate "C" > (wanted #>> '{}') then 1
          else 0
        end
    end as sign
  ) as signed
  where not coalesce(
    case condition ->> 'op'
      when 'contains' then found @> wanted
      when '$eq' then found = wanted
      when '$ne' then found is distinct from wanted
      when '$in' then found in (select jsonb_array_elements(wanted))
      when '$nin' then found is null or found not in (select jsonb_array_elements(wanted))
      when '$gt' then sign > 0
      when '$gte' then sign >= 0
      when '$lt' then sign < 0
      when '$lte' then sign <= 0
    end,
    false
  )
)`

export const postgresDialect: Dialect = {
  name: 'postgres',
  kysely: new Kysely<Tables>({ dialect: postgresCompiler }),
  tokens: { json: 'jsonb', bytes: 'collate "C"', unlogged: 'unlogged' },
  supportsMultipleNodes: true,
  forKeyShare: sql`for key share`,
  forShare: sql`for share`,
  forUpdate: sql`for update`,
  forUpdateSkipLocked: sql`for update skip locked`,
  greatest: (left, right) => sql<number>`greatest(${left}, ${right})`,
  jsonContains: (column, json) =>
    sql<boolean>`cast(${sql.ref(column)} as jsonb) @> cast(cast(${json} as text) as jsonb)`,
  randomUuid: sql<string>`gen_random_uuid()::text`,
  jsonMatches: postgresJsonMatches,
  isUniqueViolation: ({ code }) => code === '23505',
  isUnavailable: ({ code, message }) =>
    (code !== undefined && POSTGRES_UNAVAILABLE.test(code)) ||
    /connection|timeout|after calling end/i.test(message),
}
