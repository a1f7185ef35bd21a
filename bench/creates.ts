/** Compares durable creates on SQLite with the same route without storage. */
import type { Programs } from './build.js'
import { withCleanup, makeTemporaryFolder } from './cleanup.js'
import { makeCreateLoad } from './run-program.js'
import { getCommitStats } from './metrics.js'
import { atLeast, printNote, type Finding } from './report.js'
import { median, medianRatio, measureRounds, type Variants } from './rounds.js'
import { startServer } from './server-process.js'

const CONNECTIONS = 64
/** About the duration of a commit. */
const GROUP_MS = '2'

export const benchCreates = (programs: Programs): Promise<Finding[]> =>
  withCleanup(async (defer) => {
    const env = { DATABASE_URL: `sqlite:${makeTemporaryFolder(defer)}/heddle.db`, DURABILITY: 'full' }
    const servers = {
      'service, durable': await startServer(programs.service, env),
      'same route, immediate responses': await startServer(programs.floor, env),
      'same route, responses in groups': await startServer(programs.floor, {
        ...env,
        FLOOR_GROUP_MS: GROUP_MS,
      }),
      'bare Fastify route': await startServer(programs.bare, env),
    }
    type Name = keyof typeof servers
    const names = Object.keys(servers) as Name[]
    for (const { stop } of Object.values(servers)) defer(stop)

    const costs = new Map<Name, number[]>(names.map((name) => [name, []]))
    const loads = names.map((name) => [
      name,
      makeCreateLoad(programs.driver, servers[name], CONNECTIONS, costs.get(name)),
    ])
    const rates = await measureRounds(Object.fromEntries(loads) as Variants<Name>)

    for (const name of names) {
      const cost = median(costs.get(name)!).toFixed(0)
      printNote(`${name.padEnd(31)} ${median(rates[name]).toFixed(0).padStart(6)}/s, ${cost} µs of CPU each`)
    }
    const { batches, commits, seconds } = await getCommitStats(servers['service, durable'])
    const commitMs = ((seconds / commits) * 1000).toFixed(1)
    printNote(`${(batches / commits).toFixed(1)} creates per commit, ${commitMs} ms per commit`)

    const ratioAgainst = (name: Name): number => medianRatio(rates['service, durable'], rates[name])
    return [
      atLeast(
        'creates, SQLite: relative to the same route, immediate',
        ratioAgainst('same route, immediate responses'),
        0.5,
      ),
      atLeast(
        'creates, SQLite: relative to the same route, grouped',
        ratioAgainst('same route, responses in groups'),
        0.5,
      ),
      {
        label: 'creates, SQLite: relative to a bare Fastify route',
        measured: ratioAgainst('bare Fastify route').toFixed(2),
      },
    ]
  })
