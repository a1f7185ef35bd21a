/** Checks that deep pages and creates stay fast with a million threads. */
import pg from 'pg'
import { startPostgres } from '../test/support/postgres.js'
import type { Programs } from './build.js'
import { withCleanup, makeTemporaryFolder, type Defer } from './cleanup.js'
import { makeCreateLoad } from './run-program.js'
import { fillPostgres, fillSqlite } from './million-threads.js'
import { atMost, printNote, type Finding } from './report.js'
import { median, medianRatio, measureRounds } from './rounds.js'
import { startServer, type ServerProcess } from './server-process.js'

const CONNECTIONS = 16
const LIMIT = 50
const DEEP_PAGE = 1_000
const REQUESTS = 400
const WARM_UP = 100

export const benchListing = async (programs: Programs): Promise<Finding[]> => [
  ...(await withCleanup((defer) => onSqlite(programs, defer))),
  ...(await withCleanup((defer) => onPostgres(programs, defer))),
]

const onSqlite = async (programs: Programs, defer: Defer): Promise<Finding[]> => {
  const file = `${makeTemporaryFolder(defer)}/full.db`
  const empty = `sqlite:${makeTemporaryFolder(defer)}/empty.db`
  return compare(programs, defer, 'SQLite', { full: `sqlite:${file}`, empty }, async () => {
    fillSqlite(file)
  })
}

const onPostgres = async (programs: Programs, defer: Defer): Promise<Finding[]> => {
  const { url, stop } = await startPostgres({ fsync: true })
  defer(stop)
  const full = await createDatabase(url, 'heddle_full')
  return compare(
    programs,
    defer,
    'PostgreSQL',
    { full, empty: await createDatabase(url, 'heddle_empty') },
    () => fillPostgres(full),
  )
}

const createDatabase = async (connectionString: string, name: string): Promise<string> => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return Object.assign(new URL(connectionString), { pathname: `/${name}` }).href
}

const compare = async (
  programs: Programs,
  defer: Defer,
  database: string,
  urls: { full: string; empty: string },
  fill: () => Promise<void>,
): Promise<Finding[]> => {
  // The first start creates the tables.
  await (await startServer(programs.service, { DATABASE_URL: urls.full })).stop()
  const started = performance.now()
  await fill()
  printNote(`${database}: a million threads stored in ${((performance.now() - started) / 1000).toFixed(0)} s`)
  const start = async (url: string): Promise<ServerProcess> => {
    const server = await startServer(programs.service, { DATABASE_URL: url })
    defer(server.stop)
    return server
  }
  const full = await start(urls.full)
  const empty = await start(urls.empty)

  const pages = await timePages(full)
  printNote(
    `${database}: page 1 ${median(pages.first).toFixed(2)} ms, page ${DEEP_PAGE} ${median(pages.deep).toFixed(2)} ms`,
  )
  const rates = await measureRounds({
    full: makeCreateLoad(programs.driver, full, CONNECTIONS),
    empty: makeCreateLoad(programs.driver, empty, CONNECTIONS),
  })
  printNote(
    `${database}: creates among a million ${median(rates.full).toFixed(0)}/s, in an empty one ${median(rates.empty).toFixed(0)}/s`,
  )
  return [
    atMost(
      `listing, ${database}: page ${DEEP_PAGE} relative to page 1`,
      median(pages.deep) / median(pages.first),
      1.5,
    ),
    atMost(
      `creates, ${database}: time with a million threads relative to an empty database`,
      medianRatio(rates.empty, rates.full),
      1.2,
    ),
  ]
}

interface ListPage {
  data: unknown[]
  next_cursor: string | null
}

const timePages = async ({ port }: ServerProcess): Promise<{ first: number[]; deep: number[] }> => {
  const list = async (limit: number, cursor?: string | null): Promise<ListPage> => {
    const url = `http://127.0.0.1:${port}/api/v1/threads?limit=${limit}${cursor == null ? '' : `&cursor=${cursor}`}`
    const page = (await (await fetch(url)).json()) as ListPage
    if (page.data.length !== limit) throw new Error(`${url} returned ${page.data.length} threads`)
    return page
  }
  let cursor: string | null = null
  for (let page = 1; page < DEEP_PAGE; page++) cursor = (await list(LIMIT, cursor)).next_cursor

  const timed = async (times: number[], from?: string | null): Promise<void> => {
    const started = performance.now()
    await list(LIMIT, from)
    times.push(performance.now() - started)
  }
  const first: number[] = []
  const deep: number[] = []
  for (let round = 0; round < WARM_UP + REQUESTS; round++) {
    await timed(first)
    await timed(deep, cursor)
  }
  return { first: first.slice(WARM_UP), deep: deep.slice(WARM_UP) }
}
