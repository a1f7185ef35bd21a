/**
 * A webhook receives the events of every run, although its receiver is unavailable for ten minutes, the service is killed repeatedly,
 * and a node is killed while it sends. The test advances the clock. HEDDLE_KILLS,
 * HEDDLE_SEED and HEDDLE_LONG=1 change how often and when they are killed.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it, vi } from 'vitest'
import { builtInAssistantId } from '../../src/domain/built-in-graph.js'
import type { Delivery, WebhookDetail } from '../../src/schema/webhook.js'
import { pollOptions, startHttpServer } from '../support/recording-servers.js'
import { startBreakableProxy } from '../support/breakable-proxy.js'
import { callServer } from '../support/call-server.js'
import { DATABASE_KINDS, createTestDatabase } from '../support/databases.js'
import { readMetric } from '../support/measurements.js'
import { makeShiftedClock } from '../support/preload.js'
import { startHeddle, type Heddle } from '../support/heddle-process.js'
import { makeRandom } from '../support/random.js'
import { waitForAllRuns, listRuns } from './run-audit.js'
import { makeRunLoad } from './run-load.js'

const LONG = process.env['HEDDLE_LONG'] !== undefined
const KILLS = Number(process.env['HEDDLE_KILLS'] ?? (LONG ? 12 : 2))
const KILLS_DURING_DELIVERY = LONG ? 2 : 1
/** More than the deliveries that were attempted before, so that the kill also interrupts first attempts. */
const RESPONSES_BEFORE_KILL = 30
/** Two deliveries for each run, and enough of them that some wait for a response at each kill. */
const MIN_RUNS = (RESPONSES_BEFORE_KILL * KILLS_DURING_DELIVERY) / 2 + 10
const SEED = Number(process.env['HEDDLE_SEED'] ?? 1)
const OUTAGE_MS = 600_000
const RUNS_A_SECOND = 20
const RUNS_A_LIFE = 10
/** The built-in graph, because a project makes every start twice as expensive. */
const RUN = { assistant_id: builtInAssistantId('agent'), input: { message: 'hello' } }
const TIMEOUT_MS = 120_000
/** So long that no attempt of the killed node times out before the kill, however slow the machine is. */
const WEBHOOK_TIMEOUT_SECONDS = 300
const LONG_LIMIT = { WEBHOOK_TIMEOUT_SECONDS: String(WEBHOOK_TIMEOUT_SECONDS) }
/** LEASE_MARGIN_MS in wiring/webhooks.ts is the difference. */
const LEASE_MS = WEBHOOK_TIMEOUT_SECONDS * 1_000 + 45_000
/** Longer than the poll interval of the dispatcher. */
const QUIET_MS = 1_500

type Clock = ReturnType<typeof makeShiftedClock>

interface Received {
  url: string
  id: string
  runId: string
  body: string
  headers: Record<string, string>
  at: number
  isAcknowledged: boolean
}

/** Records all requests, and responds to as many as `allowResponses` permits. */
const startReceiver = async (clock: Clock) => {
  const received: Received[] = []
  let responsesLeft = Infinity
  const server = await startHttpServer(({ url, body, headers }, response) => {
    const { data } = JSON.parse(body) as { data: { run_id: string } }
    const requestHeaders = headers as Record<string, string>
    const isAcknowledged = responsesLeft-- > 0
    received.push({
      url,
      id: requestHeaders['webhook-id']!,
      runId: data.run_id,
      body,
      headers: requestHeaders,
      at: clock.now(),
      isAcknowledged,
    })
    if (isAcknowledged) response.end()
  })
  return {
    ...server,
    received,
    allowResponses: (count: number): void => {
      responsesLeft = count
    },
  }
}

const isUnacknowledged = ({ isAcknowledged }: Received): boolean => !isAcknowledged

/** Verifies the signature at the (shifted) time at which the request was received. */
const isSigned = ({ body, headers, at }: Received, secret: string): boolean => {
  vi.useFakeTimers({ now: at, toFake: ['Date'] })
  try {
    new Webhook(secret).verify(body, headers)
    return true
  } catch {
    return false
  } finally {
    vi.useRealTimers()
  }
}

/** Compares the received events with the completed runs. All numbers are 0 if there is no error. */
const audit = (received: readonly Received[], completed: readonly string[], secret?: string) => {
  const idsByRun = new Map<string, Set<string>>()
  const bodyById = new Map<string, string>()
  let changed = 0
  for (const { id, runId, body } of received) {
    idsByRun.set(runId, (idsByRun.get(runId) ?? new Set()).add(id))
    changed += Number((bodyById.get(id) ?? body) !== body)
    bodyById.set(id, body)
  }
  const acknowledged = new Set(
    received.filter(({ isAcknowledged }) => isAcknowledged).map(({ runId }) => runId),
  )
  return {
    lost: completed.filter((runId) => !acknowledged.has(runId)).length,
    with_other_ids: [...idsByRun.values()].filter(({ size }) => size !== 1).length,
    unknown: [...idsByRun.keys()].filter((runId) => !completed.includes(runId)).length,
    changed,
    unsigned:
      secret === undefined ? 0 : received.filter((notification) => !isSigned(notification, secret)).length,
  }
}
const FLAWLESS = { lost: 0, with_other_ids: 0, unknown: 0, changed: 0, unsigned: 0 }

