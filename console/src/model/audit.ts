/** The audit log in words. */
import type { AuditFilter } from '../api/audit.ts'
import type { AuditEntry } from '../api/types.ts'

type Action = NonNullable<AuditFilter['action']>

/** By the type of the resource, so that a filter can group them. */
export const AUDIT_VERBS: Record<Action, string> = {
  'api_key.create': 'created the key',
  'api_key.rename': 'renamed the key',
  'api_key.revoke': 'revoked the key',
  'assistant.create': 'created the assistant',
  'assistant.update': 'changed the assistant',
  'assistant.set_current': 'set the current version of the assistant',
  'assistant.delete': 'deleted the assistant',
  'cron.create': 'created the schedule',
  'cron.update': 'changed the schedule',
  'cron.run': 'ran the schedule now',
  'cron.delete': 'deleted the schedule',
  'guardrail.create': 'created the guardrail',
  'guardrail.update': 'changed the guardrail',
  'guardrail.delete': 'deleted the guardrail',
  'guardrail.reload': 'reloaded the guardrails file',
  'node.drain': 'drained the node',
  'node.resume': 'resumed the node',
  'policy.create': 'created the policy',
  'policy.update': 'changed the policy',
  'policy.delete': 'deleted the policy',
  'secret.create': 'created the secret',
  'secret.put': 'set the secret',
  'secret.delete': 'deleted the secret',
  'webhook.create': 'created the webhook',
  'webhook.update': 'changed the webhook',
  'webhook.rotate_secret': 'rotated the secret of the webhook',
  'webhook.delete': 'deleted the webhook',
}

const isAction = (text: string): text is Action => Object.hasOwn(AUDIT_VERBS, text)

/** An action of a later version is shown as it is sent. */
export const auditVerb = ({ action }: Pick<AuditEntry, 'action'>): string =>
  isAction(action) ? AUDIT_VERBS[action] : action

export const CREDENTIAL_WORDS: Record<AuditEntry['credential'], string> = {
  none: 'without signing in',
  configured_key: 'with a key of the configuration',
  api_key: 'with an API key',
  jwt: 'with a token',
  session: 'in the console',
  user: 'as a user of the project',
}

const DAY_MS = 86_400_000
const RANGES = new Map([
  ['24h', DAY_MS],
  ['7d', 7 * DAY_MS],
  ['30d', 30 * DAY_MS],
])

/** The filter of a URL. A range begins at a full minute, so that it is the same query for a while. */
export const parseAuditSearch = (
  search: Readonly<Record<string, string | undefined>>,
  now: number,
): AuditFilter => {
  const { actor, resource, since, action } = search
  const range = since === undefined ? undefined : RANGES.get(since)
  return {
    ...(actor !== undefined && { actor: actor.trim() }),
    ...(resource !== undefined && { resource: resource.trim() }),
    ...(action !== undefined && isAction(action) && { action }),
    ...(range !== undefined && { from: new Date(Math.floor((now - range) / 60_000) * 60_000).toISOString() }),
  }
}
