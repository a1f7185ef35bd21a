/** Every difference between the two databases. No other file checks which database it runs on. */
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
import type { Outage } from './outage.js'
import type { Tables } from './tables.js'

export interface Dialect {
  readonly name: 'sqlite' | 'postgres'
  /** Builds SQL texts only; the driver executes them. */
  readonly kysely: Kysely<Tables>
  /** The values of the {tokens} in migrations. */
  readonly tokens: Readonly<Record<string, string>>
  /** True if several nodes can serve the same database; shared counters must then be stored in it. */
  readonly supportsMultipleNodes: boolean
  /** False if batches run one after another, so that none of them has to lock a row before it reads others. */
  readonly hasConcurrentBatches: boolean
  /** True if a joined subquery can refer to the tables before it. */
  readonly supportsLateralJoins: boolean
  /** Appended to a select: other batches cannot delete the selected rows before this one commits. */
  readonly forKeyShare: RawBuilder<unknown>
  /** Appended to a select: other batches cannot change the selected rows before this one commits. */
  readonly forShare: RawBuilder<unknown>
  /** Appended to a select: locks the rows that this batch is about to change. */
  readonly forUpdate: RawBuilder<unknown>
  /** Appended to a select: locks its rows and skips rows that another batch has locked. */
  readonly forUpdateSkipLocked: RawBuilder<unknown>
  /**
   * How the space of deleted rows is returned to the file system: a query for the number of free pages, and a statement that returns some
   * of them. Undefined: the database does it by itself.
   */
  readonly freePages?: { count: string; release: string }
  /** An expression that lets batches which lock the same name run one after another. */
  lockName(name: string): RawBuilder<unknown>
  /** Returns the larger of two numbers. */
  greatest(left: Expression<number>, right: Expression<number>): RawBuilder<number>
  /** True if the JSON in the column contains the given JSON, with the meaning of PostgreSQL's `@>`. */
  jsonContains(column: string, json: string): RawBuilder<boolean>
  /** False if the object in the column, to which the members named in the column `omitted` are added, cannot contain the given JSON object. */
  jsonMayContain(column: string, omitted: string, json: string): RawBuilder<boolean>
  /** An expression that yields a new random UUID for each row. */
  readonly randomUuid: RawBuilder<string>
  /** True if the JSON in the column meets all conditions, given as a JSON array; see json-conditions.ts. */
  jsonMatches(column: string, conditions: string): RawBuilder<boolean>
  /** True if the value is an element of the JSON array of texts. */
  isInList(value: Expression<unknown>, json: string): RawBuilder<boolean>
  /** A field of the JSON object in a column of the type `searchableJson`, as text; null if it has none. */
  jsonField(column: string, field: string): RawBuilder<string | null>
  /** The `code` of a JSON object that starts with it, as the errors of runs do. */
  errorCode(column: string): RawBuilder<string | null>
  /** True if the text contains all words of the JSON array, which are in lower case. The case of the text does not matter. */
  containsWords(column: string, words: string): RawBuilder<boolean>
  isUniqueViolation(error: DriverError): boolean
  /** Returns why the database cannot be used, if that is what the error says; the same request may succeed later. */
  findOutage(error: DriverError): Outage | undefined
}

