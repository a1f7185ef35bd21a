/**
 * Many faulty webhook receivers at once: they hang, fail, send endless or invalid responses. A correct receiver still gets all events
 * in time, every attempt respects its time limit, and runs are executed. HEDDLE_RUNS sets the number of runs.
 */
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { builtInAssistantId } from '../../src/domain/built-in-graph.js'
import type { Attempt, Delivery, DeliveryDetail, Webhook } from '../../src/schema/webhook.js'
import {
  pollOptions,
  startTcpServer,
  startHttpServer,
  type ReceivedRequest,
} from '../support/recording-servers.js'
import { callServer } from '../support/call-server.js'
import { readMetric, summarizeDurations } from '../support/measurements.js'
import { makeProject } from '../support/graph-project.js'
import { startHeddle, type Heddle } from '../support/heddle-process.js'
import { makeEffects } from './effects.js'
import { waitForAllRuns } from './run-audit.js'

const RUNS = Number(process.env['HEDDLE_RUNS'] ?? 25)
const HANGING = 100
const TIMEOUT_MS = 3_000
const RETRY_SECONDS = [1, 2, 4]
const JITTER = 0.2
const RETRY_AFTER_SECONDS = 3
/** A margin for a busy machine. An event that waits for the hanging receivers would be much later. */
const TOLERANCE_MS = 5_000
const OVERALL_TIMEOUT_MS = 60_000
const MEGABYTE = 1_048_576
const GIGABYTE = 1_024 * MEGABYTE
const DAY_MS = 24 * 3_600_000

let maxSentBytes = 0
let moodyRequests = 0

/** Sends as much as the client accepts, up to a gigabyte. */
const flood = (response: ServerResponse): void => {
  const piece = Buffer.alloc(65_536, 'x')
  let sent = 0
  const writeMore = (): void => {
    while (!response.destroyed && sent < GIGABYTE) {
      sent += piece.length
      maxSentBytes = Math.max(maxSentBytes, sent)
      if (!response.write(piece)) return
    }
    response.end()
  }
  response.on('drain', writeMore)
  writeMore()
}

const drip = (response: ServerResponse, { hungUp }: ReceivedRequest): void => {
  const timer = setInterval(() => response.write('.'), 50)
  void hungUp.then(() => clearInterval(timer))
}

let canary: Awaited<ReturnType<typeof startTcpServer>>

/** By path: the behavior of a faulty receiver, and the attempt that the delivery log must contain. */
const FAULTY: Record<
  string,
  {
    respond: (response: ServerResponse, seen: ReceivedRequest) => unknown
    attempt?: { status_code: number | null; error: string | null }
  }
> = {
  hang: {
    respond: () => undefined,
    attempt: { status_code: null, error: `no response within ${TIMEOUT_MS} ms` },
  },
  broken: {
    respond: (response) => response.writeHead(500).end('sorry'),
    attempt: { status_code: 500, error: 'HTTP 500' },
  },
  elsewhere: {
    respond: (response) => response.writeHead(307, { location: `http://127.0.0.1:${canary.port}/` }).end(),
    attempt: { status_code: 307, error: 'HTTP 307: redirects are not followed' },
  },
  gone: {
    respond: (response) => response.writeHead(410).end(),
    attempt: { status_code: 410, error: 'HTTP 410' },
  },
  busy: {
    respond: (response) => response.writeHead(429, { 'retry-after': String(RETRY_AFTER_SECONDS) }).end(),
    attempt: { status_code: 429, error: 'HTTP 429' },
  },
  'busy-forever': {
    respond: (response) => response.writeHead(503, { 'retry-after': '1e300' }).end(),
    attempt: { status_code: 503, error: 'HTTP 503' },
  },
  'busy-briefly': {
    respond: (response) => response.writeHead(503, { 'retry-after': '0.0001' }).end(),
    attempt: { status_code: 503, error: 'HTTP 503' },
  },
  // One of several concurrent responses has a Retry-After, which later failures must not shorten.
  moody: {
    respond: (response) => {
      const requestNumber = ++moodyRequests
      if (requestNumber <= 10) setTimeout(() => response.end(), 100)
      else if (requestNumber === 11)
        setTimeout(() => response.writeHead(429, { 'retry-after': '3600' }).end(), 250)
      else setTimeout(() => response.writeHead(500).end(), 500)
    },
  },
  // A 2xx response counts as delivered even if its body never ends.
  drip: { respond: drip, attempt: { status_code: 200, error: null } },
  flood: { respond: flood, attempt: { status_code: 200, error: null } },
  'flood-invalid-status': {
    respond: (response) => {
      response.socket?.write('HTTP/1.1 999 What\r\ncontent-length: 1073741824\r\n\r\n')
    },
    attempt: { status_code: 999, error: 'HTTP 999' },
  },
  reset: {
    respond: (response) => response.socket?.resetAndDestroy(),
    attempt: { status_code: null, error: 'connection closed unexpectedly' },
  },
}

