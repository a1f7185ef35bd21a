/**
 * Runs the benchmarks. Each one compares the service with a floor or a peer on the same machine in short alternating
 * rounds, because absolute numbers depend on the machine and its load. A missed target is printed and does not fail the
 * command; a crash or a wrong result does.
 *
 *   npm run bench                      all benchmarks, about forty minutes
 *   npm run bench -- creates startup   only the named benchmarks
 */
import { buildPrograms } from './build.js'
import { benchCluster } from './cluster.js'
import { benchConsole } from './console.js'
import { benchCreatesOnPostgres } from './creates-postgres.js'
import { benchCreates } from './creates.js'
import { benchEventSizes } from './event-sizes.js'
import { benchEvaluations } from './evaluations.js'
import { benchGuardedRuns } from './guarded-runs.js'
import { benchGuardrails } from './guardrails/table.js'
import { benchHostileGraphs } from './hostile-graphs.js'
import { benchIdleStreams } from './idle-streams.js'
import { benchJudge } from './judge.js'
import { benchLargeStates } from './large-states.js'
import { benchListing } from './listing.js'
import { benchLongThreads } from './long-threads.js'
import { benchManyRuns } from './many-runs.js'
import { benchPurge } from './purge.js'
import { printTable, type Finding } from './report.js'
import { benchRunLatency } from './run-latency.js'
import { benchRuns } from './runs.js'
import { benchStartup } from './startup.js'
import { benchStatistics } from './statistics.js'
import { benchStorage } from './storage.js'
import { benchStreams } from './streams.js'
import { benchTelemetry } from './telemetry.js'
import { benchTokenCost } from './token-cost.js'
import { benchTokens } from './tokens.js'
import { benchWebhooks } from './webhooks.js'
import { exitWithNpm } from './exit-with-npm.js'

const BENCHMARKS = {
  creates: benchCreates,
  'creates-postgres': benchCreatesOnPostgres,
  listing: benchListing,
  statistics: benchStatistics,
  startup: benchStartup,
  runs: benchRuns,
  'run-latency': benchRunLatency,
  tokens: benchTokens,
  streams: benchStreams,
  'token-cost': benchTokenCost,
  cluster: benchCluster,
  'event-sizes': benchEventSizes,
  'many-runs': benchManyRuns,
  'idle-streams': benchIdleStreams,
  'long-threads': benchLongThreads,
  'large-states': benchLargeStates,
  storage: benchStorage,
  'hostile-graphs': benchHostileGraphs,
  webhooks: benchWebhooks,
  purge: benchPurge,
  'guarded-runs': benchGuardedRuns,
  telemetry: benchTelemetry,
  guardrails: benchGuardrails,
  judge: benchJudge,
  evaluations: benchEvaluations,
  console: benchConsole,
}

// process.exit triggers the exit listeners, which stop the servers.
process.once('SIGINT', () => process.exit(130))
process.once('SIGTERM', () => process.exit(143))
exitWithNpm()

const requested = process.argv.slice(2)
const unknown = requested.filter((name) => !(name in BENCHMARKS))
if (unknown.length > 0) {
  process.stderr.write(
    `unknown benchmark: ${unknown.join(', ')}; available: ${Object.keys(BENCHMARKS).join(', ')}\n`,
  )
  process.exit(2)
}

const programs = await buildPrograms()
const findings: Finding[] = []
for (const [name, bench] of Object.entries(BENCHMARKS)) {
  if (requested.length > 0 && !requested.includes(name)) continue
  process.stdout.write(`\n${name}\n`)
  findings.push(...(await bench(programs)))
}
if (findings.length > 0) printTable(findings)
