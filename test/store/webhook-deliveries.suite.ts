import { afterEach, describe, expect, it } from 'vitest'
import { newDeliveryRow } from '../../src/domain/webhooks/deliveries.js'
import { newId } from '../../src/platform/ids.js'
import type { DeliveryRow } from '../../src/store/webhooks/deliveries.js'
import type { WebhookEventRow } from '../../src/store/webhooks/events.js'
import type { WebhookRow } from '../../src/store/webhooks/rows.js'
import { collectPages } from '../support/pagination.js'
import { attemptRow, T0, webhookEventRow, webhookRow } from '../support/rows.js'
import { rawStatement } from '../support/raw-statement.js'
import type { Stores } from '../support/stores.js'

const TABLES = ['webhooks', 'webhook_events', 'webhook_deliveries', 'webhook_attempts']
const LEASE_MS = 60_000

/** Needs its own database: some queries read the rows of all tenants. */
export const describeWebhookDeliveries = (stores: Stores): void => {
  const insertWebhook = async (overrides: Partial<WebhookRow> = {}): Promise<WebhookRow> => {
    const row = webhookRow(overrides)
    await stores.webhooks.insert(row)
    return (await stores.webhooks.get(row))!
  }
  const insertEvents = async (...overrides: Partial<WebhookEventRow>[]): Promise<WebhookEventRow[]> => {
    const rows = overrides.map((override) => webhookEventRow(override))
    await stores.db.write(rows.map((row) => stores.webhookEvents.insertStatement(row)))
    await stores.webhookEvents.assignNumbers()
    return rows
  }
  const insertDelivery = async (
    webhook: WebhookRow,
    overrides: Partial<DeliveryRow> = {},
    event: Partial<WebhookEventRow> = {},
  ): Promise<DeliveryRow> => {
    const [insertedEvent] = await insertEvents({ tenant_id: webhook.tenant_id, ...event })
    const row = { ...newDeliveryRow(webhook.webhook_id, insertedEvent!), ...overrides }
    await stores.deliveries.insert(row)
    return row
  }
  const advanceCursor = (webhook: WebhookRow, to: number) =>
    stores.webhooks.advanceCursorStatement({ ...webhook, from: webhook.read_to, to })
  const claim = (webhook: WebhookRow, now = T0, owner = 'node', limit = 10) =>
    stores.deliveries.claim(webhook, owner, now, now + LEASE_MS, limit)
  const finished = (row: DeliveryRow, overrides: Partial<DeliveryRow> = {}) => ({
    ...row,
    owner: row.lease_owner ?? 'nobody',
    status: 'delivered' as const,
    step: row.step + 1,
    last_status: 200,
    last_error: null,
    delivered_at: T0 + 5,
    ...overrides,
  })
  const toAttemptRow = ({ event_id, webhook_id, tenant_id, attempts }: DeliveryRow) =>
    attemptRow({ event_id, webhook_id, tenant_id, attempt: attempts })
  const count = async (table: string) =>
    (await stores.db.read(rawStatement<{ n: number }>(`select count(*) as n from ${table}`)))[0]!.n

  afterEach(async () => {
    await stores.db.write(TABLES.map((table) => rawStatement(`delete from ${table}`)))
  })

  describe('webhook deliveries', () => {
    it('a delivery is inserted when the cursor of its webhook advances, and not when another node has advanced it first', async () => {
      const webhook = await insertWebhook()
      const [event] = await insertEvents({})
      const row = { ...newDeliveryRow(webhook.webhook_id, event!), attempts: 1, lease_owner: 'node' }
      const to = webhook.read_to + 1
      await expect(stores.deliveries.insertIf(advanceCursor(webhook, to), [row])).resolves.toBe(true)
      await expect(stores.deliveries.get(row)).resolves.toEqual(row)
      const other = { ...row, event_id: newId() }
      await expect(stores.deliveries.insertIf(advanceCursor(webhook, to), [other])).resolves.toBe(false)
      await expect(stores.deliveries.get(other)).resolves.toBeUndefined()
      // A redelivery may have inserted the row before the cursor reached the event: the row is not changed.
      await stores.deliveries.insert({ ...row, attempts: 9 })
      await expect(stores.deliveries.get(row)).resolves.toEqual(row)
    })

    it('a due delivery is claimed with a lease, and claimed again when the lease has expired', async () => {
      const webhook = await insertWebhook()
      const due = await insertDelivery(webhook, { next_attempt_at: T0 })
      await insertDelivery(webhook, { next_attempt_at: T0 + 1 })
      await insertDelivery(webhook, { next_attempt_at: T0, status: 'failed' })
      await insertDelivery(webhook, { next_attempt_at: T0, status: 'delivered' })
      await insertDelivery(await insertWebhook(), { next_attempt_at: T0 })
      const leased = { ...due, attempts: 1, lease_owner: 'node', next_attempt_at: T0 + LEASE_MS }
      await expect(claim(webhook)).resolves.toEqual([leased])
      await expect(claim(webhook)).resolves.toEqual([])
      const later = await claim(webhook, T0 + LEASE_MS, 'another')
      expect(later).toHaveLength(2)
      expect(later).toContainEqual({
        ...due,
        attempts: 2,
        lease_owner: 'another',
        next_attempt_at: T0 + 2 * LEASE_MS,
      })
    })

    it('each due delivery is claimed by one of many concurrent nodes, the longest due first', async () => {
      const webhook = await insertWebhook()
      const rows: DeliveryRow[] = []
      for (let n = 0; n < 12; n++) rows.push(await insertDelivery(webhook, { next_attempt_at: T0 - n }))
      const first = await claim(webhook, T0, 'first', 2)
      expect(first.map(({ event_id }) => event_id).sort()).toEqual(
        rows.slice(-2).map(({ event_id }) => event_id),
      )
      const owners = Array.from({ length: 6 }, (_, n) => `node ${n}`)
      const claimed = (await Promise.all(owners.map((owner) => claim(webhook, T0, owner, 3)))).flat()
      const claimedIds = [...first, ...claimed, ...(await claim(webhook))].map(({ event_id }) => event_id)
      expect(claimedIds.sort()).toEqual(rows.map(({ event_id }) => event_id).sort())
    })

    it('finishing a delivery stores the attempt and the extra statements', async () => {
      const webhook = await insertWebhook({ failures: 1, failing_since: T0 })
      const row = await insertDelivery(webhook)
      const [claimed] = await claim(webhook)
      const attempt = toAttemptRow(claimed!)
      const recovery = stores.webhooks.resetFailuresStatement(webhook)
      await expect(stores.deliveries.finish(finished(claimed!), attempt, recovery)).resolves.toBe(true)
      await expect(stores.deliveries.get(row)).resolves.toEqual({
        ...claimed,
        status: 'delivered',
        step: 1,
        lease_owner: null,
        last_status: 200,
        delivered_at: T0 + 5,
      })
      await expect(stores.deliveries.listAttempts(row)).resolves.toEqual([attempt])
      await expect(stores.webhooks.get(webhook)).resolves.toMatchObject({ failures: 0 })
    })

    it('a node that lost its lease only records its attempt', async () => {
      const webhook = await insertWebhook()
      const row = await insertDelivery(webhook)
      const [stale] = await claim(webhook)
      const [current] = await claim(webhook, T0 + LEASE_MS)
      const failure = stores.webhooks.countFailureStatement({ ...webhook, now: T0, paused_until: T0 })
      // The same node with a newer attempt.
      await expect(stores.deliveries.finish(finished(stale!), toAttemptRow(stale!), failure)).resolves.toBe(
        false,
      )
      // The same attempt by another node.
      const foreign = { ...finished(current!), owner: 'another' }
      await expect(stores.deliveries.finish(foreign, toAttemptRow(current!), failure)).resolves.toBe(false)
      await expect(stores.deliveries.get(row)).resolves.toEqual(current)
      await expect(stores.deliveries.listAttempts(row)).resolves.toEqual([toAttemptRow(stale!)])
      await expect(stores.webhooks.get(webhook)).resolves.toMatchObject({ failures: 0 })
      await expect(stores.deliveries.finish(finished(current!), toAttemptRow(current!))).resolves.toBe(true)
      await expect(stores.deliveries.finish(finished(current!), toAttemptRow(current!))).resolves.toBe(false)
      await expect(stores.deliveries.listAttempts(row)).resolves.toHaveLength(2)
    })

    it('an attempt that ends after its event was redelivered is recorded and does not change the delivery', async () => {
      const webhook = await insertWebhook()
      const row = await insertDelivery(webhook)
      const [claimed] = await claim(webhook)
      const redelivered = await stores.deliveries.redeliver(row, T0 + 7)
      await expect(stores.deliveries.finish(finished(claimed!), toAttemptRow(claimed!))).resolves.toBe(false)
      await expect(stores.deliveries.get(row)).resolves.toEqual(redelivered)
      await expect(stores.deliveries.listAttempts(row)).resolves.toEqual([toAttemptRow(claimed!)])
    })

    it('an attempt is not recorded if its webhook was removed', async () => {
      const webhook = await insertWebhook()
      await insertDelivery(webhook)
      const [claimed] = await claim(webhook)
      await stores.webhooks.remove(webhook, stores.deliveries.removeStatements(webhook))
      await expect(stores.deliveries.finish(finished(claimed!), toAttemptRow(claimed!))).resolves.toBe(false)
      await expect(count('webhook_attempts')).resolves.toBe(0)
    })

    it('a claimed delivery is due immediately after the only node has crashed', async () => {
      const webhook = await insertWebhook()
      await insertDelivery(webhook)
      const [leased] = await claim(webhook)
      const waiting = await insertDelivery(webhook, { next_attempt_at: T0 + 1 })
      await stores.deliveries.releaseAll()
      await expect(claim(webhook)).resolves.toMatchObject([{ event_id: leased!.event_id, attempts: 2 }])
      await expect(stores.deliveries.get(waiting)).resolves.toEqual(waiting)
    })

    it('deliveries are listed newest first, with and without a status filter', async () => {
      const webhook = await insertWebhook()
      const rows: DeliveryRow[] = []
      for (const [n, status] of (['failed', 'pending', 'delivered', 'failed', 'failed'] as const).entries())
        rows.unshift(await insertDelivery(webhook, { status }, { created_at: T0 + Math.floor(n / 2) }))
      const positionOf = (row: DeliveryRow) => ({ at: row.created_at, id: row.event_id })
      const list = (status?: DeliveryRow['status']) =>
        collectPages(2, (page) => stores.deliveries.list(webhook, status, page), positionOf)
      expect((await list()).flat()).toEqual(rows)
      expect((await list('failed')).flat()).toEqual(rows.filter(({ status }) => status === 'failed'))
      expect((await list('pending')).flat()).toEqual(rows.filter(({ status }) => status === 'pending'))
    })

    it('a redelivery resets a delivery but keeps its number of attempts', async () => {
      const webhook = await insertWebhook()
      const row = await insertDelivery(webhook, { status: 'failed', attempts: 10, step: 9, last_status: 500 })
      const again = { ...row, status: 'pending', step: 0, next_attempt_at: T0 + 7 }
      await expect(stores.deliveries.redeliver(row, T0 + 7)).resolves.toEqual(again)
      await expect(claim(webhook, T0 + 7)).resolves.toMatchObject([{ attempts: 11 }])
      await expect(stores.deliveries.redeliver({ ...row, event_id: newId() }, T0)).resolves.toBeUndefined()
    })

    it('redelivering a time range resets the deliveries with that status', async () => {
      const webhook = await insertWebhook()
      const at = (ms: number) => ({ created_at: T0 + ms })
      const rows: DeliveryRow[] = []
      for (const ms of [0, 1, 2, 3]) rows.push(await insertDelivery(webhook, { status: 'failed' }, at(ms)))
      const delivered = await insertDelivery(webhook, { status: 'delivered', delivered_at: T0 }, at(2))
      await insertDelivery(await insertWebhook(), { status: 'failed' }, at(2))
      const range = { since: T0 + 1, until: T0 + 2 }
      await expect(stores.deliveries.redeliverRange(webhook, 'failed', range, T0 + 9)).resolves.toHaveLength(
        2,
      )
      const pending = await stores.deliveries.list(webhook, 'pending', { limit: 9 })
      expect(pending.map(({ event_id }) => event_id).sort()).toEqual([rows[1]!.event_id, rows[2]!.event_id])
      await expect(stores.deliveries.redeliverRange(webhook, 'delivered', range, T0 + 9)).resolves.toEqual([
        delivered.event_id,
      ])
      await expect(stores.deliveries.get(delivered)).resolves.toMatchObject({
        status: 'pending',
        delivered_at: null,
        next_attempt_at: T0 + 9,
      })
    })

    it('redelivering a time range includes events that the webhook missed while it was disabled', async () => {
      const webhook = await insertWebhook({ enabled: 0, disabled_reason: 'gone', created_at: T0 + 1 })
      const at = (ms: number) => ({ created_at: T0 + ms })
      const [missed] = await insertEvents(
        { ...at(2), run_id: newId() },
        { ...at(2), event_type: 'run.started' },
        { ...at(2), tenant_id: 'other' },
        { ...at(2), topic: 'own' },
        at(9),
        // From before the webhook was created.
        at(0),
      )
      await stores.db.write([stores.webhooks.enableStatement({ ...webhook, now: T0 + 9 })])
      const [next] = await insertEvents(at(2))
      const redeliver = (status: 'delivered' | 'failed') =>
        stores.deliveries.redeliverRange(webhook, status, { since: T0, until: T0 + 3 }, T0 + 20)
      await expect(redeliver('delivered')).resolves.toEqual([])
      await expect(redeliver('failed')).resolves.toEqual([missed!.event_id])
      const missedDelivery = newDeliveryRow(webhook.webhook_id, missed!)
      await expect(stores.deliveries.list(webhook, undefined, { limit: 9 })).resolves.toEqual([
        { ...missedDelivery, next_attempt_at: T0 + 20 },
      ])
      // An event after the cursor is delivered without a redelivery.
      await expect(
        stores.deliveries.get({ ...missedDelivery, event_id: next!.event_id }),
      ).resolves.toBeUndefined()
      await expect(redeliver('failed')).resolves.toEqual([])
    })

    it('removing a webhook removes its deliveries and attempts and no others', async () => {
      const [webhook, other] = [await insertWebhook(), await insertWebhook()]
      for (const current of [webhook, other]) {
        await insertDelivery(current)
        const [claimed] = await claim(current)
        await stores.deliveries.finish(finished(claimed!), toAttemptRow(claimed!))
      }
      const remove = () => stores.webhooks.remove(webhook, stores.deliveries.removeStatements(webhook))
      await expect(remove()).resolves.toBe(true)
      await expect(remove()).resolves.toBe(false)
      await expect(stores.webhooks.get(webhook)).resolves.toBeUndefined()
      const left = await stores.deliveries.list(other, undefined, { limit: 9 })
      expect(left).toHaveLength(1)
      expect([await count('webhook_deliveries'), await count('webhook_attempts')]).toEqual([1, 1])
      await expect(stores.deliveries.listAttempts(left[0]!)).resolves.toHaveLength(1)
    })

    it('removing old events removes their deliveries and attempts and keeps newer ones', async () => {
      const webhook = await insertWebhook()
      const rows: DeliveryRow[] = []
      for (let n = 0; n < 4; n++) {
        rows.push(await insertDelivery(webhook, {}, { created_at: T0 + n }))
        const [claimed] = await claim(webhook, T0 + n)
        await stores.deliveries.finish(finished(claimed!), toAttemptRow(claimed!))
      }
      await expect(stores.webhookEvents.removeBefore(T0 + 2)).resolves.toBe(false)
      for (const [n, row] of rows.entries()) {
        const isKept = n >= 2
        expect((await stores.deliveries.get(row)) !== undefined).toBe(isKept)
        expect(await stores.deliveries.listAttempts(row)).toHaveLength(isKept ? 1 : 0)
        expect((await stores.webhookEvents.getMessage(row)) !== undefined).toBe(isKept)
      }
      await expect(stores.webhookEvents.removeBefore(T0 + 2)).resolves.toBe(false)
      expect(await count('webhook_events')).toBe(2)
    })

    it('old events are removed 1,000 at a time', async () => {
      await insertEvents(...Array.from({ length: 1_500 }, () => ({})), { created_at: T0 + 1 })
      await expect(stores.webhookEvents.removeBefore(T0 + 1)).resolves.toBe(true)
      expect(await count('webhook_events')).toBe(501)
      await expect(stores.webhookEvents.removeBefore(T0 + 1)).resolves.toBe(false)
      expect(await count('webhook_events')).toBe(1)
    })
  })

  describe('webhooks of all tenants', () => {
    it('webhooks with due deliveries or unread events are listed unless they are disabled or paused', async () => {
      const behind = async (now = T0) =>
        (await stores.webhooks.listWithBacklog(now))
          .map(({ tenant_id, webhook_id }) => `${tenant_id}/${webhook_id}`)
          .sort()
      const toNames = (...rows: WebhookRow[]) =>
        rows.map((row) => `${row.tenant_id}/${row.webhook_id}`).sort()
      const a = { tenant_id: newId() }
      const b = { tenant_id: newId() }
      const [reader, paused] = [await insertWebhook(a), await insertWebhook({ ...a, paused_until: T0 + 5 })]
      await insertWebhook({ ...a, enabled: 0, disabled_reason: 'gone' })
      const retrying = await insertWebhook(b)
      await insertWebhook(b)
      expect(await behind()).toEqual([])
      await insertEvents(a)
      expect(await behind()).toEqual(toNames(reader))
      expect(await behind(T0 + 5)).toEqual(toNames(reader, paused))
      const due = { ...newDeliveryRow(retrying.webhook_id, webhookEventRow(b)), next_attempt_at: T0 + 9 }
      await stores.deliveries.insert(due)
      expect(await behind(T0 + 8)).toEqual(toNames(reader, paused))
      expect(await behind(T0 + 9)).toEqual(toNames(reader, paused, retrying))
      await expect(stores.webhooks.getWithNextRetry(retrying)).resolves.toEqual({
        ...retrying,
        next_retry_at: T0 + 9,
      })
      await expect(stores.webhooks.getWithNextRetry(reader)).resolves.toMatchObject({ next_retry_at: null })
    })

    it('the metrics contain the number of disabled webhooks and the time of the oldest undelivered event', async () => {
      const figures = () => stores.webhooks.getMetrics()
      await expect(figures()).resolves.toEqual({ disabled: 0, oldest: null })
      await insertWebhook({ enabled: 0 })
      await insertWebhook({ tenant_id: 'other', enabled: 0, disabled_reason: 'gone' })
      const webhook = await insertWebhook()
      await insertEvents({ event_type: 'run.started', created_at: T0 }, { created_at: T0 - 1 })
      await expect(figures()).resolves.toEqual({ disabled: 2, oldest: null })
      await insertEvents({ created_at: T0 + 8 })
      await expect(figures()).resolves.toEqual({ disabled: 2, oldest: T0 + 8 })
      const retry = await insertDelivery(webhook, { attempts: 1 }, { created_at: T0 + 3 })
      await expect(figures()).resolves.toEqual({ disabled: 2, oldest: T0 + 3 })
      await stores.webhooks.remove(webhook, stores.deliveries.removeStatements(retry))
      await expect(figures()).resolves.toEqual({ disabled: 2, oldest: null })
    })
  })
}
