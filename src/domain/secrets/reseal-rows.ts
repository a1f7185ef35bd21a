/** Applies a function to every encrypted value of a row. Together, these functions cover all places where secrets are stored. */
import type { JsonObject } from '../../schema/common.js'
import type { SealedRowStore } from '../../store/secrets/sealed-rows.js'
import { toWebhookPlace } from '../webhooks/webhook-secret.js'
import { resealCredentials } from './assistant-credentials.js'
import { toSecretPlace } from './secrets.js'
import type { Vault } from './vault.js'

export type Resealer = Pick<Vault, 'reseal'>
type WebhookRow = Parameters<SealedRowStore['replaceWebhook']>[0]
type AssistantText = Parameters<SealedRowStore['replaceAssistant']>[0]
type SecretRow = Parameters<SealedRowStore['replaceSecret']>[0]

export const resealWebhook = (vault: Resealer, row: WebhookRow): WebhookRow => ({
  ...row,
  secret: row.secret === '' ? '' : vault.reseal(row.secret, toWebhookPlace(row, 'secret')),
  old_secret: row.old_secret && vault.reseal(row.old_secret, toWebhookPlace(row, 'old_secret')),
})

export const resealAssistant = <T extends AssistantText>(vault: Resealer, row: T): T => ({
  ...row,
  ...resealTexts(vault, row),
})

export const resealSecret = (vault: Resealer, row: SecretRow): SecretRow => ({
  ...row,
  value: vault.reseal(row.value, toSecretPlace(row.tenant_id, row.name)),
})

/** Keeps the stored text if no credential changes: serializing it again could change its spacing. */
const resealTexts = (vault: Resealer, row: AssistantText): Pick<AssistantText, 'config' | 'graph_schema'> => {
  const stored = {
    config: JSON.parse(row.config) as JsonObject,
    graph_schema: JSON.parse(row.graph_schema) as JsonObject,
  }
  const { config, graph_schema } = resealCredentials(vault, row, stored)
  const keepIfEqual = (text: string, before: JsonObject, after: JsonObject): string =>
    JSON.stringify(before) === JSON.stringify(after) ? text : JSON.stringify(after)
  return {
    config: keepIfEqual(row.config, stored.config, config),
    graph_schema: keepIfEqual(row.graph_schema, stored.graph_schema, graph_schema),
  }
}
