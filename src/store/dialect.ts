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
  type RawBuilder,
} from 'kysely'
import type { Tables } from './tables.js'

export interface Dialect {
  readonly name: 'sqlite' | 'postgres'
  /** Builds SQL text only; statements are run by the engine. */
  readonly build: Kysely<Tables>
  /** What the {tokens} of a migration become. */
  readonly tokens: Readonly<Record<string, string>>
  /** Whether other processes may serve the same database, so that counters must live in it. */
  readonly shared: boolean
  /** Ends a select whose rows nobody may delete until this batch is committed. */
  readonly keepRow: RawBuilder<unknown>
  /** Ends a select whose rows nobody may change until this batch is committed. */
  readonly holdRow: RawBuilder<unknown>
  /** Ends a select whose rows this batch is about to change. */
  readonly takeRow: RawBuilder<unknown>
  /** Ends a select of rows that others may be taking at this moment: theirs are left out. */
  readonly skipLocked: RawBuilder<unknown>
  isUniqueViolation(error: EngineError): boolean
  /** The store is full, gone or refusing; the same request may succeed later. */
  isUnavailable(error: EngineError): boolean
}

/** What of a driver's error survives the way between threads. */
export interface EngineError extends Error {
  /** SQLSTATE or a network code on PostgreSQL. */
  code?: string
  /** SQLite's extended result code. */
  errcode?: number
}

const sqliteKysely: KyselyDialect = {
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
}

const postgresKysely: KyselyDialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}

const SQLITE_CONSTRAINT_PRIMARYKEY = 1555
const SQLITE_CONSTRAINT_UNIQUE = 2067
// Primary result codes (the low byte): busy, locked, read-only, I/O error, full, cannot open.
const SQLITE_UNAVAILABLE = new Set([5, 6, 8, 10, 13, 14])

export const sqlite: Dialect = {
  name: 'sqlite',
  build: new Kysely<Tables>({ dialect: sqliteKysely }),
  tokens: { json: 'text', bytes: '', unlogged: '' },
  shared: false,
  // Batches are written one after another anyway.
  keepRow: sql``,
  holdRow: sql``,
  takeRow: sql``,
  skipLocked: sql``,
  isUniqueViolation: ({ errcode }) =>
    errcode === SQLITE_CONSTRAINT_PRIMARYKEY || errcode === SQLITE_CONSTRAINT_UNIQUE,
  isUnavailable: ({ errcode }) => errcode !== undefined && SQLITE_UNAVAILABLE.has(errcode & 0xff),
}

// SQLSTATE classes: 08 connection, 53 resources, 57 operator intervention, 58 system error, and 25006
// (a replica), 55P03 (lock_timeout); 40 (deadlock, serialisation) is retried by the caller just the same.
const POSTGRES_UNAVAILABLE = /^(08|40|53|57|58|25006|55P03|E[A-Z]+$)/

export const postgres: Dialect = {
  name: 'postgres',
  build: new Kysely<Tables>({ dialect: postgresKysely }),
  tokens: { json: 'jsonb', bytes: 'collate "C"', unlogged: 'unlogged' },
  shared: true,
  keepRow: sql`for key share`,
  holdRow: sql`for share`,
  takeRow: sql`for update`,
  skipLocked: sql`for update skip locked`,
  isUniqueViolation: ({ code }) => code === '23505',
  isUnavailable: ({ code, message }) =>
    (code !== undefined && POSTGRES_UNAVAILABLE.test(code)) ||
    /connection|timeout|after calling end/i.test(message),
}
