import { Type, type Static } from 'typebox'
import { Metadata, Nullable, OneOf, Page, pageQuery, Text, Timestamp, Uuid } from './common.js'
import { RUN_EVENTS } from './run-event.js'

/** Events that are not events of a run. */
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
  description: 'The URL that receives events: http or https, without credentials.',
  examples: ['https://example.com/hooks/heddle'],
})
const events = Type.Array(OneOf(WEBHOOK_EVENTS, 'An event; `*` means all.'), {
  minItems: 1,
  uniqueItems: true,
  description: 'The events to deliver.',
})
const secret = Text({
  minLength: 1,
  maxLength: 512,
  description:
    'The key that signs deliveries. `whsec_…` is base64; any other text is used unchanged. Default: a generated secret, ' +
    'shown only in this response.',
})
const description = Nullable(Text({ maxLength: 1_000, description: 'The purpose of the webhook.' }))
const enabled = Type.Boolean({ description: 'True if events are delivered.' })

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
    description:
      'Fields to change. `metadata` is merged, other fields are replaced. Enabling a webhook resets its failures.',
    examples: [{ enabled: false }],
  },
)
export type WebhookUpdate = Static<typeof WebhookUpdate>

export const WEBHOOK_KINDS = ['registered', 'run'] as const

const webhookFields = {
  id: Uuid,
  webhook_id: Uuid,
  kind: OneOf(WEBHOOK_KINDS, '`registered` over HTTP, or `run`: a host that runs set as their `webhook`.'),
  url,
  events: Type.Array(Type.String(), { description: 'The events that are delivered.' }),
  description,
  enabled,
  disabled_reason: Nullable(
    Type.String({ description: 'The reason for which the service disabled the webhook.' }),
  ),
  failing_since: Nullable(Timestamp),
  paused_until: Nullable(Timestamp),
  failures: Type.Integer({
    minimum: 0,
    description: 'Attempts that failed since the last one that succeeded.',
  }),
  old_secret_expires_at: Nullable(
    Type.String({ format: 'date-time', description: 'Until when the secret before the rotation signs too.' }),
  ),
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
  failures: 0,
  old_secret_expires_at: null,
  metadata: {},
  created_at: '2026-01-31T09:30:00.000Z',
  updated_at: '2026-01-31T09:30:00.000Z',
}

export const Webhook = Type.Object(webhookFields, {
  title: 'Webhook',
  description: 'A receiver of events. Its secret is not shown again.',
  examples: [example],
})
export type Webhook = Static<typeof Webhook>

export const WebhookDetail = Type.Object(
  {
    ...webhookFields,
    waiting: Type.Integer({
      description: 'The number of events without a delivery attempt yet; counted up to 1,000.',
    }),
  },
  { title: 'WebhookDetail', examples: [{ ...example, waiting: 0 }] },
)
export type WebhookDetail = Static<typeof WebhookDetail>

export const WebhookWithSecret = Type.Object(
  {
    ...webhookFields,
    secret: Type.Optional(
      Type.String({ description: 'Present only if the service generated it, and only in this response.' }),
    ),
    warnings: Type.Array(Type.String(), { description: 'Settings that work but should be reviewed.' }),
  },
  { title: 'WebhookWithSecret', examples: [{ ...example, warnings: [] }] },
)
export type WebhookWithSecret = Static<typeof WebhookWithSecret>

export const WebhookPage = Page(Webhook, 'WebhookPage')
export const WebhookQuery = Type.Object({
  ...pageQuery,
  kind: Type.Optional(OneOf(WEBHOOK_KINDS, 'Only webhooks of this kind. Default: registered.')),
})

