/** Commands and parameters of the agent streaming protocol. */
import { Type, type Static } from 'typebox'
import { JsonObject, Metadata, Nullable, OneOf, Text, Uuid } from './common.js'
import { MULTITASK_STRATEGIES } from './run.js'

export const PROTOCOL_ERRORS = [
  'invalid_argument',
  'unknown_command',
  'unknown_error',
  'no_such_run',
  'no_such_subscription',
  'no_such_namespace',
  'no_such_interrupt',
  'no_such_checkpoint',
  'permission_denied',
  'not_supported',
] as const
export type ProtocolErrorCode = (typeof PROTOCOL_ERRORS)[number]

export const ProtocolCommand = Type.Object(
  {
    id: Type.Integer({ minimum: 0 }),
    method: Type.String({ minLength: 1, maxLength: 256 }),
    params: Type.Optional(JsonObject),
  },
  { title: 'ProtocolCommand' },
)
export type ProtocolCommand = Static<typeof ProtocolCommand>

const Namespace = Type.Array(Type.String({ maxLength: 1_000 }), { maxItems: 100 })

export const EventsRequest = Type.Object(
  {
    channels: Type.Array(Type.String({ maxLength: 256 }), { minItems: 1, maxItems: 100 }),
    namespaces: Type.Optional(Type.Array(Namespace, { maxItems: 1_000 })),
    depth: Type.Optional(Type.Integer({ minimum: 0 })),
    since: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  { title: 'EventsRequest', additionalProperties: false },
)
export type EventsRequest = Static<typeof EventsRequest>

const OptionalConfig = Type.Optional(Nullable(JsonObject))
const OptionalMetadata = Type.Optional(Nullable(Metadata))

export const RunStartParams = Type.Object({
  assistant_id: Text({ minLength: 1, maxLength: 256, description: 'The id of an assistant or of a graph.' }),
  input: Type.Optional(Type.Unknown()),
  config: OptionalConfig,
  metadata: OptionalMetadata,
  multitaskStrategy: Type.Optional(
    Nullable(OneOf(MULTITASK_STRATEGIES, 'What to do if the thread is busy.')),
  ),
})

const InterruptId = Type.String({ minLength: 1, maxLength: 1_000 })

/** One response, or several responses to interrupts that are open at the same time. */
export const RespondParams = Type.Object({
  interrupt_id: Type.Optional(InterruptId),
  response: Type.Optional(Type.Unknown()),
  responses: Type.Optional(
    Type.Array(Type.Object({ interrupt_id: InterruptId, response: Type.Optional(Type.Unknown()) }), {
      minItems: 1,
      maxItems: 1_000,
    }),
  ),
  update: Type.Optional(Nullable(Type.Unsafe<JsonObject | unknown[]>({ type: ['object', 'array'] }))),
  goto: Type.Optional(Nullable(Type.Unsafe({ type: ['string', 'object', 'array'] }))),
  config: OptionalConfig,
  metadata: OptionalMetadata,
})

export const StateGetParams = Type.Object({
  namespace: Type.Optional(Namespace),
  keys: Type.Optional(Type.Array(Type.String())),
})

export const ListCheckpointsParams = Type.Object({
  namespace: Type.Optional(Namespace),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
  before: Type.Optional(Type.String()),
})

export const ForkParams = Type.Object({
  checkpoint_id: Type.String({ minLength: 1, maxLength: 256 }),
  input: Type.Optional(Type.Unknown()),
  config: OptionalConfig,
  metadata: OptionalMetadata,
})

export const GetTreeParams = Type.Object({ run_id: Type.Optional(Uuid) })

export const SubscribeParams = Type.Object({
  channels: EventsRequest.properties.channels,
  namespaces: EventsRequest.properties.namespaces,
  depth: EventsRequest.properties.depth,
  since: EventsRequest.properties.since,
})

export const UnsubscribeParams = Type.Object({ subscription_id: Type.String({ minLength: 1 }) })

export const ReconnectParams = Type.Object({
  run_id: Type.Optional(Uuid),
  last_event_id: Type.Optional(Type.String({ pattern: '^[0-9]{1,16}$' })),
  subscriptions: Type.Optional(Type.Array(Type.String({ minLength: 1 }), { maxItems: 100 })),
})
