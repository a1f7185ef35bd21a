/** Undelivered webhook events survive a restart. */
import { it } from 'vitest'
import type { Delivery } from '../../src/schema/webhook.js'
import { pollOptions, startHttpServer } from '../support/recording-servers.js'
import { startBreakableProxy } from '../support/breakable-proxy.js'
import { callServer } from '../support/call-server.js'
import { DATABASE_KINDS, createTestDatabase } from '../support/databases.js'
import { startHeddle } from '../support/heddle-process.js'

// Most of the time passes until the retry.
it.concurrent.for(DATABASE_KINDS)(
  'a delivery that failed before a restart is sent after it on %s',
  async (databaseKind, { expect }) => {
    const { url: databaseUrl, drop } = await createTestDatabase(databaseKind)
    const receiver = await startHttpServer((_, response) => response.end())
    const proxy = await startBreakableProxy(receiver.url)
    await proxy.disconnect()
    const start = () => startHeddle({ databaseUrl, env: { WEBHOOK_RETRY_SECONDS: '3,3' } })

    const before = await start()
    const body = { url: proxy.url, events: ['run.completed'] }
    const { webhook_id } = (await callServer(before, 'POST', '/api/v1/webhooks', { body })).body
    const path = `/api/v1/webhooks/${webhook_id}/deliveries`
    const testDelivery = await callServer(before, 'POST', `/api/v1/webhooks/${webhook_id}/test`)
    const errors = async () => (await callServer(before, 'GET', path)).body.data[0]?.last_error
    await expect.poll(errors, pollOptions).toBe('connection refused')
    expect((await before.stop()).code).toBe(0)

    await proxy.restore()
    const after = await start()
    await expect.poll(() => receiver.requests.length, pollOptions).toBe(1)
    expect(receiver.requests[0]?.headers['webhook-id']).toBe(testDelivery.body.delivery_id)
    const statuses = async () =>
      (await callServer(after, 'GET', path)).body.data.map((delivery: Delivery) => delivery.status)
    await expect.poll(statuses, pollOptions).toEqual(['delivered'])
    await after.stop()
    await Promise.all([proxy.stop(), receiver.stop(), drop()])
  },
)
