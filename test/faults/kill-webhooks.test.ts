/**
 * Whatever dies, a webhook is told of every run: its receiver is away for ten minutes while the service is killed again
 * and again, and a node is killed in the middle of sending. Time is set forward by the test. HEDDLE_KILLS and HEDDLE_SEED
 * change how often and when.
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
import { makeProject } from '../support/graph-project.js'
import { makeShiftedClock } from '../support/preload.js'
import { startHeddle, type Heddle } from '../support/heddle-process.js'
import { makeRandom } from '../support/random.js'
import { makeEffects } from './effects.js'
import { waitForAllRuns, listRuns } from './run-audit.js'
import { makeRunLoad } from './run-load.js'

const KILLS = Number(process.env['HEDDLE_KILLS'] ?? 6)
const KILLS_DURING_DELIVERY = 2
/** As many as there may be that were tried before, and some: then new ones are among those that the kill meets. */
const RESPONSES_BEFORE_KILL = 30
const SEED = Number(process.env['HEDDLE_SEED'] ?? 1)
const OUTAGE_MS = 600_000
const RUNS_A_SECOND = 20
const RUNS_A_LIFE = 10
const LINES_A_RUN = 6
const TIMEOUT_MS = 60_000
const LEASE_MS = 60_000
/** More than the service lets pass between two looks at what is due. */
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

/** Notes what it is told, and answers as many as it is allowed to. */
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
    told: received,
    allowResponses: (count: number): void => {
      responsesLeft = count
    },
  }
}

const isUnacknowledged = ({ isAcknowledged }: Received): boolean => !isAcknowledged

/** As a receiver does it whose clock is right. */
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

/** Of those that were told, and of the runs that there were to tell of. Numbers that are 0 when all is well. */
const audit = (received: readonly Received[], completed: readonly string[], secret?: string) => {
  const idsByRun = new Map<string, Set<string>>()
  const bodyById = new Map<string, string>()
  let changed = 0
  for (const { id, runId, body } of received) {
    idsByRun.set(runId, (idsByRun.get(runId) ?? new Set()).add(id))
    changed += Number((bodyById.get(id) ?? body) !== body)
    bodyById.set(id, body)
  }
  const answered = new Set(received.filter(({ isAcknowledged }) => isAcknowledged).map(({ runId }) => runId))
  return {
    lost: completed.filter((runId) => !answered.has(runId)).length,
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
 * Lets time pass, four minutes whenever nobody is told anything for a while, until it is so. What is on its way must not
 * grow older than the five minutes that receivers allow: as slow as a machine may be, it does not see two such leaps.
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
    if (now > end) throw new Error('time passes, and nothing happens')
    if (received.length === lastCount && now - quietSince < QUIET_MS) {
      await sleep(20)
      continue
    }
    if (received.length === lastCount) clock.advance(240_000)
    lastCount = received.length
    quietSince = now
  }
}

const kill = async (heddle: Heddle): Promise<void> => {
  heddle.kill('SIGKILL')
  await heddle.exited
}