const register = async (heddle: Heddle, url: string) => {
  const request = { url, events: ['run.completed'] }
  const { body } = await callServer(heddle, 'POST', '/api/v1/webhooks', { body: request })
  return body as WebhookDetail & { secret: string }
}

const listDeliveries = async (heddle: Heddle, webhookId: string, status = ''): Promise<Delivery[]> => {
  const query = status === '' ? '' : `&status=${status}`
  const path = `/api/v1/webhooks/${webhookId}/deliveries?limit=100${query}`
  return (await callServer(heddle, 'GET', path)).body.data as Delivery[]
}

const isAllDelivered = async (heddle: Heddle, webhookId: string): Promise<boolean> => {
  const { body } = await callServer(heddle, 'GET', `/api/v1/webhooks/${webhookId}`)
  return body.waiting === 0 && (await listDeliveries(heddle, webhookId, 'pending')).length === 0
}

/**
 * Advances the clock by four minutes whenever no request arrives for a while, until `isDone`. A request in flight must not become older
 * than the five minutes that receivers accept, so it may see at most one advance, even on a slow machine.
 */
const advanceUntil = async (
  clock: Clock,
  received: readonly Received[],
  isDone: () => boolean | Promise<boolean>,
): Promise<void> => {
  const end = performance.now() + TIMEOUT_MS
  let lastCount = received.length
  let quietSince = performance.now()
  while (!(await isDone())) {
    const now = performance.now()
    if (now > end) throw new Error('timed out while advancing the clock')
    if (received.length === lastCount && now - quietSince < QUIET_MS) {
      await sleep(100)
      continue
    }
    if (received.length === lastCount) clock.advance(240_000)
    lastCount = received.length
    quietSince = now
  }
}

/** Counts the runs that this process has completed. */
const countCompleted = ({ url }: Heddle): Promise<number> =>
  readMetric(url, 'heddle_run_executions_total{outcome="completed"}')

const kill = async (heddle: Heddle): Promise<void> => {
  heddle.kill('SIGKILL')
  await heddle.exited
}

describe.concurrent.each(DATABASE_KINDS)('on %s', (databaseKind) => {
  it(
    `a receiver gets the events of every run after ten minutes of unavailability and ${KILLS} kills`,
    { timeout: 4 * TIMEOUT_MS },
    // Of concurrent tests, only the context knows to which test a poll belongs.
    async ({ expect }) => {
      const { url: databaseUrl, drop } = await createTestDatabase(databaseKind)
      const clock = makeShiftedClock()
      const receiver = await startReceiver(clock)
      const proxy = await startBreakableProxy(receiver.url)
      await proxy.disconnect()
      const start = () => startHeddle({ databaseUrl, env: clock.env })
      const load = makeRunLoad('agent', undefined, { input: RUN.input, webhook: `${proxy.url}own` })
      const random = makeRandom(SEED)

      let heddle = await start()
      const { webhook_id, secret } = await register(heddle, `${proxy.url}registered`)
      load.start(RUNS_A_SECOND)
      for (let count = 0; count < KILLS; count++) {
        load.setTarget(heddle.url, RUNS_A_LIFE)
        // Some processes are killed before they execute anything.
        if (random() < 0.6)
          await expect.poll(() => countCompleted(heddle), { timeout: TIMEOUT_MS }).toBeGreaterThan(0)
        await sleep(random() * 500)
        await kill(heddle)
        load.setTarget(undefined)
        // No process executes runs now, so no lease expires because of the advance.
        clock.advance(OUTAGE_MS / KILLS)
        heddle = await start()
      }
      load.setTarget(heddle.url)
      await expect.poll(() => load.acknowledged.length, pollOptions).toBeGreaterThanOrEqual(MIN_RUNS)
      await load.stop()
      expect(await waitForAllRuns(heddle.url, TIMEOUT_MS)).toBe(true)
      const attempted = await listDeliveries(heddle, webhook_id)
      expect(receiver.received).toEqual([])

      await proxy.restore()
      for (let count = 0; count < KILLS_DURING_DELIVERY; count++) {
        const before = receiver.received.length
        receiver.allowResponses(RESPONSES_BEFORE_KILL)
        await advanceUntil(clock, receiver.received, () =>
          receiver.received.slice(before).some(isUnacknowledged),
        )
        await kill(heddle)
        heddle = await start()
      }
      receiver.allowResponses(Infinity)
      const runWebhookId = (await callServer(heddle, 'GET', '/api/v1/webhooks?kind=run')).body.data[0]
        .webhook_id
      await advanceUntil(clock, receiver.received, async () =>
        [
          await isAllDelivered(heddle, webhook_id),
          await isAllDelivered(heddle, runWebhookId as string),
        ].every(Boolean),
      )

      const completed = (await listRuns(heddle.url, '&status=completed')).map(({ run_id }) => run_id)
      const [registered, ownWebhook] = ['/registered', '/own'].map((path) =>
        receiver.received.filter(({ url }) => url === path),
      )
      const figures = {
        test: 'kill-webhooks',
        database: databaseKind,
        seed: SEED,
        kills: KILLS + KILLS_DURING_DELIVERY,
        runs: completed.length,
        tried_while_away: attempted.reduce((sum, { attempts }) => sum + attempts, 0),
        received: receiver.received.length,
        duplicates: receiver.received.length - new Set(receiver.received.map(({ id }) => id)).size,
        registered: audit(registered!, completed, secret),
        ownWebhook: audit(ownWebhook!, completed),
      }
      console.log(JSON.stringify(figures))
      expect(load.wrong).toEqual([])
      expect(completed.length).toBeGreaterThanOrEqual(load.acknowledged.length)
      expect(figures).toMatchObject({ registered: FLAWLESS, ownWebhook: FLAWLESS })
      expect(figures.tried_while_away).toBeGreaterThan(0)
      expect(figures.duplicates).toBeGreaterThan(0)

      await heddle.stop()
      await Promise.all([proxy.stop(), receiver.stop(), drop()])
    },
  )
})

