/** Webhooks over hours and days. Here the clock is moved too far for the library that checks signatures. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { ENGINES } from '../support/databases.js'
import { useWebhooks, type Registered } from '../support/use-webhooks.js'

const HOUR_MS = 3_600_000

describe.each(ENGINES)('over time on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    const env = { WEBHOOK_RETRY_SECONDS: '1800,2592000', WEBHOOK_TIMEOUT_SECONDS: '300' }
    app = await startApp({ engine, execute: true, env })
  })
  afterAll(() => app.stop())
  const { register, test, delivery } = useWebhooks(() => app)

  const read = async ({ url }: Registered) => (await app.get(url)).body

  it('a failed delivery is tried again when its time has come, a fifth earlier or later', async () => {
    const webhook = await register(['*'], (_, index) => (index === 0 ? { status: 500 } : {}))
    const id = await test(webhook)
    const { next_attempt_at, attempt_log } = await delivery(webhook, id, 'pending', 1)
    const wait = Date.parse(next_attempt_at) - Date.parse(attempt_log[0].attempted_at)
    expect(wait).toBeGreaterThanOrEqual(0.4 * HOUR_MS)
    expect(wait).toBeLessThan(0.6 * HOUR_MS + 10_000)
    app.clock.advance(0.7 * HOUR_MS)
    const made = await delivery(webhook, id, 'delivered', 2)
    expect(made.attempt_log[1].attempted_at >= next_attempt_at).toBe(true)
  })

  it('a receiver that asks for time has it, for everything that goes to it', async () => {
    const webhook = await register(['*'], { status: 429, headers: { 'retry-after': '7200' } })
    const id = await test(webhook)
    const { next_attempt_at, attempt_log } = await delivery(webhook, id, 'pending', 1)
    const wait = Date.parse(next_attempt_at) - Date.parse(attempt_log[0].attempted_at)
    expect(wait).toBeGreaterThanOrEqual(2 * HOUR_MS)
    expect(wait).toBeLessThan(2 * HOUR_MS + 10_000)
    const { paused_until } = await read(webhook)
    expect(paused_until).toBe(next_attempt_at)

    webhook.receiver.answer({})
    app.clock.advance(HOUR_MS)
    const second = await test(webhook)
    app.clock.advance(HOUR_MS)
    for (const one of [
      await delivery(webhook, id, 'delivered', 2),
      await delivery(webhook, second, 'delivered', 1),
    ])
      expect(one.attempt_log.at(-1).attempted_at >= paused_until).toBe(true)
    expect(await read(webhook)).toMatchObject({ paused_until: null, failing_since: null })
  })

  it('a webhook that fails for days without a break is disabled; a success in between begins anew', async () => {
    const watcher = await register(['webhook.disabled'])
    const webhook = await register(['run.completed'], { status: 500 })
    const fail = async () => {
      await delivery(webhook, await test(webhook), 'pending', 1)
      return read(webhook)
    }
    await fail()
    app.clock.advance(119 * HOUR_MS)
    expect((await fail()).enabled).toBe(true)
    webhook.receiver.answer({})
    app.clock.advance(HOUR_MS)
    await delivery(webhook, await test(webhook), 'delivered', 1)
    webhook.receiver.answer({ status: 500 })
    const { failing_since } = await fail()
    app.clock.advance(119 * HOUR_MS)
    expect(await fail()).toMatchObject({ enabled: true, failing_since })
    app.clock.advance(HOUR_MS)
    await test(webhook)
    const [told] = await watcher.receiver.waitFor(1)
    const disabled_reason = `it failed without a break since ${failing_since}`
    expect(told!.body).toMatchObject({ type: 'webhook.disabled', data: { id: webhook.id, disabled_reason } })
    expect(await read(webhook)).toMatchObject({ enabled: false, disabled_reason })
    expect(watcher.receiver.received).toHaveLength(1)
  })

  it('an attempt that takes long, but not longer than it may, is not made twice', async () => {
    let answer = () => {}
    const until = new Promise<void>((resolve) => (answer = resolve))
    const webhook = await register(['*'], { until })
    const id = await test(webhook)
    await webhook.receiver.waitFor(1)
    app.clock.advance(290_000)
    // Whoever is asked to look at the webhook now finds nothing that is due, this one least of all.
    const second = await test(webhook)
    await webhook.receiver.waitFor(1, (one) => one.id === second)
    answer()
    await delivery(webhook, id, 'delivered', 1)
    expect(webhook.receiver.received.map((one) => one.id)).toEqual([id, second])
  })
})
