/** The databases on which a benchmark measures storage: each measurement starts with an empty one. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { loadSqlite } from '../src/store/sql/sqlite-module.js'
import { startPostgres } from '../test/support/postgres.js'
import { makeTemporaryFolder, withCleanup, type Defer } from './cleanup.js'
import type { Finding } from './report.js'
import { measurePostgres, measureSqlite, type TableSizes } from './table-sizes.js'

export interface BenchDatabase {
  name: 'SQLite' | 'PostgreSQL'
  url: string
  measure(): Promise<TableSizes>
  /** The number of runs that are to be compacted when they have ended. */
  countCompactions(): Promise<number>
}

/** Creates an empty database. */
export type CreateDatabase = () => Promise<BenchDatabase>

const SELECT_COMPACTIONS = 'select run_id from event_compactions'

const countSqliteCompactions = (file: string): number => {
  const db = new (loadSqlite())(file, { readOnly: true })
  const { length } = db.prepare(SELECT_COMPACTIONS).all()
  db.close()
  return length
}

const POLL_MS = 500

/** The rows of a run are compacted after it has ended. */
export const waitUntilCompacted = async (database: BenchDatabase): Promise<void> => {
  while ((await database.countCompactions()) > 0) await sleep(POLL_MS)
}

type Bench = (create: CreateDatabase, defer: Defer) => Promise<Finding[]>

export const onBothDatabases = async (bench: Bench): Promise<Finding[]> => [
  ...(await withCleanup((defer) => bench(makeSqliteFactory(defer), defer))),
  ...(await withCleanup(async (defer) => bench(await makePostgresFactory(defer), defer))),
]

const makeSqliteFactory =
  (defer: Defer): CreateDatabase =>
  () => {
    const file = `${makeTemporaryFolder(defer)}/heddle.db`
    return Promise.resolve({
      name: 'SQLite',
      url: `sqlite:${file}`,
      measure: () => Promise.resolve(measureSqlite(file)),
      countCompactions: () => Promise.resolve(countSqliteCompactions(file)),
    })
  }

export const makePostgresFactory = async (defer: Defer): Promise<CreateDatabase> => {
  const server = await startPostgres({ fsync: true })
  defer(server.stop)
  const execute = async (statement: string, url = server.url): Promise<unknown[]> => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query<object>(statement)
    await client.end()
    return rows
  }
  let count = 0
  return async () => {
    const name = `heddle_bench_${process.pid}_${++count}`
    await execute(`create database ${name}`)
    defer(async () => {
      await execute(`drop database ${name} with (force)`)
    })
    const url = Object.assign(new URL(server.url), { pathname: `/${name}` }).href
    return {
      name: 'PostgreSQL',
      url,
      measure: () => measurePostgres(url),
      countCompactions: async () => (await execute(SELECT_COMPACTIONS, url)).length,
    }
  }
}
