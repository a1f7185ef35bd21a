/** Compares the rate and the CPU time of runs on two services, one with the measured feature and one without. */
import { formatRange, printNote } from './report.js'
import { median, measureRounds, medianRatio } from './rounds.js'
import type { RunClient } from './run-clients.js'
import { runLoadFor, warmUp } from './run-load.js'
import type { ServerProcess } from './server-process.js'

const CONCURRENCY = 64
const WARM_UP_RUNS = 2_000

/** Returns the rate of `withFeature` relative to that of `plain`. */
export const compareServers = async (
  plain: ServerProcess,
  withFeature: ServerProcess,
  client: RunClient,
): Promise<number> => {
  const measure = (server: ServerProcess, costs: number[]) => async (seconds: number) => {
    const before = server.cpuSeconds()
    const load = { port: server.port, client, connections: CONCURRENCY }
    const { perSecond, completed } = await runLoadFor(seconds, load)
    costs.push(((server.cpuSeconds() - before) / completed) * 1000)
    return perSecond
  }
  for (const { port } of [plain, withFeature]) await warmUp(port, client, WARM_UP_RUNS)
  const [plainCosts, featureCosts]: [number[], number[]] = [[], []]
  const rates = await measureRounds(
    { without: measure(plain, plainCosts), with: measure(withFeature, featureCosts) },
    { rounds: 7 },
  )
  for (const [name, values] of Object.entries(rates)) {
    printNote(`${name.padEnd(7)} ${median(values).toFixed(0).padStart(6)}/s, rounds ${formatRange(values)}`)
  }
  printNote(
    `about ${median(plainCosts).toFixed(2)} ms of CPU per run without, ${median(featureCosts).toFixed(2)} ms with`,
  )
  return medianRatio(rates.with, rates.without)
}
