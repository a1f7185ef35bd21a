/**
 * A database thread; there is one for each connection. The writer collects every batch that arrived while its last
 * commit was syncing and commits them together, so one fsync serves many requests. The reader runs queries on its own
 * WAL snapshot, so a read never waits for an fsync.
 *
 * Guarantee: the reply to a write is posted only after the COMMIT that contains it has returned; with durability `full`
 * that is after the fsync. A kill at any point loses only writes that were not acknowledged.
 */
import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { containsWords, jsonContains, jsonMatches, jsonMayContain } from './json-conditions.js'
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite'
import { acquireLock } from './sqlite-lock.js'
import { loadSqlite } from './sqlite-module.js'
import { checkDatabaseFile, type StartupReport } from './startup-check.js'
import { readWalFrames } from './wal-frames.js'
import {
  CREATE_VERSION_TABLES,
  findPendingMigrations,
  recordMigration,
  SELECT_SCHEMA_STATE,
  type Migration,
  type SchemaState,
} from './migrate.js'
import type { BatchReply, BatchRequest, ThreadOptions, WireStatement } from './sqlite-protocol.js'
import type { Rows } from './driver.js'
import { castSharedParams, countSharedBytes, shareRowTexts } from './shared-rows.js'
import { makeCollector } from '../../platform/collect-garbage.js'
import { collectWhenIdle } from '../../platform/collect-when-idle.js'
import { reportEventLoopDelay } from '../../platform/event-loop-delay.js'

const { path, role, durability, exclusive, isChecked, delayMemory } = workerData as ThreadOptions
if (parentPort === null) throw new Error('sqlite-thread must run as a worker thread')
const port = parentPort

const Driver = loadSqlite()

/**
 * The log is moved into the file when it has this many pages, 16 MB. A hundred runs that stream write the same hundred pages again and again, and
 * SQLite's default of 1,000 pages would move them, with two syncs within a commit, every tenth of a second.
 */
const CHECKPOINT_PAGES = 4_000

const openDatabase = (): DatabaseSyncInstance => {
  const connection = new Driver(path, { readOnly: role === 'reader' })
  // The CLI may write from another process; wait for its lock instead of failing.
  connection.exec('pragma busy_timeout = 5000')
  if (role === 'writer') {
    // Has an effect only on a new database, and only before its first page is written: deleted rows can then be returned to the file
    // system in small steps.
    connection.exec('pragma auto_vacuum = incremental')
    connection.exec(`
      pragma journal_mode = wal;
      pragma synchronous = ${durability === 'full' ? 'full' : 'normal'};
      pragma journal_size_limit = 67108864;
      pragma wal_autocheckpoint = ${String(CHECKPOINT_PAGES)};
    `)
  }
  connection.function('json_contains', { deterministic: true }, jsonContains)
  connection.function('json_may_contain', { deterministic: true }, jsonMayContain)
  connection.function('json_meets', { deterministic: true }, jsonMatches)
  connection.function('contains_words', { deterministic: true }, containsWords)
  return connection
}

// Module-level references: version 1.2 of the package closes a database that is garbage collected.
const lock = exclusive ? acquireLock(path) : undefined
// Read before the database is opened, which replays and later removes the log.
const wal = isChecked ? readWalFrames(`${path}-wal`) : undefined
const db = openDatabase()
const report: StartupReport | undefined = isChecked ? checkDatabaseFile(db, path, wal) : undefined

// Each SQL text is sent once; later requests refer to it by number.
const sqlTexts: string[] = []
const preparedStatements: StatementSyncInstance[] = []

/** Runs before any statement is executed: a batch can be rolled back before it reaches a statement with a new text. */
const storeSqlTexts = (requests: BatchRequest[]): void => {
  for (const { batch } of requests) {
    for (const [statementId, sql] of batch) if (sql !== undefined) sqlTexts[statementId] = sql
  }
}

const runStatement = ([statementId, , params, , sharesTexts]: WireStatement): Rows => {
  const sql = sqlTexts[statementId] ?? ''
  const sharedBytes = countSharedBytes(params)
  // Which parameters have a cast differs from call to call, so a statement with large parameters is not kept.
  const statement =
    sharedBytes > 0
      ? db.prepare(castSharedParams(sql, params))
      : (preparedStatements[statementId] ??= db.prepare(sql))
  const rows = statement.all(...(params as never[])) as Rows
  if (sharedBytes > 0) freeParams(statement, params.length)
  collectAfter(sharedBytes)
  if (!sharesTexts) return rows
  for (const row of rows) collectAfter(countSharedBytes(Object.values(shareRowTexts(row))))
  return rows
}

const collectAfter = makeCollector('all')

/**
 * SQLite keeps copies of the parameters until others are bound or the statement is collected, which would be after all statements of the batch.
 * An iterator binds its parameters at once, and executes nothing before its first row is requested.
 */
const freeParams = (statement: StatementSyncInstance, count: number): void => {
  statement.iterate(...Array.from({ length: count }, () => null))
}

/** A batch of one statement needs no savepoint: SQLite rolls back a failed statement by itself. */
const runBatch = (batch: WireStatement[]): Rows[] | number => {
  const [first] = batch
  if (batch.length === 1 && first !== undefined) {
    const rows = runStatement(first)
    return first[3] && rows.length === 0 ? 0 : [rows]
  }
  db.exec('savepoint batch')
  try {
    const results: Rows[] = []
    for (const [index, statement] of batch.entries()) {
      const rows = runStatement(statement)
      if (statement[3] && rows.length === 0) {
        db.exec('rollback to batch')
        return index
      }
      results.push(rows)
    }
    return results
  } catch (error) {
    if (db.isTransaction) db.exec('rollback to batch')
    throw error
  } finally {
    if (db.isTransaction) db.exec('release batch')
  }
}

