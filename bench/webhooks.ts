/** Measures the cost of webhooks per run, and the delivery delay of a healthy receiver. */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Programs } from './build.js'
import { withCleanup, type Defer } from './cleanup.js'
import { compareServers } from './compare-servers.js'
import { startHeddle } from './start-heddle.js'
import { HttpConnection } from './http-connection.js'
import { atLeast, atMost, printNote, type Finding } from './report.js'
import { quantile } from './rounds.js'
import { runOnHeddle, toUnexpectedError } from './run-clients.js'
import { runLoad } from './run-load.js'

const WEBHOOKS_PER_KIND = 100
const EVENTS = 1_000
const CONCURRENCY = 64

export const benchWebhooks = (programs: Programs): Promise<Finding[]> =>
  withCleanup(async (defer) => [
    ...(await benchFailingReceivers(programs, defer)),
    await benchHealthyReceiver(programs, defer),
  ])

/** Every webhook subscribes to the end of every run. */
const benchFailingReceivers = async (programs: Programs, defer: Defer): Promise<Finding[]> => {
  const plain = await startHeddle(programs, defer)
  const withWebhooks = await startHeddle(programs, defer)
  let calls = 0
  const hanging = await startReceiver(defer, () => calls++)
  // The port of a closed server refuses connections.
  const refusing = await withCleanup((close) => startReceiver(close, () => undefined))
  for (const port of [hanging, refusing]) {
    for (let index = 0; index < WEBHOOKS_PER_KIND; index++)
      await registerWebhook(withWebhooks.port, port, `/${String(index)}`)
  }
  const ratio = await compareServers(plain, withWebhooks, runOnHeddle)
  printNote(`the hanging receivers were called ${String(calls)} times`)
  const label = 'runs with 100 hanging and 100 refusing receivers: relative to the rate without webhooks'
  return [atLeast(label, ratio, 0.95)]
}

const benchHealthyReceiver = async (programs: Programs, defer: Defer): Promise<Finding> => {
  const heddle = await startHeddle(programs, defer)
  const delays: number[] = []
  const receiver = await startReceiver(defer, (request, response) => {
    const now = Date.now()
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      response.end()
      delays.push(now - Date.parse((JSON.parse(body) as { timestamp: string }).timestamp))
    })
  })
  await registerWebhook(heddle.port, receiver, '/')
  await runAndAwaitDeliveries(heddle.port, 2_000, delays)
  delays.length = 0
  await runAndAwaitDeliveries(heddle.port, EVENTS, delays)
  const [p50, p99] = [quantile(delays, 0.5), quantile(delays, 0.99)]
  printNote(`${String(delays.length)} events delivered during 64 concurrent runs, p50 ${p50.toFixed(0)} ms`)
  return atMost('1,000 events to one healthy receiver: p99 until delivery', p99, 250, ' ms', 0)
}

/** Executes this number of runs and waits until all of them are delivered. */
const runAndAwaitDeliveries = async (port: number, events: number, delays: number[]): Promise<void> => {
  let completed = 0
  // Each loop has one more run in progress when the last one is counted.
  await runLoad(
    { port, client: runOnHeddle, connections: CONCURRENCY },
    () => ++completed <= events - CONCURRENCY,
  )
  while (delays.length < completed) await sleep(5)
}

const startReceiver = async (defer: Defer, listener: RequestListener): Promise<number> => {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  defer(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  return (server.address() as AddressInfo).port
}

const registerWebhook = async (servicePort: number, receiverPort: number, path: string): Promise<void> => {
  const connection = await HttpConnection.open(servicePort)
  const url = `http://127.0.0.1:${String(receiverPort)}${path}`
  const body = JSON.stringify({ url, events: ['run.completed', 'run.failed'] })
  const response = await connection.post('/api/v1/webhooks', body)
  connection.close()
  if (response.status !== 201) throw toUnexpectedError(response)
}