let heddle: Heddle
let receiver: Awaited<ReturnType<typeof startHttpServer>>
const tls = createTlsServer({})
const received: { type: string; runId: string; lateMs: number }[] = []

beforeAll(async () => {
  canary = await startTcpServer()
  receiver = await startHttpServer((seen, response) => {
    const kind = FAULTY[seen.url.split('/')[1] ?? '']
    if (kind !== undefined) return kind.respond(response, seen)
    const { type, timestamp, data } = JSON.parse(seen.body) as Notification
    received.push({ type, runId: data.run_id ?? '', lateMs: Date.now() - Date.parse(timestamp) })
    return response.end()
  })
  await new Promise<void>((done) => tls.listen(0, '127.0.0.1', done))
  const { env } = makeProject({ steps: makeEffects([1, 5]).source })
  heddle = await startHeddle({
    env: {
      ...env,
      WEBHOOK_TIMEOUT_SECONDS: String(TIMEOUT_MS / 1000),
      WEBHOOK_RETRY_SECONDS: RETRY_SECONDS.join(','),
    },
  })
})
afterAll(async () => {
  expect((await heddle.stop()).code).toBe(0)
  await Promise.all([receiver.stop(), canary.stop(), new Promise((done) => tls.close(done))])
})

interface Notification {
  type: string
  timestamp: string
  data: { run_id?: string }
}

const api = async (method: string, path: string, body?: unknown) => {
  const response = await callServer(heddle, method, `/api/v1${path}`, body === undefined ? {} : { body })
  expect(response.status, JSON.stringify(response.body)).toBeLessThan(300)
  return response.body
}

const register = async (url: string, ...events: string[]): Promise<string> =>
  (await api('POST', '/webhooks', { url, events })).webhook_id as string

const getWebhook = async (id: string) => (await api('GET', `/webhooks/${id}`)) as Webhook

const listDeliveries = async (id: string) =>
  (await api('GET', `/webhooks/${id}/deliveries?limit=100`)).data as Delivery[]

const listAttempts = async (id: string): Promise<Attempt[][]> => {
  const details: DeliveryDetail[] = []
  for (const { delivery_id, attempts } of await listDeliveries(id))
    if (attempts > 0)
      details.push((await api('GET', `/webhooks/${id}/deliveries/${delivery_id}`)) as DeliveryDetail)
  return details.map(({ attempt_log }) => attempt_log)
}

/** Executes runs until the correct receiver has an event of each of them, and returns the runs per second. */
const execute = async (): Promise<number> => {
  const started = performance.now()
  const body = { assistant_id: builtInAssistantId('steps'), input: {} }
  const createdRuns = await Promise.all(Array.from({ length: RUNS }, () => api('POST', '/runs', body)))
  expect(await waitForAllRuns(heddle.url, OVERALL_TIMEOUT_MS)).toBe(true)
  const perSecond = (RUNS * 1_000) / (performance.now() - started)
  const findMissing = () => {
    const receivedRunIds = new Set(received.map(({ runId }) => runId))
    return createdRuns.filter(({ run_id }) => !receivedRunIds.has(run_id))
  }
  await expect.poll(findMissing, pollOptions).toEqual([])
  return perSecond
}

const cancelOne = async (): Promise<void> => {
  const body = { assistant_id: builtInAssistantId('steps'), input: {}, after_seconds: 3_600 }
  const { run_id } = await api('POST', '/runs', body)
  await api('POST', `/runs/${run_id}/cancel`)
}

/** The delays from the end of each attempt to the next one. */
const getDelays = (log: readonly Attempt[]): number[] =>
  log.slice(1).map(({ attempted_at }, index) => {
    const before = log[index]!
    return Date.parse(attempted_at) - Date.parse(before.attempted_at) - before.latency_ms
  })

