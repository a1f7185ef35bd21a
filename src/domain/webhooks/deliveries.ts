/** The delivery log of webhooks, and redelivery. */
import type { Clock } from '../../platform/clock.js'
import { AppError, notFound } from '../../errors.js'
import type { Bus } from '../../events/bus.js'
import type { Page } from '../../schema/common.js'
import type {
  AllDeliveriesQuery,
  Delivery,
  DeliveryDetail,
  DeliveryStatus,
  RedeliverRange,
} from '../../schema/webhook.js'
import type { RunStore } from '../../store/runs/runs.js'
import { toDeliveryPosition, type AllDeliveriesStore } from '../../store/webhooks/all-deliveries.js'
import type { DeliveryRow, DeliveryStore } from '../../store/webhooks/deliveries.js'
import type { WebhookEventStore } from '../../store/webhooks/events.js'
import { TENANT_TOPIC } from '../../store/webhooks/rows.js'
import type { WebhookStore } from '../../store/webhooks/webhooks.js'
import { toPageRequest, toPage, type ListQuery } from '../cursor.js'
import { newWebhookEvent } from './outbox.js'
import { toAttempt, toDelivery } from '../row-mappers.js'

interface Deps {
  webhooks: WebhookStore
  deliveries: DeliveryStore
  allDeliveries: AllDeliveriesStore
  runs: RunStore
  webhookEvents: WebhookEventStore
  bus: Bus
  clock: Clock
}

/** The webhook events of a run are created between its creation and its end, up to the difference between the clocks of two nodes. */
const CLOCK_MARGIN_MS = 60_000

