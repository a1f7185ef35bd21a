/** How webhooks are told: attempts, retries, failures, secrets, and telling it again. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtInAssistantId } from '../../src/domain/built-in-graph.js'
import { startApp, type TestApp } from '../support/app.js'
import { DATABASE_KINDS } from '../support/databases.js'
import { executeRun } from '../support/runs.js'
import { isSignedBy, startWebhookReceiver } from '../support/webhook-receiver.js'
import { useWebhooks, type RegisteredWebhook } from '../support/use-webhooks.js'

const HOUR_MS = 3_600_000
const agent = builtInAssistantId('agent')

describe.each(DATABASE_KINDS)('deliveries on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    const env = { WEBHOOK_RETRY_SECONDS: '0.05,0.05', WEBHOOK_TIMEOUT_SECONDS: '0.5' }
    app = await startApp({ databaseKind: engine, execute: true, env })
  })
  afterAll(() => app.stop())
  const { register, sendTest, waitForDelivery } = useWebhooks(() => app)

  const read = async ({ url }: RegisteredWebhook) => (await app.get(url)).body
  const run = () => executeRun(app, { assistant_id: agent, input: { message: 'hello' } })

  it('tell of a test, whatever the webhook asked for, and are logged with every attempt', async () => {
    const webhook = await register(['run.failed'], { status: 202, body: 'thank you' })
    const id = await sendTest(webhook)
    const [told] = await webhook.receiver.waitFor(1)
    expect(told!.id).toBe(id)
    expect(told!.body).toMatchObject({ type: 'webhook.test', data: { webhook_id: webhook.id } })
    expect(isSignedBy(webhook.secret, told!)).toBe(true)
    const made = await waitForDelivery(webhook, id, 'delivered', 1)
    expect(made).toMatchObject({
      delivery_id: id,
      webhook_id: webhook.id,
      event_type: 'webhook.test',
      run_id: null,
      attempts: 1,
      next_attempt_at: null,
      last_status: 202,
      last_error: null,
      payload: told!.body,
      attempt_log: [{ attempt: 1, status_code: 202, error: null, response: 'thank you' }],
    })
    expect(made.delivered_at).not.toBeNull()
    expect(made.attempt_log[0].latency_ms).toBeGreaterThanOrEqual(0)
    const { payload: _, attempt_log: __, ...listed } = made
    expect((await app.get(`${webhook.url}/deliveries`)).body.data).toEqual([listed])
    expect((await app.get(`${webhook.url}/deliveries?status=delivered`)).body.data).toEqual([listed])
    expect((await app.get(`${webhook.url}/deliveries?status=failed`)).body.data).toEqual([])
  })

  it('that fail are tried again under the same id, signed anew', async () => {
    const webhook = await register(['run.completed'], (_, index) =>
      index === 0 ? { status: 500, body: 'Sorry.\u0000' } : {},
    )
    const { run_id } = await run()
    const told = await webhook.receiver.waitFor(2)
    expect(told[0]!.id).toBe(told[1]!.id)
    expect(told[0]!.text).toBe(told[1]!.text)
    for (const one of told) expect(isSignedBy(webhook.secret, one)).toBe(true)
    const made = await waitForDelivery(webhook, told[0]!.id, 'delivered', 2)
    expect(made).toMatchObject({
      run_id,
      attempts: 2,
      last_status: 200,
      last_error: null,
      attempt_log: [
        { attempt: 1, status_code: 500, error: 'answered 500', response: 'Sorry.' },
        { attempt: 2, status_code: 200, error: null, response: null },
      ],
    })
    expect(await read(webhook)).toMatchObject({ failing_since: null, paused_until: null, enabled: true })
  })

  it('that fail to the end of the schedule are given up, and the webhook is left alone for a while', async () => {
    const webhook = await register(['run.completed'], { status: 503 })
    const id = await sendTest(webhook)
    const made = await waitForDelivery(webhook, id, 'failed', 3)
    expect(made).toMatchObject({ last_status: 503, last_error: 'answered 503', next_attempt_at: null })
    const record = await read(webhook)
    expect(record.failing_since).not.toBeNull()
    expect(Date.parse(record.paused_until)).toBeGreaterThan(Date.parse(record.failing_since))
    expect((await app.get(`${webhook.url}/deliveries?status=failed`)).body.data).toHaveLength(1)
    // Nothing more of it comes when the pause is over; what is new does.
    webhook.receiver.respondWith({})
    app.clock.advance(10_000)
    const next = await sendTest(webhook)
    await webhook.receiver.waitFor(1, (one) => one.id === next)
    expect(webhook.receiver.received).toHaveLength(4)
    await expect.poll(() => read(webhook)).toMatchObject({ failing_since: null, paused_until: null })
  })

  it.each([
    ['hang', 'hang', 'no answer within 500 ms'],
    ['drop the connection', 'drop', 'the connection broke'],
  ] as const)('to receivers that %s fail, and say why', async (_, answer, problem) => {
    const webhook = await register(['*'], answer)
    const made = await waitForDelivery(webhook, await sendTest(webhook), 'failed', 3)
    expect(made.attempt_log).toMatchObject(
      [1, 2, 3].map((attempt) => ({ attempt, status_code: null, error: problem, response: null })),
    )
  })

  it('to nobody fail, and say why', async () => {
    const webhook = await register(['*'])
    await webhook.receiver.stop()
    const made = await waitForDelivery(webhook, await sendTest(webhook), 'failed', 3)
    expect(made).toMatchObject({ last_status: null, last_error: 'connection refused' })
  })

  it.each(['huge', 'drip'] as const)(
    'that are answered 200 with a body without end (%s) are delivered',
    async (answer) => {
      const webhook = await register(['*'], answer)
      const made = await waitForDelivery(webhook, await sendTest(webhook), 'delivered', 1)
      expect(made).toMatchObject({ last_status: 200, last_error: null })
    },
  )

  it('keep the beginning of a long answer', async () => {
    const webhook = await register(['*'], { body: '🧵'.repeat(5_000) })
    const { attempt_log } = await waitForDelivery(webhook, await sendTest(webhook), 'delivered', 1)
    expect(attempt_log[0].response).toBe('🧵'.repeat(500))
  })

  it('follow no redirect: it is a failure', async () => {
    const webhook = await register(['*'], (_, index) =>
      index === 0 ? { status: 307, headers: { location: '/elsewhere' } } : {},
    )
    const made = await waitForDelivery(webhook, await sendTest(webhook), 'delivered', 2)
    expect(made.attempt_log[0]).toMatchObject({
      status_code: 307,
      error: 'answered 307: redirects are not followed',
    })
    expect(webhook.receiver.received.map(({ path }) => path)).toEqual(['/hook', '/hook'])
  })

  it.each(['1e300', '99999999999999999999', '0.0004', 'Fri, 31 Dec 9999 23:59:59 GMT'])(
    'wait no longer than a day, even if the receiver says "Retry-After: %s"',
    async (header) => {
      const webhook = await register(['*'], { status: 503, headers: { 'retry-after': header } })
      const id = await sendTest(webhook)
      const [told] = await webhook.receiver.waitFor(1)
      expect(told!.id).toBe(id)
      await expect.poll(async () => (await read(webhook)).failing_since).not.toBeNull()
      const { paused_until, failing_since } = await read(webhook)
      expect(Date.parse(paused_until ?? failing_since) - Date.parse(failing_since)).toBeLessThanOrEqual(
        24 * HOUR_MS,
      )
    },
  )

  it('end with 410: the webhook is disabled, and others are told', async () => {
    const watcher = await register(['webhook.disabled'])
    const webhook = await register(['run.completed'], { status: 410 })
    const id = await sendTest(webhook)
    const [told] = await watcher.receiver.waitFor(1)
    expect(await waitForDelivery(webhook, id, 'failed', 1)).toMatchObject({
      last_status: 410,
      next_attempt_at: null,
    })
    const record = await read(webhook)
    expect(record).toMatchObject({ enabled: false, disabled_reason: 'it answered 410 Gone' })
    expect(told!.body).toMatchObject({
      type: 'webhook.disabled',
      data: { webhook_id: webhook.id, enabled: false, disabled_reason: 'it answered 410 Gone' },
    })
    expect(told!.text).not.toContain(webhook.secret)
    expect(isSignedBy(watcher.secret, told!)).toBe(true)
  })

  it('begin with the next event when a disabled webhook is enabled; a range brings what it missed', async () => {
    const webhook = await register(['run.completed'], { status: 410 })
    const before = await run()
    await expect.poll(async () => (await read(webhook)).enabled).toBe(false)
    const missed = [await run(), await run()]
    webhook.receiver.respondWith({})
    const enabled = await app.patch(webhook.url, { enabled: true })
    expect(enabled.body).toMatchObject({ enabled: true, disabled_reason: null, failing_since: null })
    const next = await run()
    await webhook.receiver.waitFor(2)
    const receivedRunIds = () => webhook.receiver.received.map(({ body }) => body.data.id as string)
    expect(receivedRunIds()).toEqual([before.id, next.id])
    const { body } = await app.post(`${webhook.url}/redeliver`, { since: before.created_at })
    expect(body).toEqual({ redelivered: 3 })
    const again = (await webhook.receiver.waitFor(5)).slice(2)
    expect(again.map(({ body: one }) => one.data.id).sort()).toEqual(
      [before, ...missed].map(({ id }) => id as string).sort(),
    )
    // The one that it was told before has kept its id.
    expect(again.map(({ id }) => id)).toContain(webhook.receiver.received[0]!.id)
    expect((await app.post(`${webhook.url}/redeliver`, { since: before.created_at })).body.redelivered).toBe(
      0,
    )
  })

  it('of a range are sent again within its bounds and of its status only', async () => {
    const webhook = await register(['run.completed'])
    const runs = [await run(), await run(), await run()]
    await webhook.receiver.waitFor(3)
    const ids = webhook.receiver.received.map(({ id }) => id)
    for (const id of ids) await waitForDelivery(webhook, id, 'delivered', 1)
    const redeliver = async (range: object) =>
      (await app.post(`${webhook.url}/redeliver`, range)).body.redelivered as number
    const since = runs[1].completed_at as string
    expect(await redeliver({ since: runs[0].completed_at })).toBe(0)
    expect(await redeliver({ since, until: runs[0].completed_at, status: 'delivered' })).toBe(0)
    expect(await redeliver({ since, until: since, status: 'delivered' })).toBe(1)
    const again = await webhook.receiver.waitFor(2, ({ body }) => body.data.id === runs[1].id)
    expect(new Set(again.map(({ id }) => id)).size).toBe(1)
    expect(webhook.receiver.received).toHaveLength(4)
  })

  it('are sent once more under the same id, and the log has both', async () => {
    const webhook = await register(['run.completed'])
    const id = await sendTest(webhook)
    await waitForDelivery(webhook, id, 'delivered', 1)
    const again = await app.call('POST', `${webhook.url}/deliveries/${id}/redeliver`)
    expect(again).toMatchObject({ status: 200, body: { id, status: 'pending', delivered_at: null } })
    const told = await webhook.receiver.waitFor(2)
    expect(told.map((one) => one.id)).toEqual([id, id])
    expect(await waitForDelivery(webhook, id, 'delivered', 2)).toMatchObject({ attempts: 2 })
  })

  it('are signed by the old and the new secret while they overlap, and by the new one after that', async () => {
    const webhook = await register(['*'])
    const told = async () => {
      const id = await sendTest(webhook)
      return (await webhook.receiver.waitFor(1, (one) => one.id === id))[0]!
    }
    const signedBy = async (...secrets: string[]) => {
      const one = await told()
      return secrets.map((secret) => isSignedBy(secret, one))
    }
    const rotated = await app.post(`${webhook.url}/rotate_secret`, { overlap_seconds: 60 })
    const made = rotated.body.secret as string
    expect(made).toMatch(/^whsec_/)
    expect(await signedBy(webhook.secret, made)).toEqual([true, true])
    app.clock.advance(61_000)
    expect(await signedBy(webhook.secret, made)).toEqual([false, true])

    const chosen = 'a secret that the caller chose this time'
    const { body } = await app.post(`${webhook.url}/rotate_secret`, { secret: chosen, overlap_seconds: 0 })
    expect(body).not.toHaveProperty('secret')
    expect(await signedBy(made, chosen)).toEqual([false, true])
  })
})

describe('the deliveries of a node', () => {
  it('are no more at a time than it is allowed, and all are made in the end', async () => {
    const app = await startApp({ execute: true, env: { WEBHOOK_CONCURRENCY: '2' } })
    let [open, maxOpen] = [0, 0]
    const receiver = await startWebhookReceiver(() => {
      maxOpen = Math.max(maxOpen, ++open)
      const until = sleep(20).then(() => open--)
      return { until }
    })
    for (let n = 0; n < 10; n++)
      await app.post('/api/v1/webhooks', { url: `${receiver.url}/${n}`, events: ['run.completed'] })
    const { id } = await executeRun(app, { assistant_id: agent, input: { message: 'hello' } })
    const told = await receiver.waitFor(10)
    expect(new Set(told.map(({ path }) => path)).size).toBe(10)
    expect(told.map(({ body }) => body.data.id as string)).toEqual(Array.from({ length: 10 }, () => id))
    expect(maxOpen).toBe(2)
    await app.stop()
    await receiver.stop()
  })
})
