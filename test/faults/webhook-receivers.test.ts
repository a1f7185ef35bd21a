/**
 * Receivers that hang, break, lie and flood, all at once: the one beside them that behaves hears everything, every
 * attempt ends in time, and runs go on. HEDDLE_RUNS changes how many there are.
 */
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { builtInAssistantId } from '../../src/domain/built-in-graph.js'
import type { Attempt, Delivery, DeliveryDetail, Webhook } from '../../src/schema/webhook.js'
import { patient, startCanary, startHttp, type Seen } from '../support/recording-servers.js'
import { call } from '../support/call-server.js'
import { readMetric, spread } from '../support/measurements.js'
import { makeProject } from '../support/graph-project.js'
import { startHeddle, type Heddle } from '../support/heddle-process.js'
import { makeEffects } from './effects.js'
import { areOver } from './run-audit.js'

const RUNS = Number(process.env['HEDDLE_RUNS'] ?? 60)
const HUNG = 100
const TIMEOUT_MS = 3_000
const RETRY_SECONDS = [1, 2, 4]
const JITTER = 0.2
const RETRY_AFTER_SECONDS = 3
/** For a machine that is busy with other things: whoever has to wait for a hundred that hang waits far longer. */
const SLACK_MS = 5_000
const PATIENCE_MS = 60_000
const MEGABYTE = 1_048_576
const GIGABYTE = 1_024 * MEGABYTE
const DAY_MS = 24 * 3_600_000

let mostSent = 0
let moods = 0

/** As much as the other side takes, up to a gigabyte. */
const flood = (response: ServerResponse): void => {
  const piece = Buffer.alloc(65_536, 'x')
  let sent = 0
  const more = (): void => {
    while (!response.destroyed && sent < GIGABYTE) {
      sent += piece.length
      mostSent = Math.max(mostSent, sent)
      if (!response.write(piece)) return
    }
    response.end()
  }
  response.on('drain', more)
  more()
}

const drip = (response: ServerResponse, { hungUp }: Seen): void => {
  const timer = setInterval(() => response.write('.'), 50)
  void hungUp.then(() => clearInterval(timer))
}

let canary: Awaited<ReturnType<typeof startCanary>>

/** By path: what a receiver does with a notification, and what is to be found in the log of it. */
const BAD: Record<
  string,
  {
    answer: (response: ServerResponse, seen: Seen) => unknown
    attempt?: { status_code: number | null; error: string | null }
  }
> = {
  hang: {
    answer: () => undefined,
    attempt: { status_code: null, error: `no answer within ${TIMEOUT_MS} ms` },
  },
  broken: {
    answer: (response) => response.writeHead(500).end('sorry'),
    attempt: { status_code: 500, error: 'answered 500' },
  },
  elsewhere: {
    answer: (response) => response.writeHead(307, { location: `http://127.0.0.1:${canary.port}/` }).end(),
    attempt: { status_code: 307, error: 'answered 307: redirects are not followed' },
  },
  gone: {
    answer: (response) => response.writeHead(410).end(),
    attempt: { status_code: 410, error: 'answered 410' },
  },
  busy: {
    answer: (response) => response.writeHead(429, { 'retry-after': String(RETRY_AFTER_SECONDS) }).end(),
    attempt: { status_code: 429, error: 'answered 429' },
  },
  'busy-for-ever': {
    answer: (response) => response.writeHead(503, { 'retry-after': '1e300' }).end(),
    attempt: { status_code: 503, error: 'answered 503' },
  },
  'busy-for-a-moment': {
    answer: (response) => response.writeHead(503, { 'retry-after': '0.0001' }).end(),
    attempt: { status_code: 503, error: 'answered 503' },
  },
  // One of several answers asks for peace, and those that come after it must not be taken to end it.
  moody: {
    answer: (response) => {
      const mood = ++moods
      if (mood <= 10) setTimeout(() => response.end(), 100)
      else if (mood === 11) setTimeout(() => response.writeHead(429, { 'retry-after': '3600' }).end(), 250)
      else setTimeout(() => response.writeHead(500).end(), 500)
    },
  },
  // An answer that says yes and does not come to its end is a yes.
  drip: { answer: drip, attempt: { status_code: 200, error: null } },
  flood: { answer: flood, attempt: { status_code: 200, error: null } },
  'flood-without-a-meaning': {
    answer: (response) => {
      response.socket?.write('HTTP/1.1 999 What\r\ncontent-length: 1073741824\r\n\r\n')
    },
    attempt: { status_code: 999, error: 'answered 999' },
  },
  reset: {
    answer: (response) => response.socket?.resetAndDestroy(),
    attempt: { status_code: null, error: 'the connection broke' },
  },
}

