/** Types that all webhook stores share. */
import type { Row } from '../sql/tables.js'

export type WebhookRow = Row<'webhooks'>

export interface WebhookKey {
  tenant_id: string
  webhook_id: string
}

/**
 * The topic of a tenant's events, to which registered webhooks subscribe. The URL of a single run has its own topic.
 */
export const TENANT_TOPIC = ''
