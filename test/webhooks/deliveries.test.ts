/** Delivery of webhook events: attempts, retries, failures, signatures and redelivery. */
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

const toAttempts = (error: string) =>
  [1, 2, 3].map((attempt) => ({ attempt, status_code: null, error, response: null }))

describe.each(DATABASE_KINDS)('deliveries on %s', (databaseKind) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ databaseKind, execute: true, env: { WEBHOOK_RETRY_SECONDS: '0.05,0.05' } })
  })
  afterAll(() => app.stop())
  const { register, sendTest, waitForDelivery } = useWebhooks(() => app)

  const read = async ({ url }: RegisteredWebhook) => (await app.get(url)).body
  const run = () => executeRun(app, { assistant_id: agent, input: { message: 'hello' } })

  it('a test event is delivered whatever the webhook is subscribed to, and its attempts are logged', async () => {
    const webhook = await register(['run.failed'], { status: 202, body: 'thank you' })
    const id = await sendTest(webhook)
    const [received] = await webhook.receiver.waitFor(1)
    expect(received!.id).toBe(id)
    expect(received!.body).toMatchObject({ type: 'webhook.test', data: { webhook_id: webhook.id } })
    expect(isSignedBy(webhook.secret, received!)).toBe(true)
    const delivery = await waitForDelivery(webhook, id, 'delivered', 1)
    expect(delivery).toMatchObject({
      delivery_id: id,
      webhook_id: webhook.id,
      event_type: 'webhook.test',
      run_id: null,
      attempts: 1,
      next_attempt_at: null,
      last_status: 202,
      last_error: null,
      payload: received!.body,
      url: `${webhook.receiver.url}/hook`,
      attempt_log: [
        {
          attempt: 1,
          status_code: 202,
          error: null,
          response: 'thank you',
          request_headers: {
            'content-type': 'application/json',
            'webhook-id': received!.headers['webhook-id'],
            'webhook-timestamp': received!.headers['webhook-timestamp'],
          },
        },
      ],
    })
    expect(delivery.delivered_at).not.toBeNull()
    expect(delivery.attempt_log[0].latency_ms).toBeGreaterThanOrEqual(0)
    const { payload: _, attempt_log: __, url: ___, ...listed } = delivery
    expect((await app.get(`${webhook.url}/deliveries`)).body.data).toEqual([listed])
    expect((await app.get(`${webhook.url}/deliveries?status=delivered`)).body.data).toEqual([listed])
    expect((await app.get(`${webhook.url}/deliveries?status=failed`)).body.data).toEqual([])
  })

  it('a failed delivery is sent again with the same id and a new signature', async () => {
    const webhook = await register(['run.completed'], (_, index) =>
      index === 0 ? { status: 500, body: 'Sorry.\u0000' } : {},
    )
    const { run_id } = await run()
    const received = await webhook.receiver.waitFor(2)
    expect(received[0]!.id).toBe(received[1]!.id)
    expect(received[0]!.text).toBe(received[1]!.text)
    for (const request of received) expect(isSignedBy(webhook.secret, request)).toBe(true)
    const delivery = await waitForDelivery(webhook, received[0]!.id, 'delivered', 2)
    expect(delivery).toMatchObject({
      run_id,
      attempts: 2,
      last_status: 200,
      last_error: null,
      attempt_log: [
        { attempt: 1, status_code: 500, error: 'HTTP 500', response: 'Sorry.' },
        { attempt: 2, status_code: 200, error: null, response: null },
      ],
    })
    expect(await read(webhook)).toMatchObject({ failing_since: null, paused_until: null, enabled: true })
  })

  it('a delivery fails after the last attempt of the schedule, and the webhook is paused', async () => {
    const webhook = await register(['run.completed'], { status: 503 })
    const id = await sendTest(webhook)
    const delivery = await waitForDelivery(webhook, id, 'failed', 3)
    expect(delivery).toMatchObject({ last_status: 503, last_error: 'HTTP 503', next_attempt_at: null })
    const record = await read(webhook)
    expect(record.failing_since).not.toBeNull()
    expect(Date.parse(record.paused_until)).toBeGreaterThan(Date.parse(record.failing_since))
    expect((await app.get(`${webhook.url}/deliveries?status=failed`)).body.data).toHaveLength(1)
    // After the pause, only new events are sent.
    webhook.receiver.respondWith({})
    app.clock.advance(10_000)
    const next = await sendTest(webhook)
    await webhook.receiver.waitFor(1, (request) => request.id === next)
    expect(webhook.receiver.received).toHaveLength(4)
    await expect.poll(() => read(webhook)).toMatchObject({ failing_since: null, paused_until: null })
  })

  it('a delivery to a receiver that closes the connection fails, and the attempts contain the reason', async () => {
    const webhook = await register(['*'], 'drop')
    const delivery = await waitForDelivery(webhook, await sendTest(webhook), 'failed', 3)
    expect(delivery.attempt_log).toMatchObject(toAttempts('connection closed unexpectedly'))
  })

  it('a delivery to a stopped receiver fails with the reason', async () => {
    const webhook = await register(['*'])
    await webhook.receiver.stop()
    const delivery = await waitForDelivery(webhook, await sendTest(webhook), 'failed', 3)
    expect(delivery).toMatchObject({ last_status: null, last_error: 'connection refused' })
  })

  it('the log keeps the beginning of a long response', async () => {
    const webhook = await register(['*'], { body: '🧵'.repeat(5_000) })
    const { attempt_log } = await waitForDelivery(webhook, await sendTest(webhook), 'delivered', 1)
    expect(attempt_log[0].response).toBe('🧵'.repeat(500))
  })

  it('a redirect is not followed and counts as a failure', async () => {
    const webhook = await register(['*'], (_, index) =>
      index === 0 ? { status: 307, headers: { location: '/elsewhere' } } : {},
    )
    const delivery = await waitForDelivery(webhook, await sendTest(webhook), 'delivered', 2)
    expect(delivery.attempt_log[0]).toMatchObject({
      status_code: 307,
      error: 'HTTP 307: redirects are not followed',
    })
    expect(webhook.receiver.received.map(({ path }) => path)).toEqual(['/hook', '/hook'])
  })

  it.each(['1e300', '99999999999999999999', '0.0004', 'Fri, 31 Dec 9999 23:59:59 GMT'])(
    'a webhook is paused for at most one day, even with "Retry-After: %s"',
    async (header) => {
      const webhook = await register(['*'], { status: 503, headers: { 'retry-after': header } })
      const id = await sendTest(webhook)
      const [received] = await webhook.receiver.waitFor(1)
      expect(received!.id).toBe(id)
      await expect.poll(async () => (await read(webhook)).failing_since).not.toBeNull()
      const { paused_until, failing_since } = await read(webhook)
      expect(Date.parse(paused_until ?? failing_since) - Date.parse(failing_since)).toBeLessThanOrEqual(
        24 * HOUR_MS,
      )
    },
  )

  it('a 410 response disables the webhook and notifies subscribers of webhook.disabled', async () => {
    const watcher = await register(['webhook.disabled'])
    const webhook = await register(['run.completed'], { status: 410 })
    const id = await sendTest(webhook)
    const [received] = await watcher.receiver.waitFor(1)
    expect(await waitForDelivery(webhook, id, 'failed', 1)).toMatchObject({
      last_status: 410,
      next_attempt_at: null,
    })
    const record = await read(webhook)
    expect(record).toMatchObject({ enabled: false, disabled_reason: 'The receiver responded with 410 Gone' })
    expect(received!.body).toMatchObject({
      type: 'webhook.disabled',
      data: {
        webhook_id: webhook.id,
        enabled: false,
        disabled_reason: 'The receiver responded with 410 Gone',
      },
    })
    expect(received!.text).not.toContain(webhook.secret)
    expect(isSignedBy(watcher.secret, received!)).toBe(true)
  })

  it('an enabled webhook receives new events, and redelivering a range sends the events that it missed', async () => {
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
    const redelivered = (await webhook.receiver.waitFor(5)).slice(2)
    expect(redelivered.map(({ body: payload }) => payload.data.id).sort()).toEqual(
      [before, ...missed].map(({ id }) => id as string).sort(),
    )
    // The event that was already delivered keeps its id.
    expect(redelivered.map(({ id }) => id)).toContain(webhook.receiver.received[0]!.id)
    expect((await app.post(`${webhook.url}/redeliver`, { since: before.created_at })).body.redelivered).toBe(
      0,
    )
  })

  it('redelivering a range respects its bounds and its status', async () => {
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
    const redelivered = await webhook.receiver.waitFor(2, ({ body }) => body.data.id === runs[1].id)
    expect(new Set(redelivered.map(({ id }) => id)).size).toBe(1)
    expect(webhook.receiver.received).toHaveLength(4)
  })

  it('a redelivery has the same id, and the log contains both attempts', async () => {
    const webhook = await register(['run.completed'])
    const id = await sendTest(webhook)
    await waitForDelivery(webhook, id, 'delivered', 1)
    const redelivered = await app.call('POST', `${webhook.url}/deliveries/${id}/redeliver`)
    expect(redelivered).toMatchObject({ status: 200, body: { id, status: 'pending', delivered_at: null } })
    const received = await webhook.receiver.waitFor(2)
    expect(received.map((request) => request.id)).toEqual([id, id])
    expect(await waitForDelivery(webhook, id, 'delivered', 2)).toMatchObject({ attempts: 2 })
  })

  it('during the overlap of a rotation both secrets sign, afterwards only the new one', async () => {
    const webhook = await register(['*'])
    const receiveTest = async () => {
      const id = await sendTest(webhook)
      return (await webhook.receiver.waitFor(1, (request) => request.id === id))[0]!
    }
    const checkSignatures = async (...secrets: string[]) => {
      const received = await receiveTest()
      return secrets.map((secret) => isSignedBy(secret, received))
    }
    const rotated = await app.post(`${webhook.url}/rotate_secret`, { overlap_seconds: 60 })
    const generated = rotated.body.secret as string
    expect(generated).toMatch(/^whsec_/)
    expect(await checkSignatures(webhook.secret, generated)).toEqual([true, true])
    app.clock.advance(61_000)
    expect(await checkSignatures(webhook.secret, generated)).toEqual([false, true])

    const chosen = 'a secret that the caller chose this time'
    const { body } = await app.post(`${webhook.url}/rotate_secret`, { secret: chosen, overlap_seconds: 0 })
    expect(body).not.toHaveProperty('secret')
    expect(await checkSignatures(generated, chosen)).toEqual([false, true])
  })
})