// Errors that prepared statements throw in version 1.2 of the package have no result code. This table maps SQLite's
// messages to the codes that the dialect checks.
const RESULT_CODES: [RegExp, number][] = [
  [/^UNIQUE constraint failed/, 2067],
  [/^database (table )?is locked/, 5],
  [/^attempt to write a readonly database/, 8],
  [/^disk I\/O error/, 10],
  [/^database or disk is full/, 13],
  [/^database disk image is malformed/, 11],
  [/^unable to open database file/, 14],
  [/^file is not a database/, 26],
]

const SQLITE_IOERR = 10
const SQLITE_FULL = 13
const MAX_REPLY_DELAY_MS = 5
/** Less than this is not enough for a commit. */
const MIN_FREE_BYTES = 65_536

const toErrorReply = (id: number, error: unknown): BatchReply => {
  const { message, errcode, stack } = error as Error & { errcode?: number }
  const resultCode = errcode ?? RESULT_CODES.find(([text]) => text.test(message))?.[1]
  // The index of the log cannot grow on a full disk either, which SQLite reports as an I/O error.
  const isFull = resultCode !== undefined && (resultCode & 0xff) === SQLITE_IOERR && isDiskFull()
  return { id, error: { message, stack, errcode: isFull ? SQLITE_FULL : resultCode } }
}

const isDiskFull = (): boolean => {
  try {
    const { bavail, bsize } = statfsSync(dirname(path))
    return bavail * bsize < MIN_FREE_BYTES
  } catch {
    return false
  }
}

/** Runs the batches in one transaction. The replies are posted only after it is committed. */
const commitRequests = (
  requests: BatchRequest[],
): { replies: BatchReply[]; batches: number; seconds: number } => {
  const startedAt = performance.now()
  const replies: BatchReply[] = []
  try {
    db.exec('begin immediate')
    for (const { id, batch } of requests) {
      try {
        replies.push({ id, results: runBatch(batch) })
      } catch (error) {
        // A full disk or an I/O error ends the whole transaction; then none of the batches is stored.
        if (!db.isTransaction) throw error
        replies.push(toErrorReply(id, error))
      }
    }
    db.exec('commit')
  } catch (error) {
    if (db.isTransaction) db.exec('rollback')
    return { replies: requests.map(({ id }) => toErrorReply(id, error)), batches: 0, seconds: 0 }
  }
  return { replies, batches: requests.length, seconds: (performance.now() - startedAt) / 1000 }
}

const migrate = (migrations: Migration[], now: number): string[] => {
  db.exec('begin immediate')
  try {
    db.exec(CREATE_VERSION_TABLES)
    const state = db.prepare(SELECT_SCHEMA_STATE).get() as unknown as SchemaState
    const pendingMigrations = findPendingMigrations(migrations, state)
    for (const migration of pendingMigrations) {
      db.exec(migration.sql)
      db.exec(recordMigration(migration, now))
    }
    db.exec('commit')
    return pendingMigrations.map(({ name }) => name)
  } catch (error) {
    db.exec('rollback')
    throw error
  }
}

const runRead = ({ id, batch }: BatchRequest): BatchReply => {
  try {
    return { id, results: batch.map(runStatement) }
  } catch (error) {
    return toErrorReply(id, error)
  }
}

/**
 * Posts the replies every few milliseconds. In one message, all reads would wait for the last one, and the main thread would
 * unpack all rows at once.
 */
const runReads = (requests: BatchRequest[]): void => {
  let replies: BatchReply[] = []
  let startedAt = performance.now()
  for (const request of requests) {
    replies.push(runRead(request))
    if (performance.now() - startedAt < MAX_REPLY_DELAY_MS) continue
    port.postMessage({ replies })
    replies = []
    startedAt = performance.now()
  }
  if (replies.length > 0) port.postMessage({ replies })
}

type ThreadCommand = BatchRequest[] | { migrate: Migration[]; now: number } | 'close'

const onMessage = (message: ThreadCommand): void => {
  if (message === 'close') {
    db.close()
    lock?.close()
    port.close()
  } else if (Array.isArray(message)) {
    processRequests(message)
  } else {
    try {
      port.postMessage({ migrated: migrate(message.migrate, message.now) })
    } catch (error) {
      port.postMessage({ failed: error })
    }
  }
}

/** Includes all requests that have arrived by now, so that they share the commit. */
const processRequests = (requests: BatchRequest[]): void => {
  let nextMessage: ThreadCommand | undefined
  while (nextMessage === undefined) {
    const next = receiveMessageOnPort(port)?.message as ThreadCommand | undefined
    if (next === undefined) break
    if (Array.isArray(next)) requests.push(...next)
    else nextMessage = next
  }
  storeSqlTexts(requests)
  if (role === 'reader') runReads(requests)
  else port.postMessage(commitRequests(requests))
  if (nextMessage !== undefined) onMessage(nextMessage)
}

port.on('message', onMessage)
if (delayMemory !== undefined) reportEventLoopDelay(delayMemory)
collectWhenIdle()
port.postMessage({ open: report })
