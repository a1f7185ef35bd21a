/** Webhooks over hours and days. Here the clock is moved too far for the library that checks signatures. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { DATABASE_KINDS } from '../support/databases.js'
import { useWebhooks, type RegisteredWebhook } from '../support/use-webhooks.js'

const HOUR_MS = 3_600_000

describe.each(DATABASE_KINDS)('over time on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    const env = { WEBHOOK_RETRY_SECONDS: '1800,2592000', WEBHOOK_TIMEOUT_SECONDS: '300' }
    app = await startApp({ databaseKind: engine, execute: true, env })
  })
  afterAll(() => app.stop())
  const { register, sendTest, waitForDelivery } = useWebhooks(() => app)

  const read = async ({ url }: RegisteredWebhook) => (await app.get(url)).body

  it('a failed delivery is tried again when its time has come, a fifth earlier or later', async () => {
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

  it('a receiver that asks for time has it, for everything that goes to it', async () => {
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
    for (const one of [
      await waitForDelivery(webhook, id, 'delivered', 2),
      await waitForDelivery(webhook, second, 'delivered', 1),
    ])
      expect(one.attempt_log.at(-1).attempted_at >= paused_until).toBe(true)
    expect(await read(webhook)).toMatchObject({ paused_until: null, failing_since: null })
  })

  it('a webhook that fails for days without a break is disabled; a success in between begins anew', async () => {
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
    const disabled_reason = `it failed without a break since ${failing_since}`
    expect(received!.body).toMatchObject({
      type: 'webhook.disabled',
      data: { id: webhook.id, disabled_reason },
    })
    expect(await read(webhook)).toMatchObject({ enabled: false, disabled_reason })
    expect(watcher.receiver.received).toHaveLength(1)
  })

  it('an attempt that takes long, but not longer than it may, is not made twice', async () => {
    let respond = () => {}
    const until = new Promise<void>((resolve) => (respond = resolve))
    const webhook = await register(['*'], { until })
    const id = await sendTest(webhook)
    await webhook.receiver.waitFor(1)
    app.clock.advance(290_000)
    // Whoever is asked to look at the webhook now finds nothing that is due, this one least of all.
    const second = await sendTest(webhook)
    await webhook.receiver.waitFor(1, (one) => one.id === second)
    respond()
    await waitForDelivery(webhook, id, 'delivered', 1)
    expect(webhook.receiver.received.map((one) => one.id)).toEqual([id, second])
  })
})
