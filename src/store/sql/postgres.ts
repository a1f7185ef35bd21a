/**
 * The driver for clusters: a pool of pipelined PostgreSQL connections. A batch is sent as one transaction in one or two
 * round trips. Between BEGIN and COMMIT the application only checks whether the required rows were returned.
 */
import pg from 'pg'
import { makeGroupCommit, isGroupable } from './group-commit.js'
import { findPendingMigrations, CREATE_VERSION_TABLE } from './migrate.js'
import { openNotificationChannel, NOTIFY_SQL } from './postgres-notifications.js'
import type { Durability, SqlDriver, OnCommit, Rows } from './driver.js'
import type { Statement } from './statement.js'

const INT8_OID = 20
const JSON_OIDS = [114, 3802]
const QUERY_TIMEOUT_MS = 10_000
// An arbitrary number that must be the same on every node.
const MIGRATION_LOCK = 7_305_801_442

// Rows have the same values as SQLite's: bigint as number (all values are below 2^53), JSON as text.
const types = new pg.TypeOverrides()
types.setTypeParser(INT8_OID, Number)
for (const type of JSON_OIDS) types.setTypeParser(type, (text: string) => text)

/**
 * True if the error guarantees that nothing was stored: SQLSTATE class 22 (invalid value), 23 (constraint) or 40
 * (deadlock, serialization failure). After other errors, such as a server crash during the commit, the outcome is unknown.
 */
const isRolledBack = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^(22|23|40)/.test(error.code ?? '')

export const openPostgres = (
  url: string,
  poolSize: number,
  durability: Durability,
  onCommit: OnCommit,
  onError: (error: Error) => void,
): SqlDriver => {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    types,
    pipeline: true,
    application_name: 'heddle',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    // A network that silently drops packets does not break the connection; without a timeout a request would wait
    // forever.
    query_timeout: QUERY_TIMEOUT_MS,
    // The pool awaits this promise before it uses the connection, although its types do not say so.
    onConnect: (client): unknown =>
      client.query(
        `set synchronous_commit = ${durability === 'full' ? 'on' : 'off'};
         set statement_timeout = '10s'; set lock_timeout = '5s'; set idle_in_transaction_session_timeout = '30s'`,
      ),
  })
  // The pool replaces a broken idle connection. Without a listener the error would end the process.
  pool.on('error', onError)
  // A connection that breaks in use rejects its requests; the error event still needs a listener.
  pool.on('connect', (client) => client.on('error', () => undefined))

  // Named statements are parsed and planned once for each connection.
  const statementNames = new Map<string, string>()
  const toQueryConfig = ({ sql, params }: Statement): pg.QueryConfig => {
    let name = statementNames.get(sql)
    if (name === undefined) statementNames.set(sql, (name = `s${String(statementNames.size)}`))
    return { name, text: sql, values: params as unknown[] }
  }

  const read = async (statement: Statement): Promise<Rows> =>
    (await pool.query<Rows[number]>(toQueryConfig(statement))).rows

  const write = async (batch: readonly Statement[]): Promise<Rows[] | number> => {
    if (isGroupable(batch)) return writeGrouped(batch)
    const startedAt = performance.now()
    const results = await writeUngrouped(batch)
    onCommit(1, (performance.now() - startedAt) / 1000)
    return results
  }

  const writeUngrouped = (batch: readonly Statement[]): Promise<Rows[] | number> =>
    batch.length === 1 ? writeStatement(batch) : writeTransaction(batch)

  const writeGrouped = makeGroupCommit(writeUngrouped, isRolledBack, onCommit)

  const writeStatement = async ([statement]: readonly Statement[]): Promise<Rows[] | number> => {
    if (statement === undefined) return []
    const rows = await read(statement)
    return statement.requiresRow && rows.length === 0 ? 0 : [rows]
  }

  const writeTransaction = async (batch: readonly Statement[]): Promise<Rows[] | number> => {
    const client = await pool.connect()
    let connectionError: Error | undefined
    try {
      const beginQuery = client.query('begin')
      const queries = batch.map((statement) => client.query<Rows[number]>(toQueryConfig(statement)))
      const hasRequiredRows = batch.some(({ requiresRow }) => requiresRow)
      // If no statement requires a row, the commit is sent together with the statements. After an error PostgreSQL
      // turns the commit into a rollback, and the error is thrown below.
      const commitQuery = hasRequiredRows ? undefined : client.query('commit')
      const outcomes = await Promise.allSettled([
        beginQuery,
        ...queries,
        ...(commitQuery ? [commitQuery] : []),
      ])
      // The first failed statement decides: without pipelining, the batch would have stopped there.
      const failedIndex = outcomes.findIndex(
        (outcome, index) =>
          outcome.status === 'rejected' ||
          (batch[index - 1]?.requiresRow === true && outcome.value.rows.length === 0),
      )
      if (hasRequiredRows) await client.query(failedIndex === -1 ? 'commit' : 'rollback')
      if (failedIndex === -1) return (await Promise.all(queries)).map(({ rows }) => rows)
      const outcome = outcomes[failedIndex]
      if (outcome?.status === 'rejected') throw outcome.reason as Error
      // Index 0 is the BEGIN.
      return failedIndex - 1
    } catch (error) {
      // The connection stays usable only after an error with a SQLSTATE, which a statement caused.
      if (!(error instanceof pg.DatabaseError)) connectionError = error as Error
      throw error
    } finally {
      client.release(connectionError)
    }
  }

  const migrate: SqlDriver['migrate'] = async (migrations, now) => {
    if (pool.ending) throw new Error('cannot migrate: the connection pool is closed')
    // A separate connection, without the pool's timeouts: a migration can take long.
    const client = new pg.Client({ connectionString: url, types, connectionTimeoutMillis: 5_000 })
    await client.connect()
    try {
      await client.query('begin')
      // Nodes that start at the same time migrate one after another; later nodes find no pending migrations.
      await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
      await client.query('set local statement_timeout = 0; set local lock_timeout = 0')
      await client.query(CREATE_VERSION_TABLE)
      const { rows } = await client.query<{ version: number | null }>(
        'select max(version) as version from schema_versions',
      )
      const pendingMigrations = findPendingMigrations(migrations, rows[0]?.version ?? 0)
      for (const { version, name, sql } of pendingMigrations) {
        await client.query(sql)
        await client.query('insert into schema_versions (version, name, applied_at) values ($1, $2, $3)', [
          version,
          name,
          now,
        ])
      }
      await client.query('commit')
      return pendingMigrations.map(({ name }) => name)
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      throw error
    } finally {
      await client.end()
    }
  }

  let closing: Promise<void> | undefined
  const notify = async (text: string): Promise<void> => {
    await pool.query(NOTIFY_SQL, [text])
  }
  return {
    read,
    write,
    migrate,
    listen: (listener) => openNotificationChannel(url, notify, listener),
    close: () => (closing ??= pool.end()),
  }
}
