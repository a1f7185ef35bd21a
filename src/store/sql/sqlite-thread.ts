/**
 * The database thread. One per connection: the writer gathers every batch that arrived while its last commit
 * was syncing and commits them together, one fsync for many requests; the reader replies queries from its own
 * WAL snapshot, so that a read never waits for an fsync.
 *
 * Guarantee: an answer to a write is posted only after the COMMIT that holds it has returned, and with
 * durability `full` that is after fsync. A kill at any line loses only what nobody was told.
 */
import { createRequire } from 'node:module'
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { jsonMatches } from './json-conditions.js'
import { jsonContains } from './json-contains.js'
import type { DatabaseSyncInstance, StatementSyncInstance, DatabaseSync } from '@photostructure/sqlite'
import { findPendingMigrations, CREATE_VERSION_TABLE, type Migration } from './migrate.js'
import type { BatchReply, BatchRequest, ThreadOptions, WireStatement } from './sqlite-protocol.js'
import type { Rows } from './driver.js'

const { path, role, durability, exclusive } = workerData as ThreadOptions
if (parentPort === null) throw new Error('sqlite-thread runs as a worker thread only')
const port = parentPort

// The runtime's own driver where it exists (Node 22.13 and later); the package has the same API.
const { DatabaseSync: Driver } = (process.getBuiltinModule('node:sqlite') ??
  createRequire(import.meta.url)('@photostructure/sqlite')) as { DatabaseSync: typeof DatabaseSync }

const openDatabase = (): DatabaseSyncInstance => {
  const connection = new Driver(path, { readOnly: role === 'reader' })
  // The CLI may write from another process; wait for it rather than fail.
  connection.exec('pragma busy_timeout = 5000')
  if (role === 'writer') {
    connection.exec(`
      pragma journal_mode = wal;
      pragma synchronous = ${durability === 'full' ? 'full' : 'normal'};
      pragma journal_size_limit = 67108864;
    `)
  }
  connection.function('json_contains', { deterministic: true }, jsonContains)
  connection.function('json_meets', { deterministic: true }, jsonMatches)
  return connection
}

/**
 * Two services on one file would each think that they are alone. The lock is a transaction on a file beside it, held
 * to the end of the process; the operating system releases it however the process ends.
 */
const acquireLock = (): DatabaseSyncInstance => {
  const lock = new Driver(`${path}.lock`)
  try {
    lock.exec('pragma journal_mode = delete; begin exclusive')
  } catch (error) {
    throw new Error(`another Heddle is running on ${path}`, { cause: error })
  }
  return lock
}

// The module keeps them: the package's 1.2 line closes a database that is garbage collected.
const lock = exclusive ? acquireLock() : undefined
const db = openDatabase()

// SQL texts travel once; afterwards a statement is its number.
const sqlTexts: string[] = []
const preparedStatements: StatementSyncInstance[] = []

/** All of them before any is run: a batch may be undone before it comes to a statement that is new. */
const storeSqlTexts = (requests: BatchRequest[]): void => {
  for (const { batch } of requests) {
    for (const [statementId, sql] of batch) if (sql !== undefined) sqlTexts[statementId] = sql
  }
}

const runStatement = ([statementId, , params]: WireStatement): Rows => {
  const statement = (preparedStatements[statementId] ??= db.prepare(sqlTexts[statementId] ?? ''))
  return statement.all(...(params as never[])) as Rows
}

/** A batch of one statement needs no savepoint: SQLite undoes a failed statement by itself. */
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

// The package's 1.2 line leaves the result code out of what a prepared statement throws. SQLite's own texts for
// the codes that the dialect knows.
const RESULT_CODES: [RegExp, number][] = [
  [/^UNIQUE constraint failed/, 2067],
  [/^database (table )?is locked/, 5],
  [/^attempt to write a readonly database/, 8],
  [/^disk I\/O error/, 10],
  [/^database or disk is full/, 13],
  [/^unable to open database file/, 14],
]

const toErrorReply = (id: number, error: unknown): BatchReply => {
  const { message, errcode, stack } = error as Error & { errcode?: number }
  return {
    id,
    error: { message, stack, errcode: errcode ?? RESULT_CODES.find(([text]) => text.test(message))?.[1] },
  }
}

/** Runs a group of batches in one transaction and tells nobody before it is committed. */
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
        // Disk full and I/O errors end the whole transaction; then nothing of this group is stored.
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
    db.exec(CREATE_VERSION_TABLE)
    const current = db.prepare('select max(version) as version from schema_versions').get() as {
      version: number | null
    }
    const pendingMigrations = findPendingMigrations(migrations, current.version ?? 0)
    for (const { version, name, sql } of pendingMigrations) {
      db.exec(sql)
      db.prepare('insert into schema_versions (version, name, applied_at) values (?, ?, ?)').run(
        version,
        name,
        now,
      )
    }
    db.exec('commit')
    return pendingMigrations.map(({ name }) => name)
  } catch (error) {
    db.exec('rollback')
    throw error
  }
}

const runReads = (requests: BatchRequest[]): BatchReply[] =>
  requests.map(({ id, batch }) => {
    try {
      return { id, results: batch.map(runStatement) }
    } catch (error) {
      return toErrorReply(id, error)
    }
  })

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

/** Whatever else has arrived by now shares the commit. */
const processRequests = (requests: BatchRequest[]): void => {
  let nextMessage: ThreadCommand | undefined
  while (nextMessage === undefined) {
    const next = receiveMessageOnPort(port)?.message as ThreadCommand | undefined
    if (next === undefined) break
    if (Array.isArray(next)) requests.push(...next)
    else nextMessage = next
  }
  storeSqlTexts(requests)
  port.postMessage(role === 'reader' ? { replies: runReads(requests) } : commitRequests(requests))
  if (nextMessage !== undefined) onMessage(nextMessage)
}

port.on('message', onMessage)
port.postMessage('open')