/** The properties of a driver's error that survive being sent between threads. */
export interface DriverError extends Error {
  /** PostgreSQL: the SQLSTATE or a network error code. */
  code?: string
  /** SQLite: the extended result code. */
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
// By primary result code, which is the low byte: busy, locked, read-only, I/O error, corrupt, full, cannot open,
// not a database.
const SQLITE_OUTAGES: Partial<Record<number, Outage>> = {
  5: 'busy',
  6: 'busy',
  8: 'read_only',
  10: 'io_error',
  11: 'damaged',
  13: 'storage_full',
  14: 'unreachable',
  26: 'damaged',
}

export const sqliteDialect: Dialect = {
  name: 'sqlite',
  kysely: new Kysely<Tables>({ dialect: sqliteCompiler }),
  tokens: { json: 'text', blob: 'blob', bytes: '', unlogged: '' },
  supportsMultipleNodes: false,
  // The writer thread executes batches one after another, so SQLite needs no row locks.
  hasConcurrentBatches: false,
  supportsLateralJoins: false,
  forKeyShare: sql``,
  forShare: sql``,
  forUpdate: sql``,
  forUpdateSkipLocked: sql``,
  // In a database that was created without auto_vacuum, the release has no effect.
  freePages: {
    count: 'select freelist_count as pages from pragma_freelist_count',
    release: 'pragma incremental_vacuum(128)',
  },
  lockName: () => sql`1`,
  greatest: (left, right) => sql<number>`max(${left}, ${right})`,
  // json_contains, json_meets and contains_words are functions that sqlite-thread.ts registers.
  jsonContains: (column, json) => sql<boolean>`json_contains(${sql.ref(column)}, ${json}) = 1`,
  jsonMayContain: (column, omitted, json) =>
    sql<boolean>`json_may_contain(${sql.ref(column)}, ${sql.ref(omitted)}, ${json}) = 1`,
  randomUuid: sql<string>`lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-8' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`,
  jsonMatches: (column, conditions) => sql<boolean>`json_meets(${sql.ref(column)}, ${conditions}) = 1`,
  isInList: (value, json) => sql<boolean>`${value} in (select value from json_each(${json}))`,
  jsonField: (column, field) => sql<string | null>`${sql.ref(column)} ->> ${sql.lit(field)}`,
  errorCode: (column) => sql<string | null>`json_extract(${sql.ref(column)}, '$.code')`,
  containsWords: (column, words) => sql<boolean>`contains_words(${sql.ref(column)}, ${words}) = 1`,
  isUniqueViolation: ({ errcode }) =>
    errcode === SQLITE_CONSTRAINT_PRIMARYKEY || errcode === SQLITE_CONSTRAINT_UNIQUE,
  findOutage: ({ errcode }) => (errcode === undefined ? undefined : SQLITE_OUTAGES[errcode & 0xff]),
}

// By SQLSTATE or by Node's network error codes. 53100: disk full. 25006: read-only transaction, as on a standby. 53300: too
// many connections. 57014: statement timeout. 55P03: lock timeout. Classes 08: connection, 40: deadlock or serialization
// failure, 53: resources, 57: operator intervention such as a shutdown, 58: system error.
const POSTGRES_OUTAGES: [RegExp, Outage][] = [
  [/^53100$/, 'storage_full'],
  [/^25006$/, 'read_only'],
  [/^53300$/, 'too_many_connections'],
  [/^(40...|55P03|57014)$/, 'busy'],
  [/^58/, 'io_error'],
  [/^53/, 'unavailable'],
  [/^(08|57)/, 'unreachable'],
  [/^E[A-Z]+$/, 'unreachable'],
]

/** json-conditions.ts as SQL: no condition exists that the JSON does not meet. */
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
  tokens: { json: 'jsonb', blob: 'bytea', bytes: 'collate "C"', unlogged: 'unlogged' },
  supportsMultipleNodes: true,
  hasConcurrentBatches: true,
  supportsLateralJoins: true,
  forKeyShare: sql`for key share`,
  forShare: sql`for share`,
  forUpdate: sql`for update`,
  forUpdateSkipLocked: sql`for update skip locked`,
  lockName: (name) => sql`pg_advisory_xact_lock(hashtextextended(${name}, 0))`,
  greatest: (left, right) => sql<number>`greatest(${left}, ${right})`,
  jsonContains: (column, json) =>
    sql<boolean>`cast(${sql.ref(column)} as jsonb) @> cast(cast(${json} as text) as jsonb)`,
  jsonMayContain: (column, omitted, json) =>
    sql<boolean>`(jsonb_typeof(cast(${sql.ref(column)} as jsonb)) = 'object' and not exists (
    select 1 from jsonb_each(cast(cast(${json} as text) as jsonb)) as member (name, value)
    where not coalesce(cast(${sql.ref(omitted)} as jsonb) @> to_jsonb(member.name), false)
      and not cast(${sql.ref(column)} as jsonb) @> jsonb_build_object(member.name, member.value)
  ))`,
  randomUuid: sql<string>`gen_random_uuid()::text`,
  jsonMatches: postgresJsonMatches,
  isInList: (value, json) =>
    sql<boolean>`${value} = any(array(select jsonb_array_elements_text(cast(cast(${json} as text) as jsonb))))`,
  jsonField: (column, field) => sql<string | null>`cast(${sql.ref(column)} as jsonb) ->> ${sql.lit(field)}`,
  // Casts to json and jsonb fail for messages that contain \u0000.
  errorCode: (column) => sql<string | null>`split_part(${sql.ref(column)}, '"', 4)`,
  containsWords: (column, words) => sql<boolean>`${sql.ref(column)} is not null and not exists (
    select 1 from jsonb_array_elements_text(cast(cast(${words} as text) as jsonb)) as w (word)
    where strpos(lower(${sql.ref(column)}), word) = 0
  )`,
  isUniqueViolation: ({ code }) => code === '23505',
  findOutage: ({ code, message }) =>
    POSTGRES_OUTAGES.find(([pattern]) => code !== undefined && pattern.test(code))?.[1] ??
    (/connection|timeout|after calling end/i.test(message) ? 'unreachable' : undefined),
}
