import type { WebhookRow } from '../../store/webhooks/rows.js'

type NewWebhook = Pick<
  WebhookRow,
  'tenant_id' | 'webhook_id' | 'topic' | 'url' | 'events' | 'secret' | 'since'
>

/** A webhook without failures. The store sets `read_to`, the cursor of the webhook. */
export const newWebhookRow = (fields: NewWebhook, now: number): WebhookRow => ({
  ...fields,
  old_secret: null,
  old_secret_expires_at: null,
  description: null,
  metadata: '{}',
  enabled: 1,
  disabled_reason: null,
  read_to: 0,
  failures: 0,
  failing_since: null,
  paused_until: 0,
  revision: 1,
  created_at: now,
  updated_at: now,
})
