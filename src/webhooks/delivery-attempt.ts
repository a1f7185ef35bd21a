/**
 * Sends one delivery and records the attempt: the status of the delivery, the time of its next attempt, and the circuit breaker of
 * the webhook.
 */
import type { Clock } from '../platform/clock.js'
import { toWebhook } from '../domain/row-mappers.js'
import { toDeliveryEntry } from '../domain/statistics/entry.js'
import type { Outbox } from '../domain/webhooks/outbox.js'
import type { Vault } from '../domain/secrets/vault.js'
import { buildSignatureHeader, toIdentifyingHeaders } from '../domain/webhooks/signing.js'
import { toWebhookPlace } from '../domain/webhooks/webhook-secret.js'
import { AppError } from '../errors.js'
import type { Bus } from '../events/bus.js'
import type { Logger } from '../platform/log.js'
import type { Metrics } from '../platform/metrics.js'
import type { Post } from '../platform/net/guarded-fetch.js'
import type { StatisticsStore } from '../store/statistics/statistics.js'
import type { Statement } from '../store/sql/statement.js'
import type { DeliveryRow, DeliveryStore } from '../store/webhooks/deliveries.js'
import type { WebhookEventStore } from '../store/webhooks/events.js'
import { TENANT_TOPIC, type WebhookRow } from '../store/webhooks/rows.js'
import type { WebhookStore } from '../store/webhooks/webhooks.js'
import { version } from '../platform/version.js'
import type { Tracing } from '../platform/telemetry/tracing.js'
import type { RunStore } from '../store/runs/runs.js'
import { openDeliverySpan } from './delivery-span.js'
import { postWebhook, type AttemptResult } from './post-webhook.js'
import { getPauseMs, getRetryDelayMs } from './retry-schedule.js'

export interface DeliveryDeps {
  webhooks: WebhookStore
  webhookEvents: WebhookEventStore
  deliveries: DeliveryStore
  outbox: Outbox
  statistics: StatisticsStore
  /** Decrypts the secret that signs a request. */
  vault: Vault
  bus: Bus
  clock: Clock
  log: Logger
  metrics: Metrics
  runs: RunStore
  /** Undefined: traces are off. */
  tracing: Tracing | undefined
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
  deps: DeliveryDeps,
  webhook: WebhookRow,
  delivery: ClaimedDelivery,
): Promise<DeliveryResult | undefined> => {
  const { webhookEvents, clock, metrics } = deps
  const message = delivery.message ?? (await webhookEvents.getMessage(delivery))
  if (message === undefined) return undefined
  const span = deps.tracing && (await openDeliverySpan(deps.tracing, deps.runs, delivery))
  const now = clock.now()
  const result = await signAndPost(deps, webhook, delivery, message, now, span?.headers)
  span?.record(webhook, message.url ?? webhook.url, result, now)
  metrics.webhookAttempts.inc({ result: result.error === null ? 'delivered' : 'failed' })
  metrics.webhookLatency.observe(result.latencyMs / 1000)
  return { ...result, attempted_at: now }
}

const signAndPost = async (
  deps: DeliveryDeps,
  webhook: WebhookRow,
  { event_id }: ClaimedDelivery,
  { url, payload }: NonNullable<ClaimedDelivery['message']>,
  now: number,
  traceHeaders: Record<string, string> | undefined,
): Promise<AttemptResult> => {
  let secrets: string[]
  try {
    secrets = openSecrets(deps, webhook, now)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // The delivery is retried: a node may have been started without the key.
    deps.log.error({ webhook_id: webhook.webhook_id }, error.message)
    return {
      status: null,
      error: 'The secret of the webhook cannot be decrypted',
      response: null,
      latencyMs: 0,
      retryAfterMs: undefined,
      isGone: false,
    }
  }
  const headers = {
    'user-agent': `heddle/${version}`,
    ...traceHeaders,
    ...(webhook.topic !== TENANT_TOPIC && deps.getRunWebhookHeaders()),
    ...buildHeaders(secrets, event_id, payload, now),
  }
  const request = { url: url ?? webhook.url, body: payload, headers }
  return postWebhook(deps.post, request, () => deps.clock.now())
}

/** During a rotation both secrets sign. Run webhooks have no secret and are not signed. */
const openSecrets = ({ vault }: DeliveryDeps, webhook: WebhookRow, now: number): string[] => {
  const { secret, old_secret, old_secret_expires_at } = webhook
  const isRotating = (old_secret_expires_at ?? 0) > now
  return [
    ...(secret === '' ? [] : [vault.open(secret, toWebhookPlace(webhook, 'secret'))]),
    ...(isRotating && old_secret !== null
      ? [vault.open(old_secret, toWebhookPlace(webhook, 'old_secret'))]
      : []),
  ]
}

/** The headers of Standard Webhooks. */
const buildHeaders = (
  secrets: readonly string[],
  id: string,
  body: string,
  now: number,
): Record<string, string> => {
  const seconds = Math.floor(now / 1000)
  return {
    ...toIdentifyingHeaders(id, now),
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
  const { deliveries, statistics, clock, owner, retrySeconds } = deps
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
  await deliveries.finish(
    change,
    attemptRow,
    statistics.insertEntryStatement(toDeliveryEntry(tenant_id, !isAccepted, now)),
    ...buildCircuitStatements(deps, webhook, result, now),
  )
  deps.bus.publishChange(tenant_id, event_id)
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
