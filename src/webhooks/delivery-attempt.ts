/**
 * Sends one delivery and records the attempt: the status of the delivery, the time of its next attempt, and the circuit breaker of
 * the webhook.
 */
import type { Clock } from '../platform/clock.js'
import { toWebhook } from '../domain/row-mappers.js'
import type { Outbox } from '../domain/webhooks/outbox.js'
import { buildSignatureHeader } from '../domain/webhooks/signing.js'
import type { Bus } from '../events/bus.js'
import type { Logger } from '../platform/log.js'
import type { Metrics } from '../platform/metrics.js'
import type { Post } from '../platform/net/guarded-fetch.js'
import type { Statement } from '../store/sql/statement.js'
import type { DeliveryRow, DeliveryStore } from '../store/webhooks/deliveries.js'
import type { WebhookEventStore } from '../store/webhooks/events.js'
import { TENANT_TOPIC, type WebhookRow } from '../store/webhooks/rows.js'
import type { WebhookStore } from '../store/webhooks/webhooks.js'
import { version } from '../platform/version.js'
import { postWebhook, type AttemptResult } from './post-webhook.js'
import { getPauseMs, getRetryDelayMs } from './retry-schedule.js'

export interface DeliveryDeps {
  webhooks: WebhookStore
  webhookEvents: WebhookEventStore
  deliveries: DeliveryStore
  outbox: Outbox
  bus: Bus
  clock: Clock
  log: Logger
  metrics: Metrics
  /** Refuses forbidden addresses and enforces the time limit. */
  post: Post
  /** Extra headers of run webhooks, from langgraph.json. */
  getRunWebhookHeaders: () => Record<string, string>
  /** The lease owner of this node. */
  owner: string
  retrySeconds: readonly number[]
  disableAfterMs: number
}

export interface ClaimedDelivery extends DeliveryRow {
  /** Undefined if the payload was too large to be read together with the event. */
  message?: { payload: string; url: string | null } | undefined
}

export interface DeliveryResult extends AttemptResult {
  attempted_at: number
}

/** Returns undefined if the event was purged, and the delivery with it. */
export const sendDelivery = async (
  { webhookEvents, clock, post, metrics, getRunWebhookHeaders }: DeliveryDeps,
  webhook: WebhookRow,
  delivery: ClaimedDelivery,
): Promise<DeliveryResult | undefined> => {
  const message = delivery.message ?? (await webhookEvents.getMessage(delivery))
  if (message === undefined) return undefined
  const now = clock.now()
  const request = {
    url: message.url ?? webhook.url,
    body: message.payload,
    headers: {
      'user-agent': `heddle/${version}`,
      ...(webhook.topic !== TENANT_TOPIC && getRunWebhookHeaders()),
      ...buildHeaders(webhook, delivery.event_id, message.payload, now),
    },
  }
  const result = await postWebhook(post, request, () => clock.now())
  metrics.webhookAttempts.inc({ result: result.error === null ? 'delivered' : 'failed' })
  metrics.webhookLatency.observe(result.latencyMs / 1000)
  return { ...result, attempted_at: now }
}

/** The headers of Standard Webhooks. During a rotation both secrets sign. Run webhooks have no secret and are not signed. */
const buildHeaders = (webhook: WebhookRow, id: string, body: string, now: number): Record<string, string> => {
  const seconds = Math.floor(now / 1000)
  const { secret, old_secret, old_secret_expires_at } = webhook
  const isRotating = (old_secret_expires_at ?? 0) > now
  const secrets = [secret, isRotating ? (old_secret ?? '') : ''].filter((candidate) => candidate !== '')
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    ...(secrets.length > 0 && { 'webhook-signature': buildSignatureHeader(id, seconds, body, secrets) }),
  }
}

/** Writes the attempt and the failure count of the webhook in one batch, then disables the webhook if necessary. */
export const recordAttempt = async (
  deps: DeliveryDeps,
  webhook: WebhookRow,
  delivery: DeliveryRow,
  result: DeliveryResult,
): Promise<void> => {
  const { deliveries, clock, owner, retrySeconds } = deps
  const now = clock.now()
  const { event_id, webhook_id, tenant_id, attempts, step } = delivery
  const isAccepted = result.error === null
  const delay =
    isAccepted || result.isGone
      ? undefined
      : getRetryDelayMs(step, retrySeconds, result.retryAfterMs, Math.random())
  const change = {
    event_id,
    webhook_id,
    tenant_id,
    owner,
    attempts,
    status: isAccepted ? 'delivered' : delay === undefined ? 'failed' : 'pending',
    step: step + 1,
    next_attempt_at: now + (delay ?? 0),
    last_status: result.status,
    last_error: result.error,
    delivered_at: isAccepted ? now : null,
  } as const
  const attemptRow = {
    event_id,
    webhook_id,
    tenant_id,
    attempt: attempts,
    attempted_at: result.attempted_at,
    latency_ms: result.latencyMs,
    status_code: result.status,
    error: result.error,
    response: result.response,
  }
  await deliveries.finish(change, attemptRow, ...buildCircuitStatements(deps, webhook, result, now))
  if (!isAccepted && shouldDisable(deps, webhook, result)) await disable(deps, webhook, result)
}

const buildCircuitStatements = (
  { webhooks }: DeliveryDeps,
  webhook: WebhookRow,
  { error, retryAfterMs = 0 }: DeliveryResult,
  now: number,
): Statement[] => {
  if (error === null) return webhook.failures > 0 ? [webhooks.resetFailuresStatement(webhook)] : []
  const failures = webhook.failures + 1
  // Retry-After applies to all deliveries of the webhook.
  const pauseMs = Math.max(getPauseMs(failures), retryAfterMs)
  const paused_until = pauseMs === 0 ? 0 : now + pauseMs
  return [webhooks.countFailureStatement({ ...webhook, failures, now, paused_until })]
}

/** True if the receiver responded with 410, or has only failed for `disableAfterMs`. Run webhooks are never disabled. */
const shouldDisable = (
  { clock, disableAfterMs }: DeliveryDeps,
  webhook: WebhookRow,
  { isGone }: AttemptResult,
): boolean =>
  webhook.topic === TENANT_TOPIC &&
  (isGone || (webhook.failing_since !== null && clock.now() - webhook.failing_since >= disableAfterMs))

const disable = async (
  { webhooks, outbox, bus, clock, log }: DeliveryDeps,
  webhook: WebhookRow,
  { isGone }: AttemptResult,
): Promise<void> => {
  const now = clock.now()
  const { tenant_id, webhook_id } = webhook
  const reason = isGone
    ? 'The receiver responded with 410 Gone'
    : `All attempts have failed since ${new Date(webhook.failing_since ?? now).toISOString()}`
  const webhookRecord = toWebhook({ ...webhook, enabled: 0, disabled_reason: reason, updated_at: now })
  const disabledEvent = outbox.buildStatement(tenant_id, 'webhook.disabled', webhookRecord, now)
  if ((await webhooks.disable(webhook, reason, now, disabledEvent)) === undefined) return
  log.warn({ webhook_id, reason }, 'webhook disabled')
  bus.publishOutbox()
}
