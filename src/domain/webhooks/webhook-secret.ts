/** Where the secrets of a webhook are stored. A run webhook has no secret; its column is empty. */
import type { WebhookKey } from '../../store/webhooks/rows.js'
import type { SecretPlace } from '../secrets/vault.js'

export const toWebhookPlace = (
  { tenant_id, webhook_id }: WebhookKey,
  field: 'secret' | 'old_secret',
): SecretPlace => ({ kind: 'webhook', tenant_id, id: webhook_id, field })
