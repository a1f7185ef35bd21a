import type { Clock } from '../../platform/clock.js'
import { AppError, notFound } from '../../errors.js'
import type { Bus } from '../../events/bus.js'
import { newId } from '../../platform/ids.js'
import type { Page } from '../../schema/common.js'
import type {
  SecretRotation,
  Webhook,
  WebhookCreate,
  WebhookDetail,
  WebhookEvent,
  WebhookUpdate,
  WebhookWithSecret,
} from '../../schema/webhook.js'
import type { Statement } from '../../store/sql/statement.js'
import type { DeliveryStore } from '../../store/webhooks/deliveries.js'
import { PUBLIC } from '../../store/webhooks/backlog.js'
import type { WebhookRow, WebhookStore } from '../../store/webhooks/webhooks.js'
import { pageRequest, toPage, type ListQuery } from '../cursor.js'
import { untilUndisturbed } from '../retry-on-conflict.js'
import type { Outbox } from './outbox.js'
import { noReceipt, type Receipt } from '../idempotency.js'
import { mergeJson, toWebhook } from '../row-mappers.js'
import { newWebhookRow } from './new-webhook.js'
import { urlProblem } from './webhook-url.js'
import { newSecret, secretProblem, secretWarning } from './signing.js'

interface Parts {
  webhooks: WebhookStore
  deliveries: DeliveryStore
  outbox: Outbox
  bus: Bus
  clock: Clock
  /** Whether private addresses may be told. */
  allowPrivate: boolean
}

const DAY_SECONDS = 86_400

/** Between spaces, so that a name is found in the list by ` name `. */
const listOf = (events: readonly WebhookEvent[]): string =>
  events.includes('*') ? ' * ' : ` ${events.join(' ')} `