export const SecretRotation = Type.Object(
  {
    secret: Type.Optional(secret),
    overlap_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 2_592_000,
        default: 86_400,
        description: 'How long the old secret keeps signing deliveries.',
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
  status: OneOf(DELIVERY_STATUSES, '`pending`: not attempted yet, or to be retried.'),
  attempts: Type.Integer(),
  next_attempt_at: Nullable(Timestamp),
  last_status: Nullable(Type.Integer({ description: 'The HTTP status of the last response.' })),
  last_error: Nullable(Type.String()),
  created_at: Timestamp,
  delivered_at: Nullable(Timestamp),
}
export const Delivery = Type.Object(deliveryFields, {
  title: 'WebhookDelivery',
  description: 'The delivery of one event to one webhook.',
})
export type Delivery = Static<typeof Delivery>

export const Attempt = Type.Object(
  {
    attempt: Type.Integer(),
    attempted_at: Timestamp,
    latency_ms: Type.Integer(),
    status_code: Nullable(Type.Integer()),
    error: Nullable(
      Type.String({
        description: 'The reason for the failure, for example why the target address was rejected.',
      }),
    ),
    response: Nullable(Type.String({ description: 'The beginning of the response body.' })),
    request_headers: Type.Record(Type.String(), Type.String(), {
      description: 'The headers of the request that identify it. Signatures are not stored.',
    }),
  },
  { title: 'WebhookAttempt' },
)
export type Attempt = Static<typeof Attempt>

export const DeliveryDetail = Type.Object(
  {
    ...deliveryFields,
    url: Type.String({ description: 'Where the event is sent.' }),
    payload: Type.Unknown(),
    attempt_log: Type.Array(Attempt),
  },
  { title: 'WebhookDeliveryDetail' },
)
export type DeliveryDetail = Static<typeof DeliveryDetail>

export const DeliveryPage = Page(Delivery, 'WebhookDeliveryPage')
export const DeliveryQuery = Type.Object({
  ...pageQuery,
  status: Type.Optional(OneOf(DELIVERY_STATUSES, 'Only deliveries with this status.')),
})

export const AllDeliveriesQuery = Type.Object(
  {
    ...pageQuery,
    run_id: Type.Optional(Uuid),
    webhook_id: Type.Optional(Uuid),
    event_type: Type.Optional(
      Text({ minLength: 1, maxLength: 100, description: 'Only deliveries of events of this type.' }),
    ),
    status: Type.Optional(OneOf(DELIVERY_STATUSES, 'Only deliveries with this status.')),
    from: Type.Optional(Timestamp),
    to: Type.Optional(Timestamp),
  },
  { additionalProperties: false },
)
export type AllDeliveriesQuery = Static<typeof AllDeliveriesQuery>

export const RedeliverRange = Type.Object(
  {
    since: Timestamp,
    until: Type.Optional(Timestamp),
    status: Type.Optional(
      OneOf(['delivered', 'failed'], 'Only deliveries with this status. Default: failed.'),
    ),
  },
  { title: 'RedeliverRange', examples: [{ since: '2026-01-31T09:00:00.000Z' }] },
)
export type RedeliverRange = Static<typeof RedeliverRange>

export const Redelivered = Type.Object(
  { redelivered: Type.Integer({ description: 'The number of deliveries that are queued again.' }) },
  { title: 'Redelivered', examples: [{ redelivered: 12 }] },
)

export const WebhookFiguresQuery = Type.Object(
  {
    hours: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 168, default: 24, description: 'How many hours to count.' }),
    ),
  },
  { additionalProperties: false },
)

const count = (description: string) => Type.Integer({ minimum: 0, description })
export const WebhookFigures = Type.Object(
  {
    webhook_id: Uuid,
    delivered: count('Events that were delivered.'),
    failed: count('Events that were given up.'),
    pending: count('Events that wait for an attempt.'),
    first_attempt: count('Events that were delivered by the first attempt.'),
    last_event_at: Nullable(Timestamp),
    last_error: Nullable(
      Type.String({
        description:
          'Why the last attempt failed; null if it succeeded. It begins with `blocked:` if the target is not allowed.',
      }),
    ),
    hours: Type.Array(
      Type.Object({
        from: Timestamp,
        delivered: count('Events of this hour that were delivered.'),
        failed: count('Events of this hour that were given up.'),
        pending: count('Events of this hour that wait for an attempt.'),
      }),
      {
        description: 'The hours with events, oldest first. An event counts in the hour in which it happened.',
      },
    ),
  },
  { title: 'WebhookFigures', description: 'What happened to the events of a webhook.' },
)
export type WebhookFigures = Static<typeof WebhookFigures>

export const WebhookFiguresList = Type.Object(
  {
    data: Type.Array(WebhookFigures, {
      description: 'The webhooks that had events or whose last attempt failed.',
    }),
  },
  {
    title: 'WebhookFiguresList',
    examples: [
      {
        data: [
          {
            webhook_id: example.webhook_id,
            delivered: 12,
            failed: 1,
            pending: 0,
            first_attempt: 11,
            last_event_at: '2026-01-31T09:30:00.000Z',
            last_error: null,
            hours: [{ from: '2026-01-31T09:00:00.000Z', delivered: 12, failed: 1, pending: 0 }],
          },
        ],
      },
    ],
  },
)
export type WebhookFiguresList = Static<typeof WebhookFiguresList>
