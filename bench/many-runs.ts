/** Executes ten thousand runs, 64 concurrently: memory must not grow and the rate must not fall. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Programs } from './build.js'
import { withCleanup } from './cleanup.js'
import { startHeddle } from './start-heddle.js'
import { getHeapUsedMb } from './metrics.js'
import { atLeast, atMost, printNote, type Finding } from './report.js'
import { runOnHeddle } from './run-clients.js'
import { runLoad } from './run-load.js'
import type { ServerProcess } from './server-process.js'

const RUNS = 10_000
const THOUSAND = 1_000
const WARM_UP = 2_000
const SETTLE_MS = 5_000

export const benchManyRuns = (programs: Programs): Promise<Finding[]> =>
  withCleanup(async (defer) => {
    const heddle = await startHeddle(programs, defer)
    await measureRates(heddle, WARM_UP)
    const before = await measureSettledMemory(heddle)
    const rates = await measureRates(heddle, RUNS)
    const after = await measureSettledMemory(heddle)
    printNote(`runs per second, for each thousand: ${rates.map((rate) => rate.toFixed(0)).join(' ')}`)
    printNote(`resident ${before.resident.toFixed(0)} MB before, ${after.resident.toFixed(0)} MB after`)
    printNote(
      `heap of the main thread ${before.heap.toFixed(0)} MB before, ${after.heap.toFixed(0)} MB after`,
    )
    return [
      atMost('10,000 runs: growth of resident memory', after.resident - before.resident, 100, ' MB', 0),
      atLeast('10,000 runs: rate of the last thousand relative to the first', rates.at(-1)! / rates[0]!, 0.9),
    ]
  })

const measureRates = async ({ port }: ServerProcess, runs: number): Promise<number[]> => {
  let completed = 0
  let windowStart = performance.now()
  const rates: number[] = []
  await runLoad({ port, client: runOnHeddle, connections: 64 }, () => {
    if (++completed % THOUSAND === 0 && completed <= runs) {
      const now = performance.now()
      rates.push((THOUSAND / (now - windowStart)) * 1000)
      windowStart = now
    }
    return completed < runs
  })
  return rates
}

const measureSettledMemory = async (server: ServerProcess): Promise<{ resident: number; heap: number }> => {
  await sleep(SETTLE_MS)
  return { resident: server.residentMb(), heap: await getHeapUsedMb(server) }
}