describe.concurrent.each(DATABASE_KINDS)('on %s', (engine) => {
  it(
    `a receiver that was away for ten minutes and ${KILLS} kills hears of every run`,
    { timeout: 4 * TIMEOUT_MS },
    async () => {
      const { url: databaseUrl, drop } = await createTestDatabase(engine)
      const clock = makeShiftedClock()
      const receiver = await startReceiver(clock)
      const proxy = await startBreakableProxy(receiver.url)
      await proxy.disconnect()
      const effects = makeEffects([1, 20])
      const { env } = makeProject({ steps: effects.source })
      const start = () => startHeddle({ databaseUrl, env: { ...env, ...clock.env, RUN_MAX_ATTEMPTS: '20' } })
      const load = makeRunLoad('steps', undefined, { webhook: `${proxy.url}own` })
      const random = makeRandom(SEED)

      let heddle = await start()
      const { webhook_id, secret } = await register(heddle, `${proxy.url}registered`)
      load.start(RUNS_A_SECOND)
      for (let count = 0; count < KILLS; count++) {
        load.setTarget(heddle.url, RUNS_A_LIFE)
        // Some die before they have executed anything.
        if (random() < 0.6) await effects.waitForCount(effects.count() + LINES_A_RUN, TIMEOUT_MS)
        await sleep(random() * 500)
        await kill(heddle)
        load.setTarget(undefined)
        // While nobody executes anything: no lease of a run is leapt over.
        clock.advance(OUTAGE_MS / KILLS)
        heddle = await start()
      }
      await load.stop()
      expect(await waitForAllRuns(heddle.url, TIMEOUT_MS)).toBe(true)
      const attempted = await listDeliveries(heddle, webhook_id)
      expect(receiver.told).toEqual([])

      await proxy.restore()
      for (let count = 0; count < KILLS_DURING_DELIVERY; count++) {
        const before = receiver.told.length
        receiver.allowResponses(RESPONSES_BEFORE_KILL)
        await advanceUntil(clock, receiver.told, () => receiver.told.slice(before).some(isUnacknowledged))
        await kill(heddle)
        heddle = await start()
      }
      receiver.allowResponses(Infinity)
      const runWebhookId = (await callServer(heddle, 'GET', '/api/v1/webhooks?kind=run')).body.data[0]
        .webhook_id
      await advanceUntil(clock, receiver.told, async () =>
        [
          await isAllDelivered(heddle, webhook_id),
          await isAllDelivered(heddle, runWebhookId as string),
        ].every(Boolean),
      )

      const completed = (await listRuns(heddle.url, '&status=completed')).map(({ run_id }) => run_id)
      const [registered, ownWebhook] = ['/registered', '/own'].map((path) =>
        receiver.told.filter(({ url }) => url === path),
      )
      const figures = {
        test: 'kill-webhooks',
        engine,
        seed: SEED,
        kills: KILLS + KILLS_DURING_DELIVERY,
        runs: completed.length,
        tried_while_away: attempted.reduce((sum, { attempts }) => sum + attempts, 0),
        received: receiver.told.length,
        duplicates: receiver.told.length - new Set(receiver.told.map(({ id }) => id)).size,
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
  'what a node was sending when it was killed is sent by another after the lease',
  { timeout: 2 * TIMEOUT_MS },
  async () => {
    const { url: databaseUrl, drop } = await createTestDatabase('postgres')
    const clock = makeShiftedClock()
    const receiver = await startReceiver(clock)
    const { env } = makeProject({ steps: makeEffects([1, 5]).source })
    const startNode = (role: string) =>
      startHeddle({ databaseUrl, env: { ...env, ...clock.env, ROLE: role } })
    const [api, first] = await Promise.all([startNode('api'), startNode('worker')])
    const { webhook_id, secret } = await register(api, receiver.url)
    const body = { assistant_id: builtInAssistantId('steps'), input: {} }
    const create = () => callServer(api, 'POST', '/api/v1/runs', { body })

    receiver.allowResponses(0)
    await Promise.all(Array.from({ length: 3 }, create))
    await expect.poll(() => receiver.told.length, pollOptions).toBe(3)
    const pendingIds = receiver.told.map(({ id }) => id)
    receiver.allowResponses(Infinity)
    const second = await startNode('worker')
    await kill(first)

    // The other one works, and leaves alone what is not its own.
    await Promise.all(Array.from({ length: 3 }, create))
    await expect.poll(() => receiver.told.length, pollOptions).toBe(6)
    clock.advance(LEASE_MS / 2)
    await sleep(1_500)
    expect(receiver.told).toHaveLength(6)
    clock.advance(LEASE_MS)
    await expect.poll(() => isAllDelivered(api, webhook_id), pollOptions).toBe(true)

    const completed = (await listRuns(api.url, '&status=completed')).map(({ run_id }) => run_id)
    const redeliveredIds = receiver.told.slice(6).map(({ id }) => id)
    expect(redeliveredIds.sort()).toEqual(pendingIds.sort())
    expect(audit(receiver.told, completed, secret)).toEqual(FLAWLESS)
    console.log(
      JSON.stringify({ test: 'kill-webhooks', nodes: 3, runs: 6, taken_over: redeliveredIds.length }),
    )

    await Promise.all([api.stop(), second.stop()])
    await Promise.all([receiver.stop(), drop()])
  },
)

it('an attempt that takes longer than other leases do is not begun a second time', async () => {
  const clock = makeShiftedClock()
  const receiver = await startReceiver(clock)
  const heddle = await startHeddle({ env: { ...clock.env, WEBHOOK_TIMEOUT_SECONDS: '300' } })
  const { webhook_id } = await register(heddle, receiver.url)
  receiver.allowResponses(0)
  await callServer(heddle, 'POST', `/api/v1/webhooks/${webhook_id}/test`)
  await expect.poll(() => receiver.told.length, pollOptions).toBe(1)
  clock.advance(290_000)
  await sleep(1_500)
  expect(receiver.told).toHaveLength(1)
  await kill(heddle)
  await receiver.stop()
})
