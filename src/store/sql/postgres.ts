/**
 * The driver for clusters: a pool of pipelined PostgreSQL connections. A batch is sent as one transaction in one or two
 * round trips. Between BEGIN and COMMIT the application only checks whether the required rows were returned.
 */
import type { Duplex } from 'node:stream'
import pg from 'pg'
import { splitHosts } from '../../schema/postgres-url.js'
import { makeGroupCommit, isGroupable } from './group-commit.js'
import { connectToPrimary } from './postgres-hosts.js'
import { migratePostgres } from './postgres-migrations.js'
import { openNotificationChannel, NOTIFY_SQL } from './postgres-notifications.js'
import { buildBegin, openPool, types } from './postgres-pool.js'
import { makeStatisticsRefresh } from './postgres-statistics.js'
import { measurePostgres } from './postgres-storage.js'
import type { Durability, SqlDriver, OnCommit, Rows } from './driver.js'
import { shareRowTexts } from './shared-rows.js'
import type { Statement } from './statement.js'

/**
 * No statement or batch takes longer than this, including the time to get a connection. A request that has made a call before is
 * still rejected within ten seconds.
 */
const DEADLINE_MS = 8_500

/**
 * True if the error guarantees that nothing was stored: SQLSTATE class 22 (invalid value), 23 (constraint) or 40
 * (deadlock, serialization failure). After other errors, such as a server crash during the commit, the outcome is unknown.
 */
const isRolledBack = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^(22|23|40)/.test(error.code ?? '')

/** True if a statement was prepared before a migration added a column that it returns. Nothing was stored. */
const isPlanOutdated = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  error.code === '0A000' &&
  /cached plan must not change result type/.test(error.message)

/** A migration that changes several tables can deadlock with a batch. PostgreSQL rolls one of them back. */
const isDeadlock = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '40P01'
const MAX_RETRIES = 2

interface Options {
  url: string
  /** The URL without a connection pooler, if `url` is that of a pooler in transaction mode. */
  directUrl?: string | undefined
  poolSize: number
  durability: Durability
  onCommit: OnCommit
  onError: (error: Error) => void
}

export const openPostgres = (options: Options): SqlDriver => {
  const { url, directUrl, poolSize, durability, onCommit, onError } = options
  const isPooled = directUrl !== undefined
  const poolOptions = { urls: splitHosts(url), size: poolSize, durability, isPooled, onError }
  const directUrls = directUrl === undefined ? poolOptions.urls : splitHosts(directUrl)
  const pool = openPool(poolOptions)
  const begin = buildBegin(poolOptions)

  // Named statements are parsed and planned once for each connection. A transaction pooler hands out another connection
  // for each transaction, on which the names are not known.
  let statementNames = new Map<string, string>()
  let planGeneration = 0
  const toQueryConfig = ({ sql, params }: Statement): pg.QueryConfig => {
    if (isPooled) return { text: sql, values: params as unknown[] }
    let name = statementNames.get(sql)
    if (name === undefined) {
      name = `s${String(planGeneration)}_${String(statementNames.size)}`
      statementNames.set(sql, name)
    }
    return { name, text: sql, values: params as unknown[] }
  }

  /** Repeats a batch of which nothing was stored, if another node caused the error: with a migration, or with a deadlock. */
  const withRetries = async <T>(execute: () => Promise<T>, retries = MAX_RETRIES): Promise<T> => {
    const generation = planGeneration
    try {
      return await execute()
    } catch (error) {
      if (retries === 0 || !(isPlanOutdated(error) || isDeadlock(error))) throw error
      // A migration outdates the prepared statements of all connections, so all of them get new names.
      if (isPlanOutdated(error) && planGeneration === generation) {
        planGeneration++
        statementNames = new Map()
      }
      return withRetries(execute, retries - 1)
    }
  }

  const read = async (statement: Statement): Promise<Rows> => {
    const rows = await withDeadline(
      withRetries(() =>
        pool.use(async (client) => (await client.query<Rows[number]>(toQueryConfig(statement))).rows),
      ),
    )
    return statement.sharesTexts === true ? rows.map(shareRowTexts) : rows
  }

  const statistics = makeStatisticsRefresh(pool, onError)

  const write = async (batch: readonly Statement[]): Promise<Rows[] | number> => {
    const results = await withDeadline(isGroupable(batch) ? writeGrouped(batch) : writeAlone(batch))
    statistics.countStatements(batch.length)
    return results
  }

  const writeAlone = async (batch: readonly Statement[]): Promise<Rows[] | number> => {
    const startedAt = performance.now()
    const results = await writeUngrouped(batch)
    onCommit(1, (performance.now() - startedAt) / 1000)
    return results
  }

  const writeUngrouped = (batch: readonly Statement[]): Promise<Rows[] | number> =>
    withRetries(() =>
      // Through a pooler, a single statement also needs a transaction, which carries the settings.
      batch.length === 1 && !isPooled ? writeStatement(batch) : writeTransaction(batch),
    )

  const writeGrouped = makeGroupCommit(writeUngrouped, isRolledBack, onCommit)

  const writeStatement = async ([statement]: readonly Statement[]): Promise<Rows[] | number> => {
    if (statement === undefined) return []
    const { rows } = await pool.use((client) => client.query<Rows[number]>(toQueryConfig(statement)))
    return statement.requiresRow && rows.length === 0 ? 0 : [rows]
  }

  const writeTransaction = (batch: readonly Statement[]): Promise<Rows[] | number> =>
    pool.use(async (client) => {
      const hasRequiredRows = batch.some(({ requiresRow }) => requiresRow)
      const { beginQuery, queries, commitQuery } = sendTogether(client, () => ({
        beginQuery: client.query(begin),
        queries: batch.map((statement) => client.query<Rows[number]>(toQueryConfig(statement))),
        // If no statement requires a row, the commit is sent together with the statements. After an error PostgreSQL
        // turns the commit into a rollback, and the error is thrown below.
        commitQuery: hasRequiredRows ? undefined : client.query('commit'),
      }))
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
    })

  const migrate: SqlDriver['migrate'] = async (migrations, now) => {
    if (pool.isClosed()) throw new Error('cannot migrate: the connection pool is closed')
    // A separate connection, without the pool's timeouts: a migration can take long.
    const client = await connectToPrimary(directUrls, { types })
    try {
      return await migratePostgres(client, migrations, now)
    } finally {
      await client.end()
    }
  }

  const notify = (text: string): Promise<void> =>
    pool.use(async (client) => {
      await client.query(NOTIFY_SQL, [text])
    })
  return {
    read,
    write,
    migrate,
    measureStorage: () => measurePostgres(read),
    listen: (listener) => openNotificationChannel(directUrls, notify, listener),
    close: pool.close,
  }
}

/**
 * Writes all queries that `send` issues to the socket at once. The driver writes each query by itself, and the system calls
 * for that took 40 % of the main thread under load.
 */
const sendTogether = <T>(client: pg.PoolClient, send: () => T): T => {
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection
  stream.cork()
  try {
    return send()
  } finally {
    stream.uncork()
  }
}

/** After the deadline the outcome of a write is unknown, as after a lost connection. */
const withDeadline = async <T>(work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`timeout: the database did not respond within ${String(DEADLINE_MS)} ms`))
    }, DEADLINE_MS)
  })
  try {
    return await Promise.race([work, deadline])
  } finally {
    clearTimeout(timer)
  }
}
