/** What is still to be told outlives an ordinary stop. */
import { expect, it } from 'vitest'
import type { Delivery } from '../../src/schema/webhook.js'
import { patient, startHttp } from '../support/recording-servers.js'
import { layCable } from '../support/breakable-proxy.js'
import { call } from '../support/call-server.js'
import { ENGINES, freshDatabase } from '../support/databases.js'
import { startHeddle } from '../support/heddle-process.js'

it.each(ENGINES)('a notification that failed before a restart arrives after it, on %s', async (engine) => {
  const { url: databaseUrl, drop } = await freshDatabase(engine)
  const receiver = await startHttp((_, response) => response.end())
  const cable = await layCable(receiver.url)
  await cable.cut()
  const start = () => startHeddle({ databaseUrl, env: { WEBHOOK_RETRY_SECONDS: '3,3' } })

  const before = await start()
  const body = { url: cable.url, events: ['run.completed'] }
  const { webhook_id } = (await call(before, 'POST', '/api/v1/webhooks', { body })).body
  const path = `/api/v1/webhooks/${webhook_id}/deliveries`
  const sent = await call(before, 'POST', `/api/v1/webhooks/${webhook_id}/test`)
  const errors = async () => (await call(before, 'GET', path)).body.data[0]?.last_error
  await expect.poll(errors, patient).toBe('connection refused')
  expect((await before.stop()).code).toBe(0)

  await cable.mend()
  const after = await start()
  await expect.poll(() => receiver.requests.length, patient).toBe(1)
  expect(receiver.requests[0]?.headers['webhook-id']).toBe(sent.body.delivery_id)
  const statuses = async () => (await call(after, 'GET', path)).body.data.map((one: Delivery) => one.status)
  await expect.poll(statuses, patient).toEqual(['delivered'])
  await after.stop()
  await Promise.all([cable.remove(), receiver.stop(), drop()])
})