describe.each(DATABASE_KINDS)('slow receivers on %s', (databaseKind) => {
  let app: TestApp
  beforeAll(async () => {
    const env = { WEBHOOK_RETRY_SECONDS: '0.05,0.05', WEBHOOK_TIMEOUT_SECONDS: '0.5' }
    app = await startApp({ databaseKind, execute: true, env })
  })
  afterAll(() => app.stop())
  const { register, sendTest, waitForDelivery } = useWebhooks(() => app)

  it('a delivery to a receiver that does not respond fails, and the attempts contain the reason', async () => {
    const webhook = await register(['*'], 'hang')
    const delivery = await waitForDelivery(webhook, await sendTest(webhook), 'failed', 3)
    expect(delivery.attempt_log).toMatchObject(toAttempts('no response within 500 ms'))
  })

  it.each(['huge', 'drip'] as const)(
    'a 200 response with an endless body (%s) counts as delivered',
    async (response) => {
      const webhook = await register(['*'], response)
      const delivery = await waitForDelivery(webhook, await sendTest(webhook), 'delivered', 1)
      expect(delivery).toMatchObject({ last_status: 200, last_error: null })
    },
  )
})

describe('WEBHOOK_CONCURRENCY', () => {
  it('a node never sends more concurrent requests than allowed, and delivers all events', async () => {
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
    const received = await receiver.waitFor(10)
    expect(new Set(received.map(({ path }) => path)).size).toBe(10)
    expect(received.map(({ body }) => body.data.id as string)).toEqual(Array.from({ length: 10 }, () => id))
    expect(maxOpen).toBe(2)
    await app.stop()
    await receiver.stop()
  })
})
