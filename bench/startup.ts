/** Measures the time from start to first response on an existing database, and the memory when idle. */
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '../test/support/postgres.js'
import type { Programs } from './build.js'
import { withCleanup, makeTemporaryFolder } from './cleanup.js'
import { atMost, printNote, type Finding } from './report.js'
import { median } from './rounds.js'
import { startServer } from './server-process.js'

const STARTS = 15
/** Idle threads return their memory after 12 s. */
const IDLE_MS = 20_000

export const benchStartup = (programs: Programs): Promise<Finding[]> =>
  withCleanup(async (defer) => {
    const { url, stop } = await startPostgres({ fsync: true })
    defer(stop)
    return [
      ...(await measure(programs, 'SQLite', `sqlite:${makeTemporaryFolder(defer)}/heddle.db`)),
      ...(await measure(programs, 'PostgreSQL', url)),
    ]
  })

const measure = async ({ service }: Programs, database: string, url: string): Promise<Finding[]> => {
  const start = () => startServer(service, { DATABASE_URL: url })
  // The first start creates the tables and is not counted.
  await (await start()).stop()
  const times: number[] = []
  for (let round = 0; round < STARTS; round++) {
    const server = await start()
    times.push(server.startMs)
    await server.stop()
  }
  const idle = await start()
  await sleep(IDLE_MS)
  const resident = idle.residentMb()
  await idle.stop()
  printNote(`${database}: started in ${median(times).toFixed(0)} ms, max ${Math.max(...times).toFixed(0)} ms`)
  printNote(`${database}: ${resident.toFixed(0)} MB resident, idle`)
  return [
    atMost(`start, ${database}: median of ${STARTS}`, median(times), 1000, ' ms', 0),
    atMost(`memory, ${database}: resident, idle`, resident, 120, ' MB', 0),
  ]
}
