/**
 * Requests arrive five times as fast as the server can handle them: half of them create a thread, half of them list 100. (The client
 * has to share the machine with the server, so it could not send enough requests that are all cheap.) The server rejects what it cannot handle, keeps handling the
 * rest, and is back to normal soon after the load ends. All settings have their defaults.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { HttpConnection } from '../../bench/http-connection.js'
import { startHeddle } from '../support/heddle-process.js'
import { readMetric, summarizeDurations } from '../support/measurements.js'

const LONG = process.env['HEDDLE_LONG'] !== undefined
const CAPACITY_SECONDS = LONG ? 10 : 2
const OVERLOAD_SECONDS = LONG ? 120 : 4
const OVERLOAD_FACTOR = 5
/** As many requests as the server handles well at a time. */
const CAPACITY_CONNECTIONS = 64
/** More than MAX_PENDING_REQUESTS, so that the server has to reject requests. */
const OVERLOAD_CONNECTIONS = 2_000
const TICK_MS = 10
const BODY = JSON.stringify({ title: 'overload', metadata: { text: 'x'.repeat(1_000) } })
const LISTED_THREADS = 100
const LIST_PATH = `/api/v1/threads?limit=${String(LISTED_THREADS)}`

interface Sample {
  status: number
  ms: number
}

it(
  `a server that gets ${OVERLOAD_FACTOR} times the requests it can handle rejects the rest and recovers`,
  { timeout: (OVERLOAD_SECONDS + 120) * 1_000 },
  async () => {
    const heddle = await startHeddle()
    let requests = 0
    const sendRequest = async (connection: HttpConnection): Promise<Sample> => {
      const started = performance.now()
      const { status } =
        requests++ % 2 === 0
          ? await connection.post('/api/v1/threads', BODY)
          : await connection.get(LIST_PATH)
      return { status, ms: performance.now() - started }
    }
    const few = await openConnections(heddle.port, CAPACITY_CONNECTIONS)

    // The first round warms up the code of the server.
    await measureCapacity(few, sendRequest)
    const capacity = await measureCapacity(few, sendRequest)
    // The server closes connections that are not used within 15 seconds.
    const connections = await openConnections(heddle.port, OVERLOAD_CONNECTIONS)
    const rssBefore = await readMetric(heddle.url, 'process_resident_memory_bytes')
    const overload = await sendAtRate(connections, OVERLOAD_FACTOR * capacity.perSecond, sendRequest)
    const rssAfter = await readMetric(heddle.url, 'process_resident_memory_bytes')
    const normalMs = 3 * median(capacity.samples.map(({ ms }) => ms)) + 50
    const recoverySeconds = await measureRecovery(heddle.port, sendRequest, normalMs)

    const accepted = overload.samples.filter(({ status }) => status === 200 || status === 201)
    const rejected = overload.samples.filter(({ status }) => status === 503 || status === 429)
    const goodput = accepted.length / overload.seconds
    const figures = {
      test: 'overload',
      database: 'sqlite',
      seed: 1,
      capacity_per_s: Math.round(capacity.perSecond),
      offered_per_s: Math.round(overload.samples.length / overload.seconds),
      not_sent: overload.notSent,
      goodput_percent: Math.round((100 * goodput) / capacity.perSecond),
      rejected: rejected.length,
      ...summarizeDurations(
        'reject',
        rejected.map(({ ms }) => ms),
      ),
      ...summarizeDurations(
        'accept',
        accepted.map(({ ms }) => ms),
      ),
      rss_growth_mb: Math.round((rssAfter - rssBefore) / 1_048_576),
      recovery_s: Number(recoverySeconds.toFixed(1)),
    }
    console.log(JSON.stringify(figures))
    for (const connection of [...few, ...connections]) connection.close()
    expect(accepted.length + rejected.length).toBe(overload.samples.length)
    expect(rejected.length).toBeGreaterThan(0)
    // The client runs on the same machine, and other load changes from one second to the next.
    expect(figures.goodput_percent).toBeGreaterThanOrEqual(LONG ? 60 : 25)
    expect(figures.rss_growth_mb).toBeLessThan(400)
    expect(recoverySeconds).toBeLessThan(LONG ? 5 : 20)
    expect((await heddle.stop()).code).toBe(0)
  },
)

type SendRequest = (connection: HttpConnection) => Promise<Sample>

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!

const openConnections = async (port: number, count: number): Promise<HttpConnection[]> => {
  const connections: HttpConnection[] = []
  // In groups, because the kernel queues a limited number of new connections.
  while (connections.length < count) {
    const group = Array.from({ length: Math.min(100, count - connections.length) }, () =>
      HttpConnection.open(port),
    )
    connections.push(...(await Promise.all(group)))
  }
  return connections
}

const measureCapacity = async (connections: readonly HttpConnection[], sendRequest: SendRequest) => {
  const samples: Sample[] = []
  const started = performance.now()
  const isOver = (): boolean => performance.now() - started > CAPACITY_SECONDS * 1_000
  const loop = async (connection: HttpConnection): Promise<void> => {
    while (!isOver()) samples.push(await sendRequest(connection))
  }
  await Promise.all(connections.map(loop))
  expect(samples.filter(({ status }) => status !== 200 && status !== 201)).toEqual([])
  return { samples, perSecond: samples.length / ((performance.now() - started) / 1_000) }
}

/** Requests are sent on schedule, however long the earlier ones take; those without a free connection are not sent. */
const sendAtRate = async (
  connections: readonly HttpConnection[],
  perSecond: number,
  sendRequest: SendRequest,
) => {
  const free = [...connections]
  const samples: Sample[] = []
  const pending = new Set<Promise<void>>()
  let notSent = 0
  let due = 0
  const send = (): void => {
    const connection = free.pop()
    if (connection === undefined) {
      notSent++
      return
    }
    const request = sendRequest(connection).then((sample) => {
      samples.push(sample)
      free.push(connection)
      pending.delete(request)
    })
    pending.add(request)
  }
  const started = performance.now()
  let sent = 0
  for (;;) {
    const seconds = (performance.now() - started) / 1_000
    if (seconds > OVERLOAD_SECONDS) break
    due = seconds * perSecond
    for (; sent < due; sent++) send()
    await sleep(TICK_MS)
  }
  await Promise.all(pending)
  return { samples, notSent, seconds: (performance.now() - started) / 1_000 }
}

/**
 * Returns the time until three requests in a row are as fast as before. They have a new connection, because the server may have closed
 * one that was not used during the overload.
 */
const measureRecovery = async (port: number, sendRequest: SendRequest, normalMs: number): Promise<number> => {
  const started = performance.now()
  const connection = await HttpConnection.open(port)
  for (let fast = 0; fast < 3 && performance.now() - started < 60_000;) {
    const { status, ms } = await sendRequest(connection)
    fast = status < 300 && ms <= normalMs ? fast + 1 : 0
  }
  connection.close()
  return (performance.now() - started) / 1_000
}
