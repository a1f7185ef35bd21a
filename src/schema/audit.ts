import { Type, type Static } from 'typebox'
import { Nullable, OneOf, Page, pageQuery, Text, Timestamp, Uuid } from './common.js'
import { CREDENTIAL_TYPES } from './me.js'

/** What is recorded. The part before the point is the type of the resource. */
export const AUDIT_ACTIONS = [
  'api_key.create',
  'api_key.rename',
  'api_key.revoke',
  'assistant.create',
  'assistant.update',
  'assistant.set_current',
  'assistant.delete',
  'cron.create',
  'cron.update',
  'cron.run',
  'cron.delete',
  'guardrail.create',
  'guardrail.update',
  'guardrail.delete',
  'guardrail.reload',
  'node.drain',
  'node.resume',
  'policy.create',
  'policy.update',
  'policy.delete',
  'secret.create',
  'secret.put',
  'secret.delete',
  'webhook.create',
  'webhook.update',
  'webhook.rotate_secret',
  'webhook.delete',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

export const AuditEntry = Type.Object(
  {
    id: Uuid,
    entry_id: Uuid,
    created_at: Timestamp,
    action: Type.String({ description: 'What was done, for example `webhook.update`.' }),
    resource_type: Type.String({ description: 'The type of the resource, for example `webhook`.' }),
    resource_id: Nullable(Type.String({ description: 'The ID or the name that the API knows it by.' })),
    resource_name: Nullable(Type.String({ description: 'The name of the resource at that time.' })),
    actor_id: Type.String({ description: 'Who did it; the `id` of `GET /me`.' }),
    actor_name: Type.String({ description: 'The name of the API key, or the subject of the token.' }),
    credential: OneOf(CREDENTIAL_TYPES, 'How the request was authenticated.'),
    key_id: Nullable(Uuid),
    request_id: Type.String({ description: 'The request; the log of the service has the same ID.' }),
    changes: Type.Record(Type.String(), Type.Unknown(), {
      description:
        'The fields of the request. Short values are recorded; secrets and long values are replaced by a note in brackets.',
    }),
  },
  { title: 'AuditEntry', description: 'An administrative change. Entries are never changed or deleted.' },
)
export type AuditEntry = Static<typeof AuditEntry>

export const AuditPage = Page(AuditEntry, 'AuditPage')

export const AuditQuery = Type.Object(
  {
    ...pageQuery,
    actor: Type.Optional(
      Text({ minLength: 1, maxLength: 300, description: 'Only changes by this actor: its ID or its name.' }),
    ),
    action: Type.Optional(OneOf(AUDIT_ACTIONS, 'Only changes of this kind.')),
    resource: Type.Optional(
      Text({
        minLength: 1,
        maxLength: 300,
        description: 'Only changes of this type of resource, or of this ID.',
      }),
    ),
    from: Type.Optional(Timestamp),
    to: Type.Optional(Timestamp),
  },
  { additionalProperties: false },
)
export type AuditQuery = Static<typeof AuditQuery>
