import { Type, type Static } from 'typebox'
import { Metadata, Nullable, OneOf, Page, pageQuery, Text, Timestamp, Uuid } from './common.js'
import { RUN_EVENTS } from './run-event.js'

/** Besides those of runs. */
const OTHER_EVENTS = ['eval.completed', 'webhook.disabled'] as const
export const WEBHOOK_EVENTS = [
  ...(Object.keys(RUN_EVENTS) as (keyof typeof RUN_EVENTS)[]),
  ...OTHER_EVENTS,
  '*',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

const url = Text({
  minLength: 1,
  maxLength: 2_048,
  description: 'Where notifications go: http or https, without credentials in it.',
  examples: ['https://example.com/hooks/heddle'],
})
const events = Type.Array(OneOf(WEBHOOK_EVENTS, 'An event; `*` means all.'), {
  minItems: 1,
  uniqueItems: true,
  description: 'What to be told of.',
})
const secret = Text({
  minLength: 1,
  maxLength: 512,
  description:
    'Signs the notifications. `whsec_…` is base64; anything else is used as it is. None: one is made, and shown this once.',
})
const description = Nullable(Text({ maxLength: 1_000, description: 'What it is for.' }))
const enabled = Type.Boolean({ description: 'Whether it is told anything.' })

export const WebhookCreate = Type.Object(
  {
    url,
    events,
    secret: Type.Optional(secret),
    description: Type.Optional(description),
    enabled: Type.Optional(enabled),
    metadata: Type.Optional(Metadata),
  },
  {
    title: 'WebhookCreate',
    examples: [
      {
        url: 'https://example.com/hooks/heddle',
        events: ['run.completed', 'run.failed'],
        secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
      },
    ],
  },
)
export type WebhookCreate = Static<typeof WebhookCreate>

export const WebhookUpdate = Type.Object(
  {
    url: Type.Optional(url),
    events: Type.Optional(events),
    description: Type.Optional(description),
    enabled: Type.Optional(enabled),
    metadata: Type.Optional(Metadata),
  },
  {
    title: 'WebhookUpdate',
    description: 'What to change. `metadata` is merged, the rest replaced. Enabling it forgets its failures.',
    examples: [{ enabled: false }],
  },
)
export type WebhookUpdate = Static<typeof WebhookUpdate>

export const WEBHOOK_KINDS = ['registered', 'run'] as const

const webhookFields = {
  id: Uuid,
  webhook_id: Uuid,
  kind: OneOf(WEBHOOK_KINDS, 'registered here, or a host that runs named in their `webhook`.'),
  url,
  events: Type.Array(Type.String(), { description: 'What it is told of.' }),
  description,
  enabled,
  disabled_reason: Nullable(Type.String({ description: 'Why the service disabled it.' })),
  failing_since: Nullable(Timestamp),
  paused_until: Nullable(Timestamp),
  metadata: Metadata,
  created_at: Timestamp,
  updated_at: Timestamp,
}
const example = {
  id: '0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11',
  webhook_id: '0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11',
  kind: 'registered',
  url: 'https://example.com/hooks/heddle',
  events: ['run.completed', 'run.failed'],
  description: null,
  enabled: true,
  disabled_reason: null,
  failing_since: null,
  paused_until: null,
  metadata: {},
  created_at: '2026-01-31T09:30:00.000Z',
  updated_at: '2026-01-31T09:30:00.000Z',
}

export const Webhook = Type.Object(webhookFields, {
  title: 'Webhook',
  description: 'A receiver of notifications. Its secret is never shown again.',
  examples: [example],
})
export type Webhook = Static<typeof Webhook>

export const WebhookDetail = Type.Object(
  {
    ...webhookFields,
    waiting: Type.Integer({
      description: 'Events that it was not tried to be told yet; counted up to 1,000.',
    }),
  },
  { title: 'WebhookDetail', examples: [{ ...example, waiting: 0 }] },
)
export type WebhookDetail = Static<typeof WebhookDetail>

export const WebhookWithSecret = Type.Object(
  {
    ...webhookFields,
    secret: Type.Optional(Type.String({ description: 'Only if it was made here, and only this once.' })),
    warnings: Type.Array(Type.String(), { description: 'What works but should be looked at.' }),
  },
  { title: 'WebhookWithSecret', examples: [{ ...example, warnings: [] }] },
)
export type WebhookWithSecret = Static<typeof WebhookWithSecret>

export const WebhookPage = Page(Webhook, 'WebhookPage')
export const WebhookQuery = Type.Object({
  ...pageQuery,
  kind: Type.Optional(OneOf(WEBHOOK_KINDS, 'Which ones; registered unless given.')),
})

export const SecretRotation = Type.Object(
  {
    secret: Type.Optional(secret),
    overlap_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 2_592_000,
        default: 86_400,
        description: 'How long the old secret signs too.',
      }),
    ),
  },
  { title: 'SecretRotation', examples: [{ overlap_seconds: 3_600 }] },
)
export type SecretRotation = Static<typeof SecretRotation>

export const WebhookDeleted = Type.Object(
  { deleted: Type.Literal(true), webhook_id: Uuid },
  { title: 'WebhookDeleted' },
)

const deliveryFields = {
  id: Uuid,
  delivery_id: Type.String({
    format: 'uuid',
    description: 'The `webhook-id` header, the same for every attempt.',
  }),
  webhook_id: Uuid,
  event_type: Type.String(),
  run_id: Nullable(Uuid),
  status: OneOf(DELIVERY_STATUSES, 'pending: not yet, or to be tried again.'),
  attempts: Type.Integer(),
  next_attempt_at: Nullable(Timestamp),
  last_status: Nullable(Type.Integer({ description: 'The status of the last answer.' })),
  last_error: Nullable(Type.String()),
  created_at: Timestamp,
  delivered_at: Nullable(Timestamp),
}
export const Delivery = Type.Object(deliveryFields, {
  title: 'WebhookDelivery',
  description: 'One notification for one webhook.',
})
export type Delivery = Static<typeof Delivery>

export const Attempt = Type.Object(
  {
    attempt: Type.Integer(),
    attempted_at: Timestamp,
    latency_ms: Type.Integer(),
    status_code: Nullable(Type.Integer()),
    error: Nullable(Type.String({ description: 'Why it failed; of a refused target: why it is refused.' })),
    response: Nullable(Type.String({ description: 'The beginning of the answer.' })),
  },
  { title: 'WebhookAttempt' },
)
export type Attempt = Static<typeof Attempt>

export const DeliveryDetail = Type.Object(
  { ...deliveryFields, payload: Type.Unknown(), attempt_log: Type.Array(Attempt) },
  { title: 'WebhookDeliveryDetail' },
)
export type DeliveryDetail = Static<typeof DeliveryDetail>

export const DeliveryPage = Page(Delivery, 'WebhookDeliveryPage')
export const DeliveryQuery = Type.Object({
  ...pageQuery,
  status: Type.Optional(OneOf(DELIVERY_STATUSES, 'Only those in this state.')),
})

export const RedeliverRange = Type.Object(
  {
    since: Timestamp,
    until: Type.Optional(Timestamp),
    status: Type.Optional(OneOf(['delivered', 'failed'], 'Only these; failed unless given.')),
  },
  { title: 'RedeliverRange', examples: [{ since: '2026-01-31T09:00:00.000Z' }] },
)
export type RedeliverRange = Static<typeof RedeliverRange>

export const Redelivered = Type.Object(
  { redelivered: Type.Integer({ description: 'How many are on their way again.' }) },
  { title: 'Redelivered', examples: [{ redelivered: 12 }] },
)