it(
  'another node sends the deliveries of a killed node after their leases expire, and none a second time before',
  { timeout: 2 * TIMEOUT_MS },
  async () => {
    const { url: databaseUrl, drop } = await createTestDatabase('postgres')
    const clock = makeShiftedClock()
    const receiver = await startReceiver(clock)
    const startNode = () => startHeddle({ databaseUrl, env: { ...clock.env, ...LONG_LIMIT } })
    const first = await startNode()
    const { webhook_id, secret } = await register(first, receiver.url)
    const create = (heddle: Heddle) => callServer(heddle, 'POST', '/api/v1/runs', { body: RUN })

    receiver.allowResponses(0)
    const claimedAfter = clock.now()
    await Promise.all(Array.from({ length: 3 }, () => create(first)))
    await expect.poll(() => receiver.received.length, pollOptions).toBe(3)
    const pendingIds = receiver.received.map(({ id }) => id)
    receiver.allowResponses(Infinity)
    const second = await startNode()
    await kill(first)

    // The other node delivers new events, and does not claim deliveries with a valid lease.
    await Promise.all(Array.from({ length: 3 }, () => create(second)))
    const getNew = () => receiver.received.filter(({ id }) => !pendingIds.includes(id))
    await expect.poll(() => getNew().length, pollOptions).toBe(3)
    clock.advance(LEASE_MS / 4)
    await sleep(QUIET_MS)
    clock.advance(LEASE_MS)
    await expect.poll(() => isAllDelivered(second, webhook_id), pollOptions).toBe(true)

    const completed = (await listRuns(second.url, '&status=completed')).map(({ run_id }) => run_id)
    const redelivered = receiver.received.slice(3).filter(({ id }) => pendingIds.includes(id))
    const redeliveredIds = redelivered.map(({ id }) => id)
    expect(redeliveredIds.sort()).toEqual(pendingIds.sort())
    // Real time passes too: on a busy machine, leases can expire before the clock is advanced.
    for (const { at } of redelivered) expect(at).toBeGreaterThanOrEqual(claimedAfter + LEASE_MS)
    expect(audit(receiver.received, completed, secret)).toEqual(FLAWLESS)
    console.log(
      JSON.stringify({ test: 'kill-webhooks', nodes: 2, runs: 6, taken_over: redeliveredIds.length }),
    )

    // An attempt of a node that lives is not sent a second time within the time limit.
    receiver.allowResponses(0)
    const sentBefore = receiver.received.length
    await callServer(second, 'POST', `/api/v1/webhooks/${webhook_id}/test`)
    await expect.poll(() => receiver.received.length, pollOptions).toBe(sentBefore + 1)
    clock.advance(290_000)
    await sleep(QUIET_MS)
    expect(receiver.received).toHaveLength(sentBefore + 1)

    await kill(second)
    await Promise.all([receiver.stop(), drop()])
  },
)
