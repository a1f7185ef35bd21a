/** What is to be told to webhooks, as statements for the batch of what it tells of. */
import { v5 } from 'uuid'
import type { Clock } from '../../platform/clock.js'
import { isFinalEvent, isOfDialect } from '../../events/run-event.js'
import { newId } from '../../platform/ids.js'
import type { JsonObject } from '../../schema/common.js'
import type { Run } from '../../schema/run.js'
import { isInDialect } from '../../schema/run-kwargs.js'
import type { Statement } from '../../store/sql/statement.js'
import type { Row } from '../../store/sql/tables.js'
import type { WebhookEventRow, WebhookEventStore } from '../../store/webhooks/events.js'
import { PUBLIC } from '../../store/webhooks/backlog.js'
import type { WebhookStore } from '../../store/webhooks/webhooks.js'
import { toLgNotice } from '../runs/to-langgraph-run.js'
import { toRun } from '../row-mappers.js'
import { newWebhookRow } from './new-webhook.js'
import { receiverUrl } from './webhook-url.js'

/** What a receiver must not miss: whether anybody asked for it is left to the batch itself. */
const isExact = (type: string): boolean => type === 'run.requires_action' || isFinalEvent(type)
/** Of the many others it is remembered for so long that nobody asked. */
const REMEMBERED_MS = 1_000

interface Parts {
  webhooks: WebhookStore
  webhookEvents: WebhookEventStore
  clock: Clock
}

/** Of a tenant; undefined: being looked up. */
interface Remembered {
  asked: Set<string> | undefined
  until: number
}

type Told = { type: string } & JsonObject

export const makeOutbox = ({ webhooks, webhookEvents, clock }: Parts) => {
  const remembered = new Map<string, Remembered>()

  /** Looked up beside the batches; until it is known, everything is told, and the batch finds out. */
  const isAskedFor = (tenant_id: string, type: string): boolean => {
    const known = remembered.get(tenant_id)
    if (known !== undefined && known.until > clock.now())
      return known.asked === undefined || known.asked.has(type) || known.asked.has('*')
    const next: Remembered = { asked: undefined, until: clock.now() + REMEMBERED_MS }
    remembered.set(tenant_id, next)
    webhooks.asked(tenant_id).then(
      (lists) => (next.asked = new Set(lists.flatMap((events) => events.trim().split(' ')))),
      () => remembered.delete(tenant_id),
    )
    return true
  }

  const tell = (run: Row<'runs'>, record: Run, { type, ...fields }: Told, now: number): Statement[] => {
    const event = newWebhookEvent(
      run.tenant_id,
      type,
      type.startsWith('run.') ? record : { ...record, event: fields },
      now,
      run.run_id,
    )
    return [webhookEvents.insertIfAskedStatement(event), ...tellOwn(run, event)]
  }

  /** The webhook that the run itself named. */
  const tellOwn = (run: Row<'runs'>, event: WebhookEventRow): Statement[] => {
    if (run.webhook === null || !isFinalEvent(event.event_type)) return []
    const receiver = receiverOfRuns(run.tenant_id, run.webhook, event.created_at)
    return [
      webhooks.insertIfAbsentStatement(receiver),
      webhookEvents.insertStatement({
        ...event,
        event_id: newId(),
        topic: receiver.topic,
        url: run.webhook,
        // Who makes a run in the LangGraph dialect hears of its end in that dialect.
        ...(isInDialect(run.kwargs) && { payload: JSON.stringify(toLgNotice(run, event.created_at)) }),
      }),
    ]
  }

  return {
    /** The next event of a tenant is looked up anew: its webhooks changed. */
    forget: (tenant_id: string): void => {
      remembered.delete(tenant_id)
    },

    /** `run` as it is after the batch. */
    statements(run: Row<'runs'>, events: readonly Told[], now: number): Statement[] {
      const told = events.filter(
        ({ type }) => isExact(type) || (!isOfDialect(type) && isAskedFor(run.tenant_id, type)),
      )
      if (told.length === 0) return []
      const record = toRun(run)
      return told.flatMap((event) => tell(run, record, event, now))
    },

    /** Of something that is not a run. */
    statement: (tenant_id: string, type: string, data: object, now: number): Statement =>
      webhookEvents.insertIfAskedStatement(newWebhookEvent(tenant_id, type, data, now)),
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
  topic: PUBLIC,
  event_type,
  run_id,
  url: null,
  payload: JSON.stringify({ type: event_type, timestamp: new Date(created_at).toISOString(), data }),
  created_at,
  seq: null,
})

const RECEIVERS = '6f1f3e0c-6d0f-4a51-9f43-2b3b4ce1c1a7'

/** One for each host that the runs of a tenant name: what its circuit and its order are kept by. */
const receiverOfRuns = (tenant_id: string, url: string, now: number): Row<'webhooks'> => {
  const receiver = receiverUrl(url)
  const webhook_id = v5(`${tenant_id}\n${receiver}`, RECEIVERS)
  const given = { tenant_id, webhook_id, topic: webhook_id, url: receiver, events: ' ', secret: '', since: 0 }
  return newWebhookRow(given, now)
}