it(
  `faulty receivers, ${HANGING} of them hanging, do not delay a correct receiver`,
  { timeout: 3 * OVERALL_TIMEOUT_MS },
  async () => {
    await register(`${receiver.url}/good`, 'run.completed', 'webhook.disabled')
    // Warm up, so that the measurements show only the cost of the faulty receivers.
    await execute()
    const baselineRuns = await execute()
    const baselineMemory = await readMetric(heddle.url, 'process_resident_memory_bytes')

    const hangingIds = await Promise.all(
      Array.from({ length: HANGING }, (_, index) =>
        register(`${receiver.url}/hang/${index}`, 'run.completed'),
      ),
    )
    const faultyIds = new Map<string, string>()
    for (const kind of Object.keys(FAULTY))
      faultyIds.set(kind, await register(`${receiver.url}/${kind}`, 'run.completed'))
    const { port } = tls.address() as AddressInfo
    const badTls = await register(`https://127.0.0.1:${port}/`, 'run.completed')
    // These get a single event, and the test checks their whole retry schedule.
    const broken = await register(`${receiver.url}/broken/once`, 'run.cancelled')
    const busy = await register(`${receiver.url}/busy/once`, 'run.cancelled')

    received.length = 0
    const firstRuns = await execute()
    const runs = await execute()
    await cancelOne()

    for (const id of [broken, busy]) {
      await expect.poll(async () => (await listDeliveries(id))[0]?.status, pollOptions).toBe('failed')
      const [log = []] = await listAttempts(id)
      expect(log).toHaveLength(RETRY_SECONDS.length + 1)
      for (const [index, wait] of getDelays(log).entries()) {
        const planned = RETRY_SECONDS[index]! * 1_000
        const retryAfterMs = id === busy ? RETRY_AFTER_SECONDS * 1_000 : 0
        expect(wait).toBeGreaterThanOrEqual(Math.max(retryAfterMs, planned * (1 - JITTER)) - 5)
        expect(wait).toBeLessThanOrEqual(Math.max(retryAfterMs, planned * (1 + JITTER)) + TOLERANCE_MS)
      }
    }

    for (const [kind, id] of faultyIds) {
      const logs = await listAttempts(id)
      expect(logs.flat().length, kind).toBeGreaterThan(0)
      for (const attempt of logs.flat())
        expect({ kind, ...attempt }).toMatchObject(FAULTY[kind]!.attempt ?? {})
    }
    expect((await listAttempts(badTls)).flat()[0]?.error).toMatch(/^request failed \(.*(SSL|TLS|EPROTO)/)
    expect(await getWebhook(faultyIds.get('gone')!)).toMatchObject({
      enabled: false,
      disabled_reason: 'The receiver responded with 410 Gone',
    })
    expect(received.filter(({ type }) => type === 'webhook.disabled')).toHaveLength(1)
    const getPauseMs = async (kind: string) =>
      Date.parse((await getWebhook(faultyIds.get(kind)!)).paused_until ?? '') - Date.now()
    expect(await getPauseMs('busy-forever')).toBeLessThanOrEqual(DAY_MS)
    expect(await getPauseMs('moody')).toBeGreaterThan(DAY_MS / 48)

    // All connections to receivers that never end a response are closed.
    const endless = receiver.requests.filter(({ url }) => /^.(hang|drip|flood)/.test(url))
    await Promise.all(endless.map(({ hungUp }) => hungUp))

    const latencies: number[] = []
    for (const id of [...hangingIds, ...faultyIds.values(), badTls, broken, busy])
      latencies.push(...(await listAttempts(id)).flat().map(({ latency_ms }) => latency_ms))
    const memory = await readMetric(heddle.url, 'process_resident_memory_bytes')
    const lateness = received.map(({ lateMs }) => lateMs)
    const figures = {
      test: 'webhook-receivers',
      receivers: HANGING + faultyIds.size + 4,
      received: received.length,
      ...summarizeDurations('late', lateness),
      attempts: latencies.length,
      ...summarizeDurations('attempt', latencies),
      throughput_ratio_at_first: Number((firstRuns / baselineRuns).toFixed(2)),
      throughput_ratio: Number((runs / baselineRuns).toFixed(2)),
      memory_grown_mb: Math.round((memory - baselineMemory) / MEGABYTE),
      most_sent_mb: Math.round(maxSentBytes / MEGABYTE),
      canary_hits: canary.stats().connections,
    }
    console.log(JSON.stringify(figures))
    expect(Math.max(...lateness)).toBeLessThan(TOLERANCE_MS)
    expect(Math.max(...latencies)).toBeLessThan(TIMEOUT_MS + TOLERANCE_MS)
    expect(figures.memory_grown_mb).toBeLessThan(250)
    expect(figures.most_sent_mb).toBeLessThan(64)
    expect(figures.canary_hits).toBe(0)
  },
)
