/** Retries and pauses over hours and days. The clock is advanced too far for the library that verifies signatures. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { DATABASE_KINDS } from '../support/databases.js'
import { useWebhooks, type RegisteredWebhook } from '../support/use-webhooks.js'

const HOUR_MS = 3_600_000

describe.each(DATABASE_KINDS)('retry timing on %s', (databaseKind) => {
  let app: TestApp
  beforeAll(async () => {
    const env = { WEBHOOK_RETRY_SECONDS: '1800,2592000', WEBHOOK_TIMEOUT_SECONDS: '300' }
    app = await startApp({ databaseKind, execute: true, env })
  })
  afterAll(() => app.stop())
  const { register, sendTest, waitForDelivery } = useWebhooks(() => app)

  const read = async ({ url }: RegisteredWebhook) => (await app.get(url)).body

  it('a failed delivery is sent again after its delay, which varies by at most 20 %', async () => {
    const webhook = await register(['*'], (_, index) => (index === 0 ? { status: 500 } : {}))
    const id = await sendTest(webhook)
    const { next_attempt_at, attempt_log } = await waitForDelivery(webhook, id, 'pending', 1)
    const delay = Date.parse(next_attempt_at) - Date.parse(attempt_log[0].attempted_at)
    expect(delay).toBeGreaterThanOrEqual(0.4 * HOUR_MS)
    expect(delay).toBeLessThan(0.6 * HOUR_MS + 10_000)
    app.clock.advance(0.7 * HOUR_MS)
    const detail = await waitForDelivery(webhook, id, 'delivered', 2)
    expect(detail.attempt_log[1].attempted_at >= next_attempt_at).toBe(true)
  })

  it('Retry-After pauses all deliveries of the webhook', async () => {
    const webhook = await register(['*'], { status: 429, headers: { 'retry-after': '7200' } })
    const id = await sendTest(webhook)
    const { next_attempt_at, attempt_log } = await waitForDelivery(webhook, id, 'pending', 1)
    const delay = Date.parse(next_attempt_at) - Date.parse(attempt_log[0].attempted_at)
    expect(delay).toBeGreaterThanOrEqual(2 * HOUR_MS)
    expect(delay).toBeLessThan(2 * HOUR_MS + 10_000)
    const { paused_until } = await read(webhook)
    expect(paused_until).toBe(next_attempt_at)

    webhook.receiver.respondWith({})
    app.clock.advance(HOUR_MS)
    const second = await sendTest(webhook)
    app.clock.advance(HOUR_MS)
    for (const delivered of [
      await waitForDelivery(webhook, id, 'delivered', 2),
      await waitForDelivery(webhook, second, 'delivered', 1),
    ])
      expect(delivered.attempt_log.at(-1).attempted_at >= paused_until).toBe(true)
    expect(await read(webhook)).toMatchObject({ paused_until: null, failing_since: null })
  })

  it('a webhook is disabled after 120 hours of failures, and a success restarts the count', async () => {
    const watcher = await register(['webhook.disabled'])
    const webhook = await register(['run.completed'], { status: 500 })
    const fail = async () => {
      await waitForDelivery(webhook, await sendTest(webhook), 'pending', 1)
      return read(webhook)
    }
    await fail()
    app.clock.advance(119 * HOUR_MS)
    expect((await fail()).enabled).toBe(true)
    webhook.receiver.respondWith({})
    app.clock.advance(HOUR_MS)
    await waitForDelivery(webhook, await sendTest(webhook), 'delivered', 1)
    webhook.receiver.respondWith({ status: 500 })
    const { failing_since } = await fail()
    app.clock.advance(119 * HOUR_MS)
    expect(await fail()).toMatchObject({ enabled: true, failing_since })
    app.clock.advance(HOUR_MS)
    await sendTest(webhook)
    const [received] = await watcher.receiver.waitFor(1)
    const disabled_reason = `All attempts have failed since ${failing_since}`
    expect(received!.body).toMatchObject({
      type: 'webhook.disabled',
      data: { id: webhook.id, disabled_reason },
    })
    expect(await read(webhook)).toMatchObject({ enabled: false, disabled_reason })
    expect(watcher.receiver.received).toHaveLength(1)
  })

  it('a slow attempt within its time limit is not sent a second time', async () => {
    let respond = () => {}
    const until = new Promise<void>((resolve) => (respond = resolve))
    const webhook = await register(['*'], { until })
    const id = await sendTest(webhook)
    await webhook.receiver.waitFor(1)
    app.clock.advance(290_000)
    // The second test wakes the sender, which must not claim the first delivery again.
    const second = await sendTest(webhook)
    await webhook.receiver.waitFor(1, (request) => request.id === second)
    respond()
    await waitForDelivery(webhook, id, 'delivered', 1)
    expect(webhook.receiver.received.map((request) => request.id)).toEqual([id, second])
  })
})
