/** Maps rows to API resources. They differ in timestamps (milliseconds, ISO strings) and JSON (text, objects). */
import type { ApiKey, Scope } from '../schema/api-key.js'
import type { Assistant, AssistantVersion } from '../schema/assistant.js'
import type { JsonObject } from '../schema/common.js'
import type { Message } from '../schema/message.js'
import type { Thread } from '../schema/thread.js'
import type { Attempt, Delivery, Webhook } from '../schema/webhook.js'
import type { Row } from '../store/sql/tables.js'
import { TENANT_TOPIC } from '../store/webhooks/rows.js'
import { maskCredentials } from './secrets/assistant-credentials.js'
import { toIdentifyingHeaders } from './webhooks/signing.js'

export const toIso = (at: number): string => new Date(at).toISOString()
export const toIsoOrNull = (at: number | null): string | null => (at === null ? null : toIso(at))
export const parseObject = (text: string): JsonObject => JSON.parse(text) as JsonObject
export const parseObjectOrNull = (text: string | null): JsonObject | null =>
  text === null ? null : parseObject(text)

/** Merges the top-level keys. */
export const mergeJson = (stored: string, changes: JsonObject | undefined): string =>
  changes === undefined ? stored : JSON.stringify({ ...parseObject(stored), ...changes })

/** Credentials are masked. */
export const toAssistantVersion = (row: Row<'assistant_versions'>): AssistantVersion => ({
  assistant_id: row.assistant_id,
  graph_id: row.graph_id,
  name: row.name,
  description: row.description,
  ...maskCredentials({ config: parseObject(row.config), graph_schema: parseObject(row.graph_schema) }),
  context: parseObject(row.context),
  metadata: parseObject(row.metadata),
  version: row.version,
  created_at: toIso(row.created_at),
})

export const toAssistant = (row: Row<'assistants'>, retention_days: number | null = null): Assistant => ({
  id: row.assistant_id,
  ...toAssistantVersion(row),
  retention_days,
  updated_at: toIso(row.updated_at),
})

export const toThread = (row: Row<'threads'>, retention_days: number | null = null): Thread => ({
  id: row.thread_id,
  thread_id: row.thread_id,
  assistant_id: row.assistant_id,
  title: row.title,
  status: row.status,
  metadata: parseObject(row.metadata),
  retention_days,
  created_at: toIso(row.created_at),
  updated_at: toIso(row.updated_at),
})

export const toMessage = (row: Row<'messages'>): Message => ({
  id: row.message_id,
  message_id: row.message_id,
  thread_id: row.thread_id,
  run_id: row.run_id,
  role: row.role,
  content: JSON.parse(row.content) as Message['content'],
  metadata: parseObject(row.metadata),
  created_at: toIso(row.created_at),
})

export const toApiKey = (row: Row<'api_keys'>): ApiKey => ({
  id: row.key_id,
  key_id: row.key_id,
  name: row.name,
  prefix: row.prefix,
  scopes: row.scopes.split(' ') as Scope[],
  created_at: toIso(row.created_at),
  created_by: row.created_by,
  expires_at: toIsoOrNull(row.expires_at),
  last_used_at: toIsoOrNull(row.last_used_at),
  revoked_at: toIsoOrNull(row.revoked_at),
})

export const toWebhook = (row: Row<'webhooks'>): Webhook => ({
  id: row.webhook_id,
  webhook_id: row.webhook_id,
  kind: row.topic === TENANT_TOPIC ? 'registered' : 'run',
  url: row.url,
  events: row.events.split(' ').filter((name) => name !== ''),
  description: row.description,
  enabled: row.enabled === 1,
  disabled_reason: row.disabled_reason,
  failing_since: toIsoOrNull(row.failing_since),
  paused_until: row.failures > 0 && row.paused_until > 0 ? toIso(row.paused_until) : null,
  failures: row.failures,
  old_secret_expires_at: toIsoOrNull(row.old_secret_expires_at),
  metadata: parseObject(row.metadata),
  created_at: toIso(row.created_at),
  updated_at: toIso(row.updated_at),
})

export const toDelivery = (row: Row<'webhook_deliveries'>): Delivery => ({
  id: row.event_id,
  delivery_id: row.event_id,
  webhook_id: row.webhook_id,
  event_type: row.event_type,
  run_id: row.run_id,
  status: row.status,
  attempts: row.attempts,
  next_attempt_at: row.status === 'pending' ? toIso(row.next_attempt_at) : null,
  last_status: row.last_status,
  last_error: row.last_error,
  created_at: toIso(row.created_at),
  delivered_at: toIsoOrNull(row.delivered_at),
})

export const toAttempt = (row: Row<'webhook_attempts'>): Attempt => ({
  attempt: row.attempt,
  attempted_at: toIso(row.attempted_at),
  latency_ms: row.latency_ms,
  status_code: row.status_code,
  error: row.error,
  response: row.response,
  request_headers: toIdentifyingHeaders(row.event_id, row.attempted_at),
})
