/**
 * Measures how much a purge of a million events slows down runs. Two services have the same old runs; one of them purges them. The service
 * that is not measured is stopped (SIGSTOP), so the purge runs only while its own service is measured. HEDDLE_BENCH_PURGED_RUNS changes the
 * number of old runs.
 */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startPostgres } from '../test/support/postgres.js'
import type { Programs } from './build.js'
import { makeTemporaryFolder, withCleanup, type Defer } from './cleanup.js'
import { EVENTS_PER_RUN, fillPostgresWithOldRuns, fillSqliteWithOldRuns } from './fill-old-runs.js'
import { atLeast, formatRange, printNote, toInfoFinding, type Finding } from './report.js'
import { measureRounds, median, medianRatio } from './rounds.js'
import { runOnHeddle } from './run-clients.js'
import { runLoadFor, warmUp } from './run-load.js'
import { startServer, type ServerProcess } from './server-process.js'

const OLD_RUNS = Number(process.env['HEDDLE_BENCH_PURGED_RUNS'] ?? 10_000)
const EVENTS = OLD_RUNS * EVENTS_PER_RUN
const CONNECTIONS = 64
const WARM_UP_RUNS = 1_000
const POLL_MS = 500

interface FilledDatabase {
  url: string
  fill: () => Promise<void>
}

export const benchPurge = async (programs: Programs): Promise<Finding[]> => [
  ...(await withCleanup((defer) => onSqlite(programs, defer))),
  ...(await withCleanup((defer) => onPostgres(programs, defer))),
]

const onSqlite = async (programs: Programs, defer: Defer): Promise<Finding[]> => {
  const files = ['plain', 'purged'].map((name) => `${makeTemporaryFolder(defer)}/${name}.db`)
  const databases = files.map((file) => ({
    url: `sqlite:${file}`,
    fill: async () => {
      fillSqliteWithOldRuns(file, OLD_RUNS)
    },
  }))
  const findings = await compare(programs, defer, 'SQLite', databases)
  const [plain, purged] = files.map((file) => statSync(file).size / 2 ** 20)
  return [
    ...findings,
    toInfoFinding(
      'purge, SQLite: file without and with a purge',
      `${plain!.toFixed(0)} MB, ${purged!.toFixed(0)} MB`,
    ),
  ]
}

const onPostgres = async (programs: Programs, defer: Defer): Promise<Finding[]> => {
  const { url, stop } = await startPostgres({ fsync: true })
  defer(stop)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const databases: FilledDatabase[] = []
  for (const name of ['heddle_plain', 'heddle_purged']) {
    await client.query(`create database ${name}`)
    const databaseUrl = Object.assign(new URL(url), { pathname: `/${name}` }).href
    databases.push({ url: databaseUrl, fill: () => fillPostgresWithOldRuns(databaseUrl, OLD_RUNS) })
  }
  await client.end()
  return compare(programs, defer, 'PostgreSQL', databases)
}

const compare = async (
  programs: Programs,
  defer: Defer,
  database: string,
  databases: FilledDatabase[],
): Promise<Finding[]> => {
  const LANGGRAPH_JSON = join(programs.project, 'langgraph.json')
  for (const { url, fill } of databases) {
    // The first start creates the tables.
    await (await startServer(programs.service, { DATABASE_URL: url, LANGGRAPH_JSON })).stop()
    await fill()
  }
  const start = async (url: string, env: Record<string, string>): Promise<ServerProcess> => {
    const server = await startServer(programs.service, { DATABASE_URL: url, LANGGRAPH_JSON, ...env })
    defer(server.stop)
    await warmUp(server.port, runOnHeddle, WARM_UP_RUNS)
    server.pause()
    return server
  }
  const plain = await start(databases[0]!.url, {})
  const purging = await start(databases[1]!.url, { RETENTION_DAYS: '30' })
  const measure = (server: ServerProcess) => async (seconds: number) => {
    server.resume()
    const load = { port: server.port, client: runOnHeddle, connections: CONNECTIONS }
    const { perSecond } = await runLoadFor(seconds, load)
    server.pause()
    return perSecond
  }
  const variants = { without: measure(plain), with: measure(purging) }
  const rates = await measureRounds(variants, { rounds: 7 })
  for (const [name, values] of Object.entries(rates))
    printNote(
      `${database}, ${name.padEnd(7)} ${median(values).toFixed(0).padStart(5)}/s, rounds ${formatRange(values)}`,
    )
  purging.resume()
  const purgedInRounds = await readPurgedEvents(purging)
  printNote(`${database}: ${purgedInRounds.toLocaleString('en')} events purged in the rounds and the warm-up`)
  if (purgedInRounds >= EVENTS) throw new Error('the purge ended before the last round; store more old runs')
  const restSeconds = await waitForPurge(purging)
  printNote(`${database}: the rest took ${restSeconds.toFixed(0)} s without load`)
  await purging.stop()
  const label = `purge, ${database}: rate of runs while a million events are purged`
  return [atLeast(label, medianRatio(rates.with, rates.without), 0.95)]
}

const readMetrics = async ({ port }: ServerProcess): Promise<string> =>
  (await fetch(`http://127.0.0.1:${String(port)}/metrics`)).text()

const readPurgedEvents = async (server: ServerProcess): Promise<number> =>
  Number(/^heddle_purged_total\{kind="events"\} (\d+)/m.exec(await readMetrics(server))?.[1] ?? 0)

/** Returns the seconds until a purge is complete, with the return of the space. */
const waitForPurge = async (server: ServerProcess): Promise<number> => {
  const startedAt = performance.now()
  while (!/^heddle_last_purge_timestamp_seconds [1-9]/m.test(await readMetrics(server))) await sleep(POLL_MS)
  return (performance.now() - startedAt) / 1000
}
