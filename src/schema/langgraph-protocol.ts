/** Commands and parameters of the agent streaming protocol. */
import { Type, type Static } from 'typebox'
import { JsonObject, Metadata, Nullable, OneOf, Text, Uuid } from './common.js'
import { EventStream, StreamEvent } from './event-stream.js'
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
    method: Type.String({
      minLength: 1,
      maxLength: 256,
      description:
        '`run.start`, `input.respond`, `state.fork`, `state.get`, `state.listCheckpoints`, `agent.getTree`. Only over a WebSocket: ' +
        '`subscription.subscribe`, `subscription.unsubscribe`, `subscription.reconnect`.',
    }),
    params: Type.Optional(JsonObject),
  },
  {
    title: 'ProtocolCommand',
    description: 'A command of the agent streaming protocol. `id` is returned with the response.',
    examples: [
      {
        id: 1,
        method: 'run.start',
        params: { assistant_id: 'agent', input: { messages: [{ role: 'user', content: 'Hello' }] } },
      },
    ],
  },
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
  {
    title: 'EventsRequest',
    additionalProperties: false,
    description:
      'Which events of a thread to send. Channels: `values`, `updates`, `messages`, `tools`, `lifecycle`, `input`, `checkpoints`, ' +
      '`tasks`, `custom` and `custom:<name>`. `since` is the `seq` of the last event that the client has.',
    examples: [{ channels: ['messages', 'lifecycle'] }],
  },
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

const ResponseMeta = Type.Optional(
  Type.Object({
    thread_id: Uuid,
    applied_through_seq: Type.Optional(
      Type.Integer({
        description: 'The sequence number of the last event that the response takes into account.',
      }),
    ),
  }),
)

export const ProtocolResponse = Type.Union(
  [
    Type.Object({
      type: Type.Literal('success'),
      id: Type.Integer(),
      result: Type.Record(Type.String(), Type.Unknown(), {
        description:
          '`run.start`: `run_id`. `state.fork`: `run_id` and `thread_id`. `state.get`: `values` and `checkpoint`. ' +
          '`state.listCheckpoints`: `checkpoints`. `agent.getTree`: `tree`. `subscription.subscribe`: `subscription_id`.',
      }),
      meta: ResponseMeta,
    }),
    Type.Object({
      type: Type.Literal('error'),
      id: Nullable(Type.Integer()),
      error: OneOf(PROTOCOL_ERRORS, 'The error code of the protocol.'),
      message: Type.String(),
      meta: ResponseMeta,
    }),
  ],
  {
    title: 'ProtocolResponse',
    description: 'The response to a command. A command that fails has the HTTP status 200 too.',
    examples: [{ type: 'success', id: 1, result: { run_id: '0198c9a2-a5c4-7d90-9e21-7b8c1d2e3f40' } }],
  },
)

const ProtocolEventSchema = Type.Object(
  {
    type: Type.Literal('event'),
    event_id: Type.String(),
    seq: Type.Integer({
      description: 'Increases within the thread; the value of `since` to continue after the event.',
    }),
    method: Type.String({
      description:
        '`values`, `updates`, `messages`, `tools`, `lifecycle`, `input.requested`, `checkpoints`, `tasks` or `custom`.',
    }),
    params: Type.Object({
      namespace: Type.Array(Type.String(), {
        description: 'The nested graph of the event; empty for the graph itself.',
      }),
      timestamp: Type.Integer({ description: 'Milliseconds since the Unix epoch.' }),
      node: Type.Optional(Type.String()),
      data: Type.Unknown({ description: 'The content of the event, which depends on `method`.' }),
    }),
  },
  { title: 'ProtocolEvent', description: 'An event of the agent streaming protocol.' },
)

export const ProtocolEventStream = EventStream({
  description:
    'Each event has its sequence number as `id`, its method as `event` and a `ProtocolEvent` as `data`. The stream starts with the ' +
    'unfinished runs of the thread, or with the last run if all have ended, and stays open across runs until the client closes it.',
  event: StreamEvent(
    { id: Type.String(), event: Type.String(), data: ProtocolEventSchema },
    'An event of the protocol.',
  ),
  example:
    'id: 8589936640\nevent: lifecycle\ndata: {"type":"event","event_id":"8589936640","seq":8589936640,"method":"lifecycle",' +
    '"params":{"namespace":[],"timestamp":1769851800000,"data":{"event":"running","graph_name":"agent"}}}\n\n',
})