export const makeDeliveries = (deps: Deps) => {
  const { webhooks, deliveries, allDeliveries, runs, webhookEvents, bus, clock } = deps
  const requireWebhook = async (tenant_id: string, webhook_id: string) => {
    const webhook = await webhooks.get({ tenant_id, webhook_id: webhook_id.toLowerCase() })
    if (webhook === undefined) throw notFound('Webhook', webhook_id)
    return webhook
  }

  return {
    /** Deliveries of all webhooks. Those of a run that does not exist are not found. */
    async listAll(
      tenant_id: string,
      { limit, cursor, from, to, ...query }: AllDeliveriesQuery,
    ): Promise<Page<Delivery>> {
      const filter = {
        ...query,
        ...(query.run_id !== undefined && { run_id: query.run_id.toLowerCase() }),
        ...(query.webhook_id !== undefined && { webhook_id: query.webhook_id.toLowerCase() }),
      }
      const list = `deliveries?${JSON.stringify({ ...filter, from, to })}`
      const page = toPageRequest(list, {
        ...(limit !== undefined && { limit }),
        ...(cursor !== undefined && { cursor }),
      })
      const run =
        filter.run_id === undefined ? undefined : await runs.get({ tenant_id, run_id: filter.run_id })
      const isUnknownRun = filter.run_id !== undefined && run === undefined
      const between = intersect(
        from === undefined ? -Infinity : Date.parse(from),
        to === undefined ? Infinity : Date.parse(to),
        run && {
          from: run.created_at - CLOCK_MARGIN_MS,
          to: (run.completed_at ?? clock.now()) + CLOCK_MARGIN_MS,
        },
      )
      const rows = isUnknownRun ? [] : await allDeliveries.list(tenant_id, { ...filter, between }, page)
      return toPage(list, page, rows, toDeliveryPosition, toDelivery)
    },

    async list(
      tenant_id: string,
      webhook_id: string,
      query: ListQuery & { status?: DeliveryStatus },
    ): Promise<Page<Delivery>> {
      const webhook = await requireWebhook(tenant_id, webhook_id)
      const list = `webhooks/${webhook.webhook_id}/deliveries?${query.status ?? ''}`
      const page = toPageRequest(list, query)
      const rows = await deliveries.list(webhook, query.status, page)
      return toPage(list, page, rows, (row) => ({ at: row.created_at, id: row.event_id }), toDelivery)
    },

    async get(tenant_id: string, webhook_id: string, delivery_id: string): Promise<DeliveryDetail> {
      const row = await deliveries.get(toDeliveryKey(tenant_id, webhook_id, delivery_id))
      if (row === undefined) throw notFound('Delivery', delivery_id)
      const [attempts, message, webhook] = await Promise.all([
        deliveries.listAttempts(row),
        webhookEvents.getMessage(row),
        webhooks.get(row),
      ])
      return {
        ...toDelivery(row),
        url: message?.url ?? webhook?.url ?? '',
        payload: JSON.parse(message?.payload ?? 'null') as unknown,
        attempt_log: attempts.map(toAttempt),
      }
    },

    /** Sends a `webhook.test` event to this webhook only, whatever events it is subscribed to. */
    async sendTest(tenant_id: string, webhook_id: string): Promise<Delivery> {
      const webhook = await requireWebhook(tenant_id, webhook_id)
      if (webhook.enabled === 0)
        throw new AppError('resource_conflict', 'The webhook is disabled', { enabled: false })
      if (webhook.topic !== TENANT_TOPIC)
        throw new AppError('resource_conflict', 'The webhook belongs to runs and cannot be tested', {
          kind: 'run',
        })
      const data = { webhook_id: webhook.webhook_id, message: 'This is a test.' }
      // No webhook reads the topic `test`; the delivery is inserted here.
      const event = { ...newWebhookEvent(tenant_id, 'webhook.test', data, clock.now()), topic: 'test' }
      const row = newDeliveryRow(webhook.webhook_id, event)
      await deliveries.insert(row, webhookEvents.insertStatement(event))
      bus.publishOutbox(webhook)
      bus.publishChange(tenant_id, row.event_id)
      return toDelivery(row)
    },

    async redeliver(tenant_id: string, webhook_id: string, delivery_id: string): Promise<Delivery> {
      const row = await deliveries.redeliver(toDeliveryKey(tenant_id, webhook_id, delivery_id), clock.now())
      if (row === undefined) throw notFound('Delivery', delivery_id)
      bus.publishOutbox(row)
      bus.publishChange(tenant_id, row.event_id)
      return toDelivery(row)
    },

    async redeliverRange(
      tenant_id: string,
      webhook_id: string,
      { since, until, status = 'failed' }: RedeliverRange,
    ): Promise<{ redelivered: number }> {
      const webhook = await requireWebhook(tenant_id, webhook_id)
      const now = clock.now()
      const range = { since: Date.parse(since), until: until === undefined ? now : Date.parse(until) }
      const eventIds = await deliveries.redeliverRange(webhook, status, range, now)
      bus.publishOutbox(webhook)
      for (const event_id of eventIds) bus.publishChange(tenant_id, event_id)
      return { redelivered: eventIds.length }
    },
  }
}

export type Deliveries = ReturnType<typeof makeDeliveries>

/** The part of a time range that lies in a period; undefined if there is no limit at all. */
const intersect = (
  from: number,
  to: number,
  period: { from: number; to: number } | undefined,
): { from: number; to: number } | undefined => {
  const first = Math.max(from, period?.from ?? -Infinity)
  const last = Math.min(to, period?.to ?? Infinity)
  if (first === -Infinity && last === Infinity) return undefined
  return { from: Math.max(first, 0), to: Math.min(last, Number.MAX_SAFE_INTEGER) }
}

const toDeliveryKey = (tenant_id: string, webhook_id: string, delivery_id: string) => ({
  tenant_id,
  webhook_id: webhook_id.toLowerCase(),
  event_id: delivery_id.toLowerCase(),
})

/** A delivery that is due immediately. */
export const newDeliveryRow = (
  webhook_id: string,
  event: Pick<DeliveryRow, 'event_id' | 'event_type' | 'run_id' | 'created_at' | 'tenant_id'>,
): DeliveryRow => ({
  event_id: event.event_id,
  tenant_id: event.tenant_id,
  event_type: event.event_type,
  run_id: event.run_id,
  created_at: event.created_at,
  webhook_id,
  status: 'pending',
  attempts: 0,
  step: 0,
  next_attempt_at: event.created_at,
  lease_owner: null,
  last_status: null,
  last_error: null,
  delivered_at: null,
})
