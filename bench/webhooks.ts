/** What webhooks cost the runs, and how soon a healthy one hears. */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Programs } from './build.js'
import { cleaningUp, type Defer } from './cleanup.js'
import { startHeddle } from './start-heddle.js'
import { HttpConnection } from './http-connection.js'
import { atLeast, atMost, note, spread, type Finding } from './report.js'
import { median, quantile, ratioOf, takeTurns } from './rounds.js'
import { runOnHeddle, unexpected } from './run-clients.js'
import { loadFor, loadRuns, warmUp } from './run-load.js'
import type { ServerProcess } from './server-process.js'

const EACH = 100
const EVENTS = 1_000
const AT_ONCE = 64

export const benchWebhooks = (programs: Programs): Promise<Finding[]> =>
  cleaningUp(async (defer) => [
    ...(await benchBadReceivers(programs, defer)),
    await benchHealthyReceiver(programs, defer),
  ])

/** Every one of them asked for the end of every run. */
const benchBadReceivers = async (programs: Programs, defer: Defer): Promise<Finding[]> => {
  const plain = await startHeddle(programs, defer)
  const burdened = await startHeddle(programs, defer)
  let calls = 0
  const hanging = await receive(defer, () => calls++)
  // A port that was free a moment ago refuses.
  const refusing = await cleaningUp((close) => receive(close, () => undefined))
  for (const port of [hanging, refusing]) {
    for (let index = 0; index < EACH; index++) await register(burdened.port, port, `/${String(index)}`)
  }
  await warmUp(plain.port, runOnHeddle, 2_000)
  await warmUp(burdened.port, runOnHeddle, 2_000)
  const costs = new Map<ServerProcess, number[]>([plain, burdened].map((server) => [server, []]))
  const rate = (server: ServerProcess) => async (seconds: number) => {
    const before = server.cpuSeconds()
    const load = { port: server.port, client: runOnHeddle, connections: AT_ONCE }
    const { perSecond, answered } = await loadFor(seconds, load)
    costs.get(server)!.push(((server.cpuSeconds() - before) / answered) * 1000)
    return perSecond
  }
  const rates = await takeTurns({ without: rate(plain), with: rate(burdened) }, { rounds: 7 })
  for (const [name, values] of Object.entries(rates)) {
    note(`${name.padEnd(7)} ${median(values).toFixed(0).padStart(6)}/s, rounds ${spread(values)}`)
  }
  const [cost, burden] = [plain, burdened].map((server) => median(costs.get(server)!))
  note(`about ${cost!.toFixed(2)} ms of processor a run without, ${burden!.toFixed(2)} ms with`)
  note(`the hanging ones were called ${String(calls)} times`)
  const what = 'runs with 100 webhooks that hang and 100 that refuse: of the rate without'
  return [atLeast(what, ratioOf(rates.with, rates.without), 0.95)]
}

const benchHealthyReceiver = async (programs: Programs, defer: Defer): Promise<Finding> => {
  const heddle = await startHeddle(programs, defer)
  const delays: number[] = []
  const receiver = await receive(defer, (request, response) => {
    const now = Date.now()
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      response.end()
      delays.push(now - Date.parse((JSON.parse(body) as { timestamp: string }).timestamp))
    })
  })
  await register(heddle.port, receiver, '/')
  await runAndHear(heddle.port, 2_000, delays)
  delays.length = 0
  await runAndHear(heddle.port, EVENTS, delays)
  const [p50, p99] = [quantile(delays, 0.5), quantile(delays, 0.99)]
  note(`${String(delays.length)} events delivered while 64 runs at a time went on, p50 ${p50.toFixed(0)} ms`)
  return atMost('1,000 events to one healthy webhook: p99 to its delivery', p99, 250, ' ms', 0)
}

/** Exactly so many runs, and until each of them was told. */
const runAndHear = async (port: number, events: number, delays: number[]): Promise<void> => {
  let ended = 0
  // Each of the loops has one under way when the last is counted.
  await loadRuns({ port, client: runOnHeddle, connections: AT_ONCE }, () => ++ended <= events - AT_ONCE)
  while (delays.length < ended) await sleep(5)
}

const receive = async (defer: Defer, listener: RequestListener): Promise<number> => {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  defer(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  return (server.address() as AddressInfo).port
}

const register = async (service: number, receiver: number, path: string): Promise<void> => {
  const connection = await HttpConnection.open(service)
  const url = `http://127.0.0.1:${String(receiver)}${path}`
  const body = JSON.stringify({ url, events: ['run.completed', 'run.failed'] })
  const answer = await connection.post('/api/v1/webhooks', body)
  connection.close()
  if (answer.status !== 201) throw unexpected(answer)
}
