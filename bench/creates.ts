/** Durable creates on SQLite, against the same route when nothing is stored. */
import type { Programs } from './build.js'
import { cleaningUp, temporaryFolder } from './cleanup.js'
import { createLoad } from './run-program.js'
import { commitsOf } from './metrics.js'
import { atLeast, note, type Finding } from './report.js'
import { median, ratioOf, takeTurns, type Variants } from './rounds.js'
import { startServer } from './server-process.js'

const CONNECTIONS = 64
/** About what a commit takes. */
const GROUP_MS = '2'

export const benchCreates = (programs: Programs): Promise<Finding[]> =>
  cleaningUp(async (defer) => {
    const env = { DATABASE_URL: `sqlite:${temporaryFolder(defer)}/heddle.db`, DURABILITY: 'full' }
    const servers = {
      'service, durable': await startServer(programs.service, env),
      'same route, answered at once': await startServer(programs.floor, env),
      'same route, answered in groups': await startServer(programs.floor, {
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
      createLoad(programs.driver, servers[name], CONNECTIONS, costs.get(name)),
    ])
    const rates = await takeTurns(Object.fromEntries(loads) as Variants<Name>)

    for (const name of names) {
      const cost = median(costs.get(name)!).toFixed(0)
      note(`${name.padEnd(31)} ${median(rates[name]).toFixed(0).padStart(6)}/s, ${cost} µs of processor each`)
    }
    const { batches, commits, seconds } = await commitsOf(servers['service, durable'])
    const commitMs = ((seconds / commits) * 1000).toFixed(1)
    note(`${(batches / commits).toFixed(1)} creates a commit, ${commitMs} ms each`)

    const against = (name: Name): number => ratioOf(rates['service, durable'], rates[name])
    return [
      atLeast('creates, SQLite: of the same route, at once', against('same route, answered at once'), 0.5),
      atLeast(
        'creates, SQLite: of the same route, in groups',
        against('same route, answered in groups'),
        0.5,
      ),
      {
        what: 'creates, SQLite: of a bare Fastify route',
        measured: against('bare Fastify route').toFixed(2),
      },
    ]
  })
