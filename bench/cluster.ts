/**
 * Measures a cluster on one machine: one API process with 1, 2 and 4 worker processes on PostgreSQL. It reports the CPU time per run and
 * per token in each part, and what a run and a token cost PostgreSQL. All processes share the cores of the machine, so the rates
 * show no scaling; the CPU times per run and per token show which part saturates first.
 */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Programs } from './build.js'
import { withCleanup, type Defer } from './cleanup.js'
import { makePostgresFactory } from './databases.js'
import { measureNotifications, type NotificationCost } from './notification-cost.js'
import { subtract, watchPostgres, type Activity } from './postgres-activity.js'
import { printNote, toInfoFinding, type Finding } from './report.js'
import { runOnHeddle } from './run-clients.js'
import { runLoad, warmUp } from './run-load.js'
import { startServer, type ServerProcess } from './server-process.js'
import { makeStreamClients } from './stream-clients.js'

const WORKERS = [1, 2, 4]
const CONCURRENT_RUNS = 64
const RUNS = 1_500
const WARM_UP_RUNS = 300
const STREAMS = { count: 100, tokens: 100, perSecond: 25 }
/** PostgreSQL publishes the transactions of a connection within this time. */
const STATISTICS_DELAY_MS = 1_500

interface Cluster {
  api: ServerProcess
  workers: ServerProcess[]
  readPostgres: () => Promise<Activity>
}

/** CPU seconds by part of the cluster. */
interface Costs extends Activity {
  seconds: number
  apiMain: number
  apiOther: number
  workerMain: number
  workerOther: number
}

export const benchCluster = (programs: Programs): Promise<Finding[]> =>
  withCleanup(async (defer) => {
    const createDatabase = await makePostgresFactory(defer)
    const model = await startServer(programs.tokenServer, {})
    defer(model.stop)
    const findings: Finding[] = []
    for (const count of WORKERS) {
      const { url } = await createDatabase()
      findings.push(
        ...(await withCleanup(async (deferCluster) => {
          const cluster = await startCluster(programs, { url, count, model }, deferCluster)
          return [
            ...toFindings(`${count} workers, per run`, await measureRuns(cluster), RUNS),
            ...toFindings(
              `${count} workers, per token`,
              await measureTokens(cluster),
              STREAMS.count * STREAMS.tokens,
            ),
          ]
        })),
      )
    }
    const { url } = await createDatabase()
    for (const cost of await measureNotifications(url, defer)) findings.push(toNotificationFinding(cost))
    return findings
  })

const startCluster = async (
  programs: Programs,
  { url, count, model }: { url: string; count: number; model: ServerProcess },
  defer: Defer,
): Promise<Cluster> => {
  const start = async (role: string): Promise<ServerProcess> => {
    const server = await startServer(programs.service, {
      DATABASE_URL: url,
      ROLE: role,
      LANGGRAPH_JSON: join(programs.project, 'langgraph.json'),
      OPENAI_API_KEY: 'none',
      OPENAI_BASE_URL: `http://127.0.0.1:${model.port}/v1`,
    })
    defer(server.stop)
    return server
  }
  const api = await start('api')
  const workers: ServerProcess[] = []
  for (let index = 0; index < count; index++) workers.push(await start('worker'))
  return { api, workers, readPostgres: await watchPostgres(url, defer) }
}

const measureRuns = async (cluster: Cluster): Promise<Costs> => {
  const { port } = cluster.api
  await warmUp(port, runOnHeddle, WARM_UP_RUNS)
  return measure(cluster, async () => {
    let started = CONCURRENT_RUNS
    await runLoad({ port, client: runOnHeddle, connections: CONCURRENT_RUNS }, () => ++started <= RUNS)
  })
}

const measureTokens = async (cluster: Cluster): Promise<Costs> => {
  const { count, tokens, perSecond } = STREAMS
  const start = await makeStreamClients(cluster.api.port).declarative(`metronome-${tokens}-${perSecond}`)
  return measure(cluster, async () => {
    const delays: number[] = []
    await Promise.all(Array.from({ length: count }, () => start(delays)))
    if (delays.length !== count * tokens) throw new Error(`received ${delays.length} tokens`)
  })
}

const measure = async (cluster: Cluster, load: () => Promise<void>): Promise<Costs> => {
  await sleep(STATISTICS_DELAY_MS)
  const before = readCpu(cluster)
  const postgresBefore = await cluster.readPostgres()
  const started = performance.now()
  await load()
  const seconds = (performance.now() - started) / 1000
  const after = readCpu(cluster)
  await sleep(STATISTICS_DELAY_MS)
  return {
    seconds,
    apiMain: after.apiMain - before.apiMain,
    apiOther: after.apiOther - before.apiOther,
    workerMain: after.workerMain - before.workerMain,
    workerOther: after.workerOther - before.workerOther,
    ...subtract(await cluster.readPostgres(), postgresBefore),
  }
}

const readCpu = ({ api, workers }: Cluster) => {
  const main = (server: ServerProcess): number => server.cpuSecondsByThread().get(server.pid) ?? 0
  const other = (server: ServerProcess): number => server.cpuSeconds() - main(server)
  const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0)
  return {
    apiMain: main(api),
    apiOther: other(api),
    workerMain: sum(workers.map(main)),
    workerOther: sum(workers.map(other)),
  }
}

const toFindings = (label: string, costs: Costs, count: number): Finding[] => {
  const micros = (seconds: number): string => `${((seconds / count) * 1e6).toFixed(0)} µs`
  const each = (total: number, digits = 2): string => (total / count).toFixed(digits)
  printNote(`${label}: ${(count / costs.seconds).toFixed(0)} a second`)
  return [
    toInfoFinding(
      `${label}: CPU of the API process, main thread / other threads`,
      `${micros(costs.apiMain)} / ${micros(costs.apiOther)}`,
    ),
    toInfoFinding(
      '… CPU of the workers, main threads / other threads',
      `${micros(costs.workerMain)} / ${micros(costs.workerOther)}`,
    ),
    toInfoFinding('… CPU of PostgreSQL', micros(costs.cpuSeconds)),
    toInfoFinding(
      '… transactions / bytes of WAL',
      `${each(costs.transactions)} / ${each(costs.walBytes, 0)}`,
    ),
    toInfoFinding(
      '… notifications / their bytes / notifications per second',
      `${each(costs.notifications)} / ${each(costs.notificationBytes, 0)} / ${(costs.notifications / costs.seconds).toFixed(0)}`,
    ),
  ]
}

const toNotificationFinding = ({ listeners, cpuMicros, perSecond }: NotificationCost): Finding =>
  toInfoFinding(
    `one notification, ${listeners} listeners: CPU of PostgreSQL / sent per second`,
    `${cpuMicros.toFixed(0)} µs / ${perSecond.toFixed(0)}`,
  )
