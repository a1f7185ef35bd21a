/**
 * The transactional outbox of webhooks: builds the statements that store webhook events. A caller writes them in the same batch as
 * the change that they report.
 */
import { v5 } from 'uuid'
import type { Clock } from '../../platform/clock.js'
import { isFinalEvent, isLangGraphEvent } from '../../events/run-event.js'
import { newId } from '../../platform/ids.js'
import type { JsonObject } from '../../schema/common.js'
import type { Run } from '../../schema/run.js'
import { usesLangGraphApi } from '../../schema/run-kwargs.js'
import type { Statement } from '../../store/sql/statement.js'
import type { Row } from '../../store/sql/tables.js'
import type { WebhookEventRow, WebhookEventStore } from '../../store/webhooks/events.js'
import { TENANT_TOPIC } from '../../store/webhooks/rows.js'
import type { WebhookStore } from '../../store/webhooks/webhooks.js'
import { toLangGraphWebhookPayload } from '../runs/to-langgraph-run.js'
import { toRun } from '../runs/to-run.js'
import { newWebhookRow } from './new-webhook.js'
import { makeSubscriptionCache } from './subscription-cache.js'
import { toWebhookOrigin } from './webhook-url.js'

/** Events that no receiver may miss. They bypass the cache of subscriptions: the insert statement checks for subscribers itself. */
const isCritical = (type: string): boolean => type === 'run.requires_action' || isFinalEvent(type)
/** Events whose fields are those of the run. */
const STATE_TYPES = new Set([
  'run.started',
  'run.requires_action',
  'run.completed',
  'run.failed',
  'run.cancelled',
])

interface Deps {
  webhooks: WebhookStore
  webhookEvents: WebhookEventStore
  clock: Clock
}

type RunEventFields = { type: string } & JsonObject

export const makeOutbox = ({ webhooks, webhookEvents, clock }: Deps) => {
  const subscriptions = makeSubscriptionCache({ webhooks, clock })

  const buildEventStatements = (
    run: Row<'runs'>,
    record: Run,
    { type, ...fields }: RunEventFields,
    now: number,
  ): Statement[] => {
    const event = newWebhookEvent(
      run.tenant_id,
      type,
      STATE_TYPES.has(type) ? record : { ...record, event: fields },
      now,
      run.run_id,
    )
    return [webhookEvents.insertIfSubscribedStatement(event), ...buildRunWebhookStatements(run, event)]
  }

  /** Events for the `webhook` URL of the run. */
  const buildRunWebhookStatements = (run: Row<'runs'>, event: WebhookEventRow): Statement[] => {
    if (run.webhook === null || !isFinalEvent(event.event_type)) return []
    const webhook = buildRunWebhookRow(run.tenant_id, run.webhook, event.created_at)
    return [
      webhooks.insertIfAbsentStatement(webhook),
      webhookEvents.insertStatement({
        ...event,
        event_id: newId(),
        topic: webhook.topic,
        url: run.webhook,
        // Runs of the LangGraph API have the payload of LangGraph's server.
        ...(usesLangGraphApi(run.kwargs) && {
          payload: JSON.stringify(toLangGraphWebhookPayload(run, event.created_at)),
        }),
      }),
    ]
  }

  /** False if no webhook of the tenant receives events of this type. */
  const isReported = (tenant_id: string, type: string): boolean =>
    isCritical(type) || (!isLangGraphEvent(type) && subscriptions.isSubscribed(tenant_id, type))

  return {
    isReported,

    /** Clears the cached subscriptions of a tenant, after its webhooks changed. */
    invalidate: (tenant_id: string): void => {
      subscriptions.invalidate(tenant_id)
    },

    /**
     * True if a webhook may receive events of the run. Unlike the cached subscriptions, this is exact at the time of the call. Events of a
     * large run are built only if it returns true.
     */
    async hasReceivers({ tenant_id, webhook }: Pick<Row<'runs'>, 'tenant_id' | 'webhook'>): Promise<boolean> {
      return webhook !== null || (await webhooks.listSubscriptions(tenant_id)).length > 0
    },

    /** `run` is the row after the batch. */
    buildRunStatements(run: Row<'runs'>, events: readonly RunEventFields[], now: number): Statement[] {
      const subscribedEvents = events.filter(({ type }) => isReported(run.tenant_id, type))
      if (subscribedEvents.length === 0) return []
      const record = toRun(run)
      return subscribedEvents.flatMap((event) => buildEventStatements(run, record, event, now))
    },

    /** For events that do not belong to a run. */
    buildStatement: (tenant_id: string, type: string, data: object, now: number): Statement =>
      webhookEvents.insertIfSubscribedStatement(newWebhookEvent(tenant_id, type, data, now)),
  }
}

export type Outbox = ReturnType<typeof makeOutbox>

export const newWebhookEvent = (
  tenant_id: string,
  event_type: string,
  data: object,
  created_at: number,
  run_id: string | null = null,
): WebhookEventRow => ({
  event_id: newId(),
  tenant_id,
  topic: TENANT_TOPIC,
  event_type,
  run_id,
  url: null,
  payload: JSON.stringify({ type: event_type, timestamp: new Date(created_at).toISOString(), data }),
  created_at,
  seq: null,
})

const RUN_WEBHOOK_NAMESPACE = '6f1f3e0c-6d0f-4a51-9f43-2b3b4ce1c1a7'

/** All run webhooks of a tenant with the same origin share one row, and so its cursor and circuit breaker. */
const buildRunWebhookRow = (tenant_id: string, url: string, now: number): Row<'webhooks'> => {
  const origin = toWebhookOrigin(url)
  const webhook_id = v5(`${tenant_id}\n${origin}`, RUN_WEBHOOK_NAMESPACE)
  const fields = { tenant_id, webhook_id, topic: webhook_id, url: origin, events: ' ', secret: '', since: 0 }
  return newWebhookRow(fields, now)
}
