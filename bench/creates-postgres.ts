/** Compares durable creates on PostgreSQL with a plain `pg` insert loop on the same server and concurrency. */
import pg from 'pg'
import { startPostgres } from '../test/support/postgres.js'
import type { Programs } from './build.js'
import { withCleanup, type Defer } from './cleanup.js'
import { makeCreateLoad, runProgram } from './run-program.js'
import { atLeast, printNote, type Finding } from './report.js'
import { median, medianRatio, measureRounds, type Variants } from './rounds.js'
import { startServer } from './server-process.js'

const CONNECTIONS = 64
const POOL_SIZES = [10, 16, 32, 64]
/** The default of the service. */
const DEFAULT_POOL_SIZE = 10

export const benchCreatesOnPostgres = (programs: Programs): Promise<Finding[]> =>
  withCleanup(async (defer) => {
    const { url, stop } = await startPostgres({ fsync: true })
    defer(stop)
    const services = await startServices(programs, url, defer)
    await copyTable(url)

    const bare = (size: number) => async (seconds: number) =>
      (await runProgram(programs.insertLoop, url, size, CONNECTIONS, seconds)).perSecond

    // Find the best pool size of both; the service is compared with the bare loop at its best size.
    const sweep: Variants<string> = {}
    for (const size of POOL_SIZES) {
      sweep[`bare ${size}`] = bare(size)
      sweep[`service ${size}`] = services.get(size)!
    }
    const sweepRates = await measureRounds(sweep, { rounds: 3, seconds: 2 })
    const rate = (kind: string, size: number): number => median(sweepRates[`${kind} ${size}`]!)
    const findBestSize = (kind: string): number =>
      POOL_SIZES.toSorted((a, b) => rate(kind, b) - rate(kind, a))[0]!
    for (const kind of ['bare', 'service']) {
      const rates = POOL_SIZES.map((size) => `${size}: ${rate(kind, size).toFixed(0)}/s`)
      printNote(`${kind.padEnd(7)} by connections  ${rates.join('  ')}`)
    }

    const rates = await measureRounds({
      service: services.get(DEFAULT_POOL_SIZE)!,
      bestService: services.get(findBestSize('service'))!,
      bare: bare(findBestSize('bare')),
    })
    printNote(`service, ${DEFAULT_POOL_SIZE} connections (default)  ${median(rates.service).toFixed(0)}/s`)
    printNote(
      `service, ${findBestSize('service')} connections (its best)  ${median(rates.bestService).toFixed(0)}/s`,
    )
    printNote(`bare loop, ${findBestSize('bare')} connections (its best)  ${median(rates.bare).toFixed(0)}/s`)
    return [
      atLeast(
        'creates, PostgreSQL: relative to a bare insert loop',
        medianRatio(rates.service, rates.bare),
        0.6,
      ),
      {
        label: `creates, PostgreSQL: with ${findBestSize('service')} connections`,
        measured: medianRatio(rates.bestService, rates.bare).toFixed(2),
      },
    ]
  })

const startServices = async (programs: Programs, url: string, defer: Defer) => {
  const loads = new Map<number, (seconds: number) => Promise<number>>()
  for (const size of POOL_SIZES) {
    const server = await startServer(programs.service, {
      DATABASE_URL: url,
      DATABASE_POOL_SIZE: String(size),
    })
    defer(server.stop)
    loads.set(size, makeCreateLoad(programs.driver, server, CONNECTIONS))
  }
  return loads
}

const copyTable = async (connectionString: string): Promise<void> => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query('create table bare_threads (like threads including all)')
  await client.end()
}
