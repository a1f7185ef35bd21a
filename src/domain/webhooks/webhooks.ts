/** Registers, reads, updates and removes webhooks. */
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
import { TENANT_TOPIC, type WebhookRow } from '../../store/webhooks/rows.js'
import type { WebhookStore } from '../../store/webhooks/webhooks.js'
import { toPageRequest, toPage, type ListQuery } from '../cursor.js'
import { retryOnConflict } from '../retry-on-conflict.js'
import type { Vault } from '../secrets/vault.js'
import type { Outbox } from './outbox.js'
import { noIdempotencyStatements, type IdempotencyStatements } from '../idempotency.js'
import { mergeJson, toWebhook } from '../row-mappers.js'
import { newWebhookRow } from './new-webhook.js'
import { toWebhookPlace } from './webhook-secret.js'
import { findUrlProblem } from './webhook-url.js'
import { generateSecret, findSecretProblem, findSecretWarning } from './signing.js'

interface Deps {
  webhooks: WebhookStore
  deliveries: DeliveryStore
  outbox: Outbox
  vault: Vault
  bus: Bus
  clock: Clock
  /** True if webhooks may have private and loopback addresses. */
  allowPrivate: boolean
}

const DAY_SECONDS = 86_400

/** Each name is surrounded by spaces, so that SQL can search for ` name `. */
const serializeEventTypes = (events: readonly WebhookEvent[]): string =>
  events.includes('*') ? ' * ' : ` ${events.join(' ')} `