export const makeWebhooks = ({ webhooks, deliveries, outbox, bus, clock, allowPrivate }: Parts) => {
  const requireRow = async (tenant_id: string, webhook_id: string): Promise<WebhookRow> => {
    const row = await webhooks.get({ tenant_id, webhook_id: webhook_id.toLowerCase() })
    if (row === undefined) throw notFound('Webhook', webhook_id)
    return row
  }

  /** Not one that belongs to runs: nobody has registered it. */
  const requireRegistered = async (tenant_id: string, webhook_id: string): Promise<WebhookRow> => {
    const row = await requireRow(tenant_id, webhook_id)
    if (row.topic === PUBLIC) return row
    throw new AppError('resource_conflict', 'the receiver was named by runs and cannot be changed', {
      kind: 'run',
    })
  }

  const change = (
    tenant_id: string,
    webhook_id: string,
    make: (old: WebhookRow, now: number) => WebhookRow,
    before: (old: WebhookRow, now: number) => Statement[] = () => [],
  ): Promise<WebhookRow> =>
    untilUndisturbed(async () => {
      const old = await requireRegistered(tenant_id, webhook_id)
      const now = clock.now()
      const changed = { ...make(old, now), revision: old.revision + 1, updated_at: now }
      const written = await webhooks.describe(changed, old.revision, before(old, now))
      if (written === undefined) return undefined
      outbox.forget(tenant_id)
      bus.announceOutbox(written)
      return written
    })

  return {
    async create(
      tenant_id: string,
      sent: WebhookCreate,
      receipt: Receipt<WebhookWithSecret> = noReceipt,
    ): Promise<WebhookWithSecret> {
      checkUrl(sent.url, allowPrivate)
      checkSecret(sent.secret)
      const now = clock.now()
      const secret = sent.secret ?? newSecret()
      const events = listOf(sent.events)
      const given = {
        tenant_id,
        webhook_id: newId(),
        topic: PUBLIC,
        url: sent.url,
        events,
        secret,
        since: now,
      }
      const row: WebhookRow = {
        ...newWebhookRow(given, now),
        description: sent.description ?? null,
        metadata: JSON.stringify(sent.metadata ?? {}),
        enabled: sent.enabled === false ? 0 : 1,
      }
      const made = withSecret(row, sent.secret)
      await webhooks.insert(row, ...receipt(made))
      outbox.forget(tenant_id)
      return made
    },

    async get(tenant_id: string, webhook_id: string): Promise<WebhookDetail> {
      const row = await requireRow(tenant_id, webhook_id)
      return { ...toWebhook(row), waiting: await webhooks.countWaiting(row) }
    },

    async list(
      tenant_id: string,
      { kind = 'registered', ...query }: ListQuery & { kind?: Webhook['kind'] },
    ): Promise<Page<Webhook>> {
      const list = `webhooks?${kind}`
      const page = pageRequest(list, query)
      const rows = await webhooks.list(tenant_id, kind === 'run', page)
      return toPage(list, page, rows, (row) => ({ at: row.created_at, id: row.webhook_id }), toWebhook)
    },

    async update(tenant_id: string, webhook_id: string, sent: WebhookUpdate): Promise<Webhook> {
      if (sent.url !== undefined) checkUrl(sent.url, allowPrivate)
      const describe = (old: WebhookRow): WebhookRow => ({
        ...old,
        url: sent.url ?? old.url,
        events: sent.events === undefined ? old.events : listOf(sent.events),
        description: sent.description === undefined ? old.description : sent.description,
        metadata: mergeJson(old.metadata, sent.metadata),
      })
      const row = await change(tenant_id, webhook_id, describe, (old, now) => [
        ...(sent.enabled === true ? [webhooks.enableStatement({ ...old, now })] : []),
        ...(sent.enabled === false ? [webhooks.switchOffStatement(old)] : []),
        // Whoever moves it, or says that it is enabled, has seen to what was wrong.
        ...(sent.url !== undefined || sent.enabled === true ? [webhooks.recoverStatement(old)] : []),
      ])
      return toWebhook(row)
    },

    /** Until the overlap is over both secrets sign. */
    async rotateSecret(
      tenant_id: string,
      webhook_id: string,
      sent: SecretRotation,
    ): Promise<WebhookWithSecret> {
      checkSecret(sent.secret)
      const secret = sent.secret ?? newSecret()
      const overlap = sent.overlap_seconds ?? DAY_SECONDS
      const row = await change(tenant_id, webhook_id, (old, now) => ({
        ...old,
        secret,
        old_secret: overlap === 0 ? null : old.secret,
        old_secret_expires_at: overlap === 0 ? null : now + overlap * 1000,
      }))
      return withSecret(row, sent.secret)
    },

    /** What was not delivered yet goes with it. */
    async remove(tenant_id: string, webhook_id: string): Promise<{ deleted: true; webhook_id: string }> {
      const row = await requireRegistered(tenant_id, webhook_id)
      if (!(await webhooks.remove(row, deliveries.removeStatements(row))))
        throw notFound('Webhook', webhook_id)
      outbox.forget(tenant_id)
      return { deleted: true, webhook_id: row.webhook_id }
    },
  }
}

export type Webhooks = ReturnType<typeof makeWebhooks>

/** A secret that the caller chose is not shown, one that was made is shown this once. */
const withSecret = (row: WebhookRow, chosen: string | undefined): WebhookWithSecret => {
  const warning = secretWarning(row.secret)
  return {
    ...toWebhook(row),
    ...(chosen === undefined && { secret: row.secret }),
    warnings: warning === undefined ? [] : [warning],
  }
}

const checkSecret = (secret: string | undefined): void => {
  const problem = secret === undefined ? undefined : secretProblem(secret)
  if (problem !== undefined) throw new AppError('validation_error', `secret ${problem}`, { secret: problem })
}

const checkUrl = (text: string, allowPrivate: boolean): void => {
  const problem = urlProblem(text, allowPrivate)
  if (problem !== undefined) throw new AppError('validation_error', `url ${problem}`, { url: problem })
}
