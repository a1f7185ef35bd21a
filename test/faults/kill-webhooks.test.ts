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
import { patient, startHttp } from '../support/recording-servers.js'
import { layCable } from '../support/breakable-proxy.js'
import { call } from '../support/call-server.js'
import { ENGINES, freshDatabase } from '../support/databases.js'
import { makeProject } from '../support/graph-project.js'
import { makeShiftedClock } from '../support/preload.js'
import { startHeddle, type Heddle } from '../support/heddle-process.js'
import { makeRandom } from '../support/random.js'
import { makeEffects } from './effects.js'
import { areOver, listRuns } from './run-audit.js'
import { makeRunLoad } from './run-load.js'

const KILLS = Number(process.env['HEDDLE_KILLS'] ?? 6)
const KILLS_WHILE_TOLD = 2
/** As many as there may be that were tried before, and some: then new ones are among those that the kill meets. */
const ANSWERS_BEFORE_KILL = 30
const SEED = Number(process.env['HEDDLE_SEED'] ?? 1)
const AWAY_MS = 600_000
const RUNS_A_SECOND = 20
const RUNS_A_LIFE = 10
const LINES_A_RUN = 6
const PATIENCE_MS = 60_000
const LEASE_MS = 60_000
/** More than the service lets pass between two looks at what is due. */
const QUIET_MS = 1_500

type Clock = ReturnType<typeof makeShiftedClock>

interface Told {
  url: string
  id: string
  runId: string
  body: string
  headers: Record<string, string>
  at: number
  isAnswered: boolean
}

/** Notes what it is told, and answers as many as it is allowed to. */
const startReceiver = async (clock: Clock) => {
  const told: Told[] = []
  let answersLeft = Infinity
  const server = await startHttp(({ url, body, headers }, response) => {
    const { data } = JSON.parse(body) as { data: { run_id: string } }
    const sent = headers as Record<string, string>
    const isAnswered = answersLeft-- > 0
    told.push({
      url,
      id: sent['webhook-id']!,
      runId: data.run_id,
      body,
      headers: sent,
      at: clock.now(),
      isAnswered,
    })
    if (isAnswered) response.end()
  })
  return {
    ...server,
    told,
    mayAnswer: (count: number): void => {
      answersLeft = count
    },
  }
}

const isUnanswered = ({ isAnswered }: Told): boolean => !isAnswered