export const makeWebhooks = ({ webhooks, deliveries, outbox, vault, bus, clock, allowPrivate }: Deps) => {
  const requireRow = async (tenant_id: string, webhook_id: string): Promise<WebhookRow> => {
    const row = await webhooks.get({ tenant_id, webhook_id: webhook_id.toLowerCase() })
    if (row === undefined) throw notFound('Webhook', webhook_id)
    return row
  }

  /** Rejects run webhooks: they are created by runs and cannot be changed. */
  const requireRegistered = async (tenant_id: string, webhook_id: string): Promise<WebhookRow> => {
    const row = await requireRow(tenant_id, webhook_id)
    if (row.topic === TENANT_TOPIC) return row
    throw new AppError('resource_conflict', 'The webhook belongs to runs and cannot be changed', {
      kind: 'run',
    })
  }

  const updateRow = (
    tenant_id: string,
    webhook_id: string,
    applyChange: (current: WebhookRow, now: number) => WebhookRow,
    precedingStatements: (current: WebhookRow, now: number) => Statement[] = () => [],
  ): Promise<WebhookRow> =>
    retryOnConflict(async () => {
      const current = await requireRegistered(tenant_id, webhook_id)
      const now = clock.now()
      const updatedRow = { ...applyChange(current, now), revision: current.revision + 1, updated_at: now }
      const updated = await webhooks.update(updatedRow, current.revision, precedingStatements(current, now))
      if (updated === undefined) return undefined
      outbox.invalidate(tenant_id)
      bus.publishOutbox(updated)
      return updated
    })

  /** The problems that the schema cannot express, by field. Fields of the wrong type are left to the schema. */
  const findProblems = ({ url, secret }: { url?: unknown; secret?: unknown }): Record<string, string> => {
    const urlProblem = typeof url === 'string' ? findUrlProblem(url, allowPrivate) : undefined
    const secretProblem = typeof secret === 'string' ? findSecretProblem(secret) : undefined
    return {
      ...(urlProblem !== undefined && { url: urlProblem }),
      ...(secretProblem !== undefined && { secret: secretProblem }),
    }
  }

  return {
    findProblems,

    async create(
      tenant_id: string,
      input: WebhookCreate,
      idempotencyStatements: IdempotencyStatements<WebhookWithSecret> = noIdempotencyStatements,
    ): Promise<WebhookWithSecret> {
      requireNoProblems(findProblems(input))
      const now = clock.now()
      const secret = input.secret ?? generateSecret()
      const events = serializeEventTypes(input.events)
      const key = { tenant_id, webhook_id: newId() }
      const fields = {
        ...key,
        topic: TENANT_TOPIC,
        url: input.url,
        events,
        secret: vault.seal(secret, toWebhookPlace(key, 'secret')),
        since: now,
      }
      const row: WebhookRow = {
        ...newWebhookRow(fields, now),
        description: input.description ?? null,
        metadata: JSON.stringify(input.metadata ?? {}),
        enabled: input.enabled === false ? 0 : 1,
      }
      const webhook = withSecret(row, secret, input.secret)
      await webhooks.insert(row, ...idempotencyStatements(hideSecret(webhook)))
      outbox.invalidate(tenant_id)
      return webhook
    },

    async get(tenant_id: string, webhook_id: string): Promise<WebhookDetail> {
      const row = await requireRow(tenant_id, webhook_id)
      return { ...toWebhook(row), waiting: await webhooks.countUnread(row) }
    },

    async list(
      tenant_id: string,
      { kind = 'registered', ...query }: ListQuery & { kind?: Webhook['kind'] },
    ): Promise<Page<Webhook>> {
      const list = `webhooks?${kind}`
      const page = toPageRequest(list, query)
      const rows = await webhooks.list(tenant_id, kind === 'run', page)
      return toPage(list, page, rows, (row) => ({ at: row.created_at, id: row.webhook_id }), toWebhook)
    },

    async update(
      tenant_id: string,
      webhook_id: string,
      input: WebhookUpdate,
      auditStatements: (resource: Webhook) => Statement[] = () => [],
    ): Promise<Webhook> {
      requireNoProblems(findProblems(input))
      const applyUpdate = (current: WebhookRow): WebhookRow => ({
        ...current,
        url: input.url ?? current.url,
        events: input.events === undefined ? current.events : serializeEventTypes(input.events),
        description: input.description === undefined ? current.description : input.description,
        metadata: mergeJson(current.metadata, input.metadata),
      })
      const row = await updateRow(tenant_id, webhook_id, applyUpdate, (current, now) => [
        ...(input.enabled === true ? [webhooks.enableStatement({ ...current, now })] : []),
        ...(input.enabled === false ? [webhooks.disableByUserStatement(current)] : []),
        // A new URL, or enabling the webhook, indicates that the receiver was repaired.
        ...(input.url !== undefined || input.enabled === true
          ? [webhooks.resetFailuresStatement(current)]
          : []),
        ...auditStatements(toWebhook(current)),
      ])
      return toWebhook(row)
    },

    /** During the overlap, requests are signed with both secrets. */
    async rotateSecret(
      tenant_id: string,
      webhook_id: string,
      input: SecretRotation,
      idempotencyStatements: IdempotencyStatements<WebhookWithSecret> = noIdempotencyStatements,
    ): Promise<WebhookWithSecret> {
      requireNoProblems(findProblems(input))
      const secret = input.secret ?? generateSecret()
      const overlap = input.overlap_seconds ?? DAY_SECONDS
      const applyRotation = (current: WebhookRow, now: number): WebhookRow => ({
        ...current,
        secret: vault.seal(secret, toWebhookPlace(current, 'secret')),
        old_secret:
          overlap === 0
            ? null
            : vault.seal(
                vault.open(current.secret, toWebhookPlace(current, 'secret')),
                toWebhookPlace(current, 'old_secret'),
              ),
        old_secret_expires_at: overlap === 0 ? null : now + overlap * 1000,
      })
      const row = await updateRow(tenant_id, webhook_id, applyRotation, (current, now) =>
        idempotencyStatements(hideSecret(withSecret({ ...current, updated_at: now }, secret, input.secret))),
      )
      return withSecret(row, secret, input.secret)
    },

    /** Also removes the undelivered events of the webhook. */
    async remove(
      tenant_id: string,
      webhook_id: string,
      auditStatements: (resource: Webhook) => Statement[] = () => [],
    ): Promise<{ deleted: true; webhook_id: string }> {
      const row = await requireRegistered(tenant_id, webhook_id)
      if (
        !(await webhooks.remove(row, [
          ...deliveries.removeStatements(row),
          ...auditStatements(toWebhook(row)),
        ]))
      )
        throw notFound('Webhook', webhook_id)
      outbox.invalidate(tenant_id)
      return { deleted: true, webhook_id: row.webhook_id }
    },
  }
}

export type Webhooks = ReturnType<typeof makeWebhooks>

/** A generated secret is returned once; a secret of the caller is never returned. */
const withSecret = (row: WebhookRow, secret: string, callerSecret: string | undefined): WebhookWithSecret => {
  const warning = findSecretWarning(secret)
  return {
    ...toWebhook(row),
    ...(callerSecret === undefined && { secret }),
    warnings: warning === undefined ? [] : [warning],
  }
}

/** The response that is stored for repeated requests must not contain the secret. */
const hideSecret = (webhook: WebhookWithSecret): WebhookWithSecret =>
  webhook.secret === undefined ? webhook : { ...webhook, secret: '(shown once, in the first response)' }

const requireNoProblems = (problems: Record<string, string>): void => {
  const [first] = Object.entries(problems)
  if (first !== undefined) throw new AppError('validation_error', first.join(' '), problems)
}
