/** Measures what runs and their token events take in the database, by table. HEDDLE_BENCH_RUNS changes the number of runs. */
import type { Programs } from './build.js'
import { onBothDatabases, waitUntilCompacted, type BenchDatabase } from './databases.js'
import { atMost, type Finding } from './report.js'
import { runInThread, runOnHeddleWith, type RunClient } from './run-clients.js'
import { runLoad } from './run-load.js'
import { startHeddle } from './start-heddle.js'
import { printGrowth, subtractSizes, sumSizes } from './table-sizes.js'
import { measureTokens } from './token-storage.js'

const RUNS = Number(process.env['HEDDLE_BENCH_RUNS'] ?? 10_000)
/** Sizes are stated for this number of runs, whatever number was executed. */
const STATED_RUNS = 10_000
const TARGET_MB = 30
const CONNECTIONS = 64

type Measure = (port: number, database: BenchDatabase) => Promise<Finding[]>

export const benchStorage = (programs: Programs): Promise<Finding[]> =>
  onBothDatabases(async (create, defer) => {
    const measures: Measure[] = [
      ...Object.entries(CLIENTS).map(
        ([api, client]): Measure =>
          (port, database) =>
            measureRuns(port, database, api, client),
      ),
      (port, database) => measureTokens(port, database, defer),
    ]
    const findings: Finding[] = []
    for (const measure of measures) {
      const database = await create()
      const { port, stop } = await startHeddle(programs, defer, { DATABASE_URL: database.url })
      findings.push(...(await measure(port, database)))
      await stop()
    }
    return findings
  })

const CLIENTS: Record<string, RunClient> = {
  'native API': runOnHeddleWith('pair'),
  'LangGraph API': runInThread('pair'),
}

const measureRuns = async (
  port: number,
  database: BenchDatabase,
  api: string,
  client: RunClient,
): Promise<Finding[]> => {
  const before = await database.measure()
  let completed = 0
  await runLoad({ port, client, connections: CONNECTIONS }, () => ++completed < RUNS)
  await waitUntilCompacted(database)
  const growth = subtractSizes(await database.measure(), before)
  printGrowth(
    `${database.name}, ${api}, ${completed.toLocaleString('en')} runs of two nodes`,
    growth,
    completed,
    'run',
  )
  const megabytes = ((sumSizes(growth) / completed) * STATED_RUNS) / 1e6
  const extent = RUNS === STATED_RUNS ? '' : `, extrapolated from ${completed.toLocaleString('en')}`
  return [
    atMost(`10,000 runs of two nodes${extent}, ${database.name}, ${api}`, megabytes, TARGET_MB, ' MB', 1),
  ]
}
