/**
 * Checks that statistics and the list of runs respond fast with a million stored runs. HEDDLE_BENCH_RUNS changes the number of runs.
 */
import pg from 'pg'
import { startPostgres } from '../test/support/postgres.js'
import type { Programs } from './build.js'
import { makeTemporaryFolder, withCleanup, type Defer } from './cleanup.js'
import { fillPostgres, fillSqlite } from './fill-runs.js'
import { atMost, printNote, type Finding } from './report.js'
import { quantile } from './rounds.js'
import { startServer, type ServerProcess } from './server-process.js'

const RUNS = Number(process.env['HEDDLE_BENCH_RUNS'] ?? 1_000_000)
const REQUESTS = 500
const WARM_UP = 50
const TARGET_MS = 50
const DAY_MS = 86_400_000

const toPaths = (): Record<string, string> => ({
  'statistics of a day': '/api/v1/stats',
  'statistics of 60 days': `/api/v1/stats?from=${new Date(Date.now() - 60 * DAY_MS).toISOString()}&step=86400`,
  'first page of runs': '/api/v1/runs?limit=50',
  'first page of failed runs': '/api/v1/runs?limit=50&status=failed',
})

export const benchStatistics = async (programs: Programs): Promise<Finding[]> => [
  ...(await withCleanup((defer) => onSqlite(programs, defer))),
  ...(await withCleanup((defer) => onPostgres(programs, defer))),
]

const onSqlite = (programs: Programs, defer: Defer): Promise<Finding[]> => {
  const file = `${makeTemporaryFolder(defer)}/full.db`
  return measure(programs, defer, 'SQLite', `sqlite:${file}`, async () => {
    fillSqlite(file, RUNS)
  })
}

const onPostgres = async (programs: Programs, defer: Defer): Promise<Finding[]> => {
  const { url, stop } = await startPostgres({ fsync: true })
  defer(stop)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('create database heddle_statistics')
  await client.end()
  const databaseUrl = Object.assign(new URL(url), { pathname: '/heddle_statistics' }).href
  return measure(programs, defer, 'PostgreSQL', databaseUrl, () => fillPostgres(databaseUrl, RUNS))
}

const measure = async (
  programs: Programs,
  defer: Defer,
  database: string,
  databaseUrl: string,
  fill: () => Promise<void>,
): Promise<Finding[]> => {
  // The first start creates the tables.
  await (await startServer(programs.service, { DATABASE_URL: databaseUrl })).stop()
  const started = performance.now()
  await fill()
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  printNote(`${database}: ${RUNS.toLocaleString('en')} runs stored in ${seconds} s`)
  const server = await startServer(programs.service, { DATABASE_URL: databaseUrl })
  defer(server.stop)
  const findings: Finding[] = []
  for (const [name, path] of Object.entries(toPaths())) {
    const times = await timeRequests(server, path)
    printNote(`${database}: ${name}, median ${quantile(times, 0.5).toFixed(1)} ms`)
    findings.push(atMost(`${database}: p99 of the ${name}`, quantile(times, 0.99), TARGET_MS, ' ms', 1))
  }
  return findings
}

const timeRequests = async ({ port }: ServerProcess, path: string): Promise<number[]> => {
  const times: number[] = []
  for (let request = 0; request < WARM_UP + REQUESTS; request++) {
    const started = performance.now()
    const response = await fetch(`http://127.0.0.1:${String(port)}${path}`)
    const text = await response.text()
    if (response.status !== 200) throw new Error(`${path} responded ${String(response.status)}: ${text}`)
    if (request >= WARM_UP) times.push(performance.now() - started)
  }
  return times
}
