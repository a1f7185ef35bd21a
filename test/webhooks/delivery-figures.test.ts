/** Figures of webhooks, and the delivery log by time. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { DATABASE_KINDS } from '../support/databases.js'
import { useWebhooks } from '../support/use-webhooks.js'

const HOUR_MS = 3_600_000

describe.each(DATABASE_KINDS)('figures of webhooks on %s', (databaseKind) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ databaseKind, execute: true, env: { WEBHOOK_RETRY_SECONDS: '0.05' } })
  })
  afterAll(() => app.stop())
  const { register, sendTest, waitForDelivery } = useWebhooks(() => app)
  const readFigures = async (query = '') => (await app.get(`/api/v1/webhooks/figures${query}`)).body.data

  it('deliveries are counted by hour and by their outcome', async () => {
    const working = await register(['run.failed'])
    const failing = await register(['run.failed'], { status: 500 })
    await waitForDelivery(working, await sendTest(working), 'delivered', 1)
    await waitForDelivery(failing, await sendTest(failing), 'failed', 2)
    const figures = await readFigures()
    expect(figures).toHaveLength(2)
    expect(figures.find((one: { webhook_id: string }) => one.webhook_id === working.id)).toMatchObject({
      delivered: 1,
      failed: 0,
      pending: 0,
      first_attempt: 1,
      hours: [{ delivered: 1, failed: 0, pending: 0 }],
    })
    expect(figures.find((one: { webhook_id: string }) => one.webhook_id === failing.id)).toMatchObject({
      delivered: 0,
      failed: 1,
      first_attempt: 0,
      last_error: 'HTTP 500',
    })
    expect((await app.get(failing.url)).body.failures).toBeGreaterThan(0)
    app.clock.advance(2 * HOUR_MS)
    expect(await readFigures('?hours=1')).toMatchObject([{ webhook_id: failing.id, failed: 0, hours: [] }])
    expect(await readFigures('?hours=4')).toHaveLength(2)
    expect((await app.get('/api/v1/webhooks/figures?hours=0')).body.details).toHaveProperty('hours')
  })

  it('the log of all deliveries is filtered by time, and a cursor of another range is rejected', async () => {
    const webhook = await register(['run.failed'])
    const first = await sendTest(webhook)
    app.clock.advance(HOUR_MS)
    const { created_at } = (await app.get(`${webhook.url}/deliveries/${first}`)).body
    const second = await sendTest(webhook)
    const list = async (query: string) =>
      (await app.get(`/api/v1/deliveries?webhook_id=${webhook.id}&${query}`)).body
    const ids = async (query: string) =>
      (await list(query)).data.map((one: { delivery_id: string }) => one.delivery_id)
    expect(await ids(`to=${created_at}`)).toEqual([first])
    expect(await ids(`from=${new Date(Date.parse(created_at) + 1).toISOString()}`)).toEqual([second])
    expect(await ids(`from=${created_at}`)).toEqual([second, first])
    const { next_cursor } = await list(`from=${created_at}&limit=1`)
    expect(await ids(`from=${created_at}&limit=1&cursor=${next_cursor}`)).toEqual([first])
    expect((await list(`limit=1&cursor=${next_cursor}`)).details).toHaveProperty('cursor')
    expect((await list('from=yesterday')).details).toHaveProperty('from')
  })

  it('a rotated webhook says until when the old secret signs', async () => {
    const webhook = await register(['run.failed'])
    expect((await app.get(webhook.url)).body.old_secret_expires_at).toBeNull()
    const { body } = await app.post(`${webhook.url}/rotate_secret`, { overlap_seconds: 60 })
    expect(body.old_secret_expires_at).not.toBeNull()
  })
})