let heddle: Heddle
let receiver: Awaited<ReturnType<typeof startHttp>>
const tls = createTlsServer({})
const told: { type: string; runId: string; lateMs: number }[] = []

beforeAll(async () => {
  canary = await startCanary()
  receiver = await startHttp((seen, response) => {
    const kind = BAD[seen.url.split('/')[1] ?? '']
    if (kind !== undefined) return kind.answer(response, seen)
    const { type, timestamp, data } = JSON.parse(seen.body) as Notification
    told.push({ type, runId: data.run_id ?? '', lateMs: Date.now() - Date.parse(timestamp) })
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
  const answer = await call(heddle, method, `/api/v1${path}`, body === undefined ? {} : { body })
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body
}

const register = async (url: string, ...events: string[]): Promise<string> =>
  (await api('POST', '/webhooks', { url, events })).webhook_id as string

const webhookOf = async (id: string) => (await api('GET', `/webhooks/${id}`)) as Webhook

const deliveriesOf = async (id: string) =>
  (await api('GET', `/webhooks/${id}/deliveries?limit=100`)).data as Delivery[]

const attemptsOf = async (id: string): Promise<Attempt[][]> => {
  const details: DeliveryDetail[] = []
  for (const { delivery_id } of await deliveriesOf(id))
    details.push((await api('GET', `/webhooks/${id}/deliveries/${delivery_id}`)) as DeliveryDetail)
  return details.map(({ attempt_log }) => attempt_log)
}

/** Executes runs until the good receiver has heard of each of them; returns how many end in a second. */
const execute = async (): Promise<number> => {
  const started = performance.now()
  const body = { assistant_id: builtInAssistantId('steps'), input: {} }
  const made = await Promise.all(Array.from({ length: RUNS }, () => api('POST', '/runs', body)))
  expect(await areOver(heddle.url, PATIENCE_MS)).toBe(true)
  const perSecond = (RUNS * 1_000) / (performance.now() - started)
  const unheard = () => {
    const heard = new Set(told.map(({ runId }) => runId))
    return made.filter(({ run_id }) => !heard.has(run_id))
  }
  await expect.poll(unheard, patient).toEqual([])
  return perSecond
}

const cancelOne = async (): Promise<void> => {
  const body = { assistant_id: builtInAssistantId('steps'), input: {}, after_seconds: 3_600 }
  const { run_id } = await api('POST', '/runs', body)
  await api('POST', `/runs/${run_id}/cancel`)
}

/** From the end of each attempt to the next one. */
const waitsOf = (log: readonly Attempt[]): number[] =>
  log.slice(1).map(({ attempted_at }, index) => {
    const before = log[index]!
    return Date.parse(attempted_at) - Date.parse(before.attempted_at) - before.latency_ms
  })

it(
  `bad receivers, ${HUNG} of them silent, keep nothing from a good one`,
  { timeout: 3 * PATIENCE_MS },
  async () => {
    await register(`${receiver.url}/good`, 'run.completed', 'webhook.disabled')
    // Warm: what is measured later is what the bad ones cost.
    await execute()
    const calmRuns = await execute()
    const calmMemory = await readMetric(heddle.url, 'process_resident_memory_bytes')

    const hung = await Promise.all(
      Array.from({ length: HUNG }, (_, index) => register(`${receiver.url}/hang/${index}`, 'run.completed')),
    )
    const bad = new Map<string, string>()
    for (const kind of Object.keys(BAD))
      bad.set(kind, await register(`${receiver.url}/${kind}`, 'run.completed'))
    const { port } = tls.address() as AddressInfo
    const badTls = await register(`https://127.0.0.1:${port}/`, 'run.completed')
    // Of these the whole schedule is looked at: they are told one thing only.
    const broken = await register(`${receiver.url}/broken/once`, 'run.cancelled')
    const busy = await register(`${receiver.url}/busy/once`, 'run.cancelled')

    told.length = 0
    const shockedRuns = await execute()
    const runs = await execute()
    await cancelOne()

    for (const id of [broken, busy]) {
      await expect.poll(async () => (await deliveriesOf(id))[0]?.status, patient).toBe('failed')
      const [log = []] = await attemptsOf(id)
      expect(log).toHaveLength(RETRY_SECONDS.length + 1)
      for (const [index, wait] of waitsOf(log).entries()) {
        const planned = RETRY_SECONDS[index]! * 1_000
        const asked = id === busy ? RETRY_AFTER_SECONDS * 1_000 : 0
        expect(wait).toBeGreaterThanOrEqual(Math.max(asked, planned * (1 - JITTER)) - 5)
        expect(wait).toBeLessThanOrEqual(Math.max(asked, planned * (1 + JITTER)) + SLACK_MS)
      }
    }

    for (const [kind, id] of bad) {
      const logs = await attemptsOf(id)
      expect(logs.flat().length, kind).toBeGreaterThan(0)
      for (const attempt of logs.flat()) expect({ kind, ...attempt }).toMatchObject(BAD[kind]!.attempt ?? {})
    }
    expect((await attemptsOf(badTls)).flat()[0]?.error).toMatch(/^the request failed \(.*(SSL|TLS|EPROTO)/)
    expect(await webhookOf(bad.get('gone')!)).toMatchObject({
      enabled: false,
      disabled_reason: 'it answered 410 Gone',
    })
    expect(told.filter(({ type }) => type === 'webhook.disabled')).toHaveLength(1)
    const pauseOf = async (kind: string) =>
      Date.parse((await webhookOf(bad.get(kind)!)).paused_until ?? '') - Date.now()
    expect(await pauseOf('busy-for-ever')).toBeLessThanOrEqual(DAY_MS)
    expect(await pauseOf('moody')).toBeGreaterThan(DAY_MS / 48)

    // No connection is left to those that would never have let go of it.
    const endless = receiver.requests.filter(({ url }) => /^.(hang|drip|flood)/.test(url))
    await Promise.all(endless.map(({ hungUp }) => hungUp))

    const latencies: number[] = []
    for (const id of [...hung, ...bad.values(), badTls, broken, busy])
      latencies.push(...(await attemptsOf(id)).flat().map(({ latency_ms }) => latency_ms))
    const memory = await readMetric(heddle.url, 'process_resident_memory_bytes')
    const lateness = told.map(({ lateMs }) => lateMs)
    const figures = {
      test: 'webhook-receivers',
      receivers: HUNG + bad.size + 4,
      told: told.length,
      ...spread('late', lateness),
      attempts: latencies.length,
      ...spread('attempt', latencies),
      throughput_ratio_at_first: Number((shockedRuns / calmRuns).toFixed(2)),
      throughput_ratio: Number((runs / calmRuns).toFixed(2)),
      memory_grown_mb: Math.round((memory - calmMemory) / MEGABYTE),
      most_sent_mb: Math.round(mostSent / MEGABYTE),
      canary_hits: canary.seen().connections,
    }
    console.log(JSON.stringify(figures))
    expect(Math.max(...lateness)).toBeLessThan(SLACK_MS)
    expect(Math.max(...latencies)).toBeLessThan(TIMEOUT_MS + SLACK_MS)
    expect(figures.memory_grown_mb).toBeLessThan(250)
    expect(figures.most_sent_mb).toBeLessThan(64)
    expect(figures.canary_hits).toBe(0)
  },
)