/** As a receiver does it whose clock is right. */
const isSigned = ({ body, headers, at }: Told, secret: string): boolean => {
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
const audit = (told: readonly Told[], completed: readonly string[], secret?: string) => {
  const idsOf = new Map<string, Set<string>>()
  const bodyOf = new Map<string, string>()
  let changed = 0
  for (const { id, runId, body } of told) {
    idsOf.set(runId, (idsOf.get(runId) ?? new Set()).add(id))
    changed += Number((bodyOf.get(id) ?? body) !== body)
    bodyOf.set(id, body)
  }
  const answered = new Set(told.filter(({ isAnswered }) => isAnswered).map(({ runId }) => runId))
  return {
    lost: completed.filter((runId) => !answered.has(runId)).length,
    with_other_ids: [...idsOf.values()].filter(({ size }) => size !== 1).length,
    unknown: [...idsOf.keys()].filter((runId) => !completed.includes(runId)).length,
    changed,
    unsigned: secret === undefined ? 0 : told.filter((one) => !isSigned(one, secret)).length,
  }
}
const FLAWLESS = { lost: 0, with_other_ids: 0, unknown: 0, changed: 0, unsigned: 0 }

const register = async (heddle: Heddle, url: string) => {
  const sent = { url, events: ['run.completed'] }
  const { body } = await call(heddle, 'POST', '/api/v1/webhooks', { body: sent })
  return body as WebhookDetail & { secret: string }
}

const deliveriesOf = async (heddle: Heddle, webhookId: string, status = ''): Promise<Delivery[]> => {
  const query = status === '' ? '' : `&status=${status}`
  const path = `/api/v1/webhooks/${webhookId}/deliveries?limit=100${query}`
  return (await call(heddle, 'GET', path)).body.data as Delivery[]
}

const isAllTold = async (heddle: Heddle, webhookId: string): Promise<boolean> => {
  const { body } = await call(heddle, 'GET', `/api/v1/webhooks/${webhookId}`)
  return body.waiting === 0 && (await deliveriesOf(heddle, webhookId, 'pending')).length === 0
}

/**
 * Lets time pass, four minutes whenever nobody is told anything for a while, until it is so. What is on its way must not
 * grow older than the five minutes that receivers allow: as slow as a machine may be, it does not see two such leaps.
 */
const letTimePass = async (
  clock: Clock,
  told: readonly Told[],
  until: () => boolean | Promise<boolean>,
): Promise<void> => {
  const end = performance.now() + PATIENCE_MS
  let known = told.length
  let quietSince = performance.now()
  while (!(await until())) {
    const now = performance.now()
    if (now > end) throw new Error('time passes, and nothing happens')
    if (told.length === known && now - quietSince < QUIET_MS) {
      await sleep(20)
      continue
    }
    if (told.length === known) clock.advance(240_000)
    known = told.length
    quietSince = now
  }
}

const kill = async (heddle: Heddle): Promise<void> => {
  heddle.kill('SIGKILL')
  await heddle.exited
}

describe.concurrent.each(ENGINES)('on %s', (engine) => {
  it(
    `a receiver that was away for ten minutes and ${KILLS} kills hears of every run`,
    { timeout: 4 * PATIENCE_MS },
    async () => {
      const { url: databaseUrl, drop } = await freshDatabase(engine)
      const clock = makeShiftedClock()
      const receiver = await startReceiver(clock)
      const cable = await layCable(receiver.url)
      await cable.cut()
      const effects = makeEffects([1, 20])
      const { env } = makeProject({ steps: effects.source })
      const start = () => startHeddle({ databaseUrl, env: { ...env, ...clock.env, RUN_MAX_ATTEMPTS: '20' } })
      const load = makeRunLoad('steps', undefined, { webhook: `${cable.url}own` })
      const random = makeRandom(SEED)

      let heddle = await start()
      const { webhook_id, secret } = await register(heddle, `${cable.url}registered`)
      load.start(RUNS_A_SECOND)
      for (let count = 0; count < KILLS; count++) {
        load.aim(heddle.url, RUNS_A_LIFE)
        // Some die before they have executed anything.
        if (random() < 0.6) await effects.reach(effects.count() + LINES_A_RUN, PATIENCE_MS)
        await sleep(random() * 500)
        await kill(heddle)
        load.aim(undefined)
        // While nobody executes anything: no lease of a run is leapt over.
        clock.advance(AWAY_MS / KILLS)
        heddle = await start()
      }
      await load.stop()
      expect(await areOver(heddle.url, PATIENCE_MS)).toBe(true)
      const tried = await deliveriesOf(heddle, webhook_id)
      expect(receiver.told).toEqual([])

      await cable.mend()
      for (let count = 0; count < KILLS_WHILE_TOLD; count++) {
        const before = receiver.told.length
        receiver.mayAnswer(ANSWERS_BEFORE_KILL)
        await letTimePass(clock, receiver.told, () => receiver.told.slice(before).some(isUnanswered))
        await kill(heddle)
        heddle = await start()
      }
      receiver.mayAnswer(Infinity)
      const ofRuns = (await call(heddle, 'GET', '/api/v1/webhooks?kind=run')).body.data[0].webhook_id
      await letTimePass(clock, receiver.told, async () =>
        [await isAllTold(heddle, webhook_id), await isAllTold(heddle, ofRuns as string)].every(Boolean),
      )

      const completed = (await listRuns(heddle.url, '&status=completed')).map(({ run_id }) => run_id)
      const [registered, own] = ['/registered', '/own'].map((path) =>
        receiver.told.filter(({ url }) => url === path),
      )
      const figures = {
        test: 'kill-webhooks',
        engine,
        seed: SEED,
        kills: KILLS + KILLS_WHILE_TOLD,
        runs: completed.length,
        tried_while_away: tried.reduce((sum, { attempts }) => sum + attempts, 0),
        told: receiver.told.length,
        duplicates: receiver.told.length - new Set(receiver.told.map(({ id }) => id)).size,
        registered: audit(registered!, completed, secret),
        own: audit(own!, completed),
      }
      console.log(JSON.stringify(figures))
      expect(load.wrong).toEqual([])
      expect(completed.length).toBeGreaterThanOrEqual(load.acknowledged.length)
      expect(figures).toMatchObject({ registered: FLAWLESS, own: FLAWLESS })
      expect(figures.tried_while_away).toBeGreaterThan(0)
      expect(figures.duplicates).toBeGreaterThan(0)

      await heddle.stop()
      await Promise.all([cable.remove(), receiver.stop(), drop()])
    },
  )
})

it(
  'what a node was sending when it was killed is sent by another after the lease',
  { timeout: 2 * PATIENCE_MS },
  async () => {
    const { url: databaseUrl, drop } = await freshDatabase('postgres')
    const clock = makeShiftedClock()
    const receiver = await startReceiver(clock)
    const { env } = makeProject({ steps: makeEffects([1, 5]).source })
    const startNode = (role: string) =>
      startHeddle({ databaseUrl, env: { ...env, ...clock.env, ROLE: role } })
    const [api, first] = await Promise.all([startNode('api'), startNode('worker')])
    const { webhook_id, secret } = await register(api, receiver.url)
    const body = { assistant_id: builtInAssistantId('steps'), input: {} }
    const create = () => call(api, 'POST', '/api/v1/runs', { body })

    receiver.mayAnswer(0)
    await Promise.all(Array.from({ length: 3 }, create))
    await expect.poll(() => receiver.told.length, patient).toBe(3)
    const held = receiver.told.map(({ id }) => id)
    receiver.mayAnswer(Infinity)
    const second = await startNode('worker')
    await kill(first)

    // The other one works, and leaves alone what is not its own.
    await Promise.all(Array.from({ length: 3 }, create))
    await expect.poll(() => receiver.told.length, patient).toBe(6)
    clock.advance(LEASE_MS / 2)
    await sleep(1_500)
    expect(receiver.told).toHaveLength(6)
    clock.advance(LEASE_MS)
    await expect.poll(() => isAllTold(api, webhook_id), patient).toBe(true)

    const completed = (await listRuns(api.url, '&status=completed')).map(({ run_id }) => run_id)
    const again = receiver.told.slice(6).map(({ id }) => id)
    expect(again.sort()).toEqual(held.sort())
    expect(audit(receiver.told, completed, secret)).toEqual(FLAWLESS)
    console.log(JSON.stringify({ test: 'kill-webhooks', nodes: 3, runs: 6, taken_over: again.length }))

    await Promise.all([api.stop(), second.stop()])
    await Promise.all([receiver.stop(), drop()])
  },
)

it('an attempt that takes longer than other leases do is not begun a second time', async () => {
  const clock = makeShiftedClock()
  const receiver = await startReceiver(clock)
  const heddle = await startHeddle({ env: { ...clock.env, WEBHOOK_TIMEOUT_SECONDS: '300' } })
  const { webhook_id } = await register(heddle, receiver.url)
  receiver.mayAnswer(0)
  await call(heddle, 'POST', `/api/v1/webhooks/${webhook_id}/test`)
  await expect.poll(() => receiver.told.length, patient).toBe(1)
  clock.advance(290_000)
  await sleep(1_500)
  expect(receiver.told).toHaveLength(1)
  await kill(heddle)
  await receiver.stop()
})
