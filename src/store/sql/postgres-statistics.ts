/**
 * Updates PostgreSQL's planner statistics while a new database grows. PostgreSQL assumes that a table without statistics is
 * almost empty and then treats all of its indexes as equal. It often uses one of which only the tenant matches: with 5,000 queued
 * runs, the statement that ends a run took up to 8 s (November 2026). Autovacuum updates the statistics once a minute at most,
 * which is too late for a burst of runs on a new database.
 */
import type pg from 'pg'

/** The statements of this process after which the sizes of the tables are checked. */
const FIRST_CHECK = 500
const LAST_CHECK = 512_000

/** Selects the tables that have at least doubled since their statistics were collected, and have more than a few pages. */
const SELECT_GROWN_TABLES = `
  select quote_ident(relname) as name from pg_class
  where relkind = 'r' and relnamespace = current_schema()::regnamespace
    and pg_relation_size(oid) > 2 * current_setting('block_size')::bigint * greatest(relpages, 2)`

interface Pool {
  use<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T>
  isClosed(): boolean
}

export const makeStatisticsRefresh = (pool: Pool, onError: (error: Error) => void) => {
  let statementCount = 0
  let nextCheck = FIRST_CHECK
  let isRunning = false

  const refresh = async (): Promise<void> => {
    isRunning = true
    try {
      await pool.use(async (client) => {
        const { rows } = await client.query<{ name: string }>(SELECT_GROWN_TABLES)
        if (rows.length > 0) await client.query(`analyze ${rows.map(({ name }) => name).join(', ')}`)
      })
    } catch (error) {
      if (pool.isClosed()) return
      onError(
        new Error(`updating the statistics of the database failed: ${(error as Error).message}`, {
          cause: error,
        }),
      )
    } finally {
      isRunning = false
    }
  }

  return {
    /** Called for each batch. The checks get rarer, because the statistics of a large table stay valid for longer. */
    countStatements: (count: number): void => {
      statementCount += count
      if (statementCount < nextCheck || nextCheck > LAST_CHECK || isRunning) return
      while (nextCheck <= statementCount) nextCheck *= 2
      void refresh()
    },
  }
}
