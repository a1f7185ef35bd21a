/** What is to be told to webhooks, as statements for the batch of what it tells of. */
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
import { TENANT_TOPIC } from '../../store/webhooks/backlog.js'
import type { WebhookStore } from '../../store/webhooks/webhooks.js'
import { toLangGraphWebhookPayload } from '../runs/to-langgraph-run.js'
import { toRun } from '../row-mappers.js'
import { newWebhookRow } from './new-webhook.js'
import { toWebhookOrigin } from './webhook-url.js'

/** What a receiver must not miss: whether anybody asked for it is left to the batch itself. */
const isCritical = (type: string): boolean => type === 'run.requires_action' || isFinalEvent(type)
/** Of the many others it is remembered for so long that nobody asked. */
const SUBSCRIPTION_CACHE_MS = 1_000

interface Deps {
  webhooks: WebhookStore
  webhookEvents: WebhookEventStore
  clock: Clock
}

/** Of a tenant; undefined: being looked up. */
interface CachedSubscriptions {
  eventTypes: Set<string> | undefined
  expiresAt: number
}

type RunEventFields = { type: string } & JsonObject

export const makeOutbox = ({ webhooks, webhookEvents, clock }: Deps) => {
  const subscriptionCache = new Map<string, CachedSubscriptions>()

  /** Looked up beside the batches; until it is known, everything is told, and the batch finds out. */
  const isSubscribed = (tenant_id: string, type: string): boolean => {
    const cached = subscriptionCache.get(tenant_id)
    if (cached !== undefined && cached.expiresAt > clock.now())
      return cached.eventTypes === undefined || cached.eventTypes.has(type) || cached.eventTypes.has('*')
    const entry: CachedSubscriptions = {
      eventTypes: undefined,
      expiresAt: clock.now() + SUBSCRIPTION_CACHE_MS,
    }
    subscriptionCache.set(tenant_id, entry)
    webhooks.listSubscriptions(tenant_id).then(
      (lists) => (entry.eventTypes = new Set(lists.flatMap((events) => events.trim().split(' ')))),
      () => subscriptionCache.delete(tenant_id),
    )
    return true
  }

  const buildEventStatements = (
    run: Row<'runs'>,
    record: Run,
    { type, ...fields }: RunEventFields,
    now: number,
  ): Statement[] => {
    const event = newWebhookEvent(
      run.tenant_id,
      type,
      type.startsWith('run.') ? record : { ...record, event: fields },
      now,
      run.run_id,
    )
    return [webhookEvents.insertIfSubscribedStatement(event), ...buildRunWebhookStatements(run, event)]
  }

  /** The webhook that the run itself named. */
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
        // Who makes a run in the LangGraph dialect hears of its end in that dialect.
        ...(usesLangGraphApi(run.kwargs) && {
          payload: JSON.stringify(toLangGraphWebhookPayload(run, event.created_at)),
        }),
      }),
    ]
  }

  return {
    /** The next event of a tenant is looked up anew: its webhooks changed. */
    invalidate: (tenant_id: string): void => {
      subscriptionCache.delete(tenant_id)
    },

    /** `run` as it is after the batch. */
    buildRunStatements(run: Row<'runs'>, events: readonly RunEventFields[], now: number): Statement[] {
      const subscribedEvents = events.filter(
        ({ type }) => isCritical(type) || (!isLangGraphEvent(type) && isSubscribed(run.tenant_id, type)),
      )
      if (subscribedEvents.length === 0) return []
      const record = toRun(run)
      return subscribedEvents.flatMap((event) => buildEventStatements(run, record, event, now))
    },

    /** Of something that is not a run. */
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

/** One for each host that the runs of a tenant name: what its circuit and its order are kept by. */
const buildRunWebhookRow = (tenant_id: string, url: string, now: number): Row<'webhooks'> => {
  const origin = toWebhookOrigin(url)
  const webhook_id = v5(`${tenant_id}\n${origin}`, RUN_WEBHOOK_NAMESPACE)
  const fields = { tenant_id, webhook_id, topic: webhook_id, url: origin, events: ' ', secret: '', since: 0 }
  return newWebhookRow(fields, now)
}
