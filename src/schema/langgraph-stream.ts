/** The Server-Sent Events of runs and threads in the format of the LangGraph SDKs. */
import { Type } from 'typebox'
import { OneOf, Uuid } from './common.js'
import { EventStream, StreamEvent } from './event-stream.js'

const eventId = Type.String({
  description: 'The position of the event; the value of Last-Event-ID to continue after it.',
})

const StreamMetadata = StreamEvent(
  {
    id: eventId,
    event: Type.Literal('metadata'),
    data: Type.Object({
      run_id: Uuid,
      attempt: Type.Optional(Type.Integer()),
      status: Type.Optional(OneOf(['run_started', 'run_done'], 'Only in the stream of a thread.')),
    }),
  },
  'The run whose events follow.',
)

const StreamError = StreamEvent(
  {
    id: eventId,
    event: Type.Literal('error'),
    data: Type.Object({ error: Type.String(), message: Type.String() }, { additionalProperties: true }),
  },
  'The run failed.',
)

const StreamedOutput = StreamEvent(
  {
    id: eventId,
    event: Type.String({
      pattern: '^(values|updates|messages|tasks|checkpoints|events|debug|custom|tools)([/|].*)?$',
      description:
        'The stream mode. The events of the mode `messages` are `messages/metadata`, `messages/partial` and `messages/complete`. With ' +
        '`stream_subgraphs`, the namespace of a nested graph follows, as in `updates|node:id`.',
    }),
    data: Type.Unknown({ description: 'The chunk, as LangGraph streams it in this mode.' }),
  },
  'A chunk of a stream mode.',
)

export const LangGraphRunStream = EventStream({
  description:
    'The first event is `metadata` with `run_id`. Then the chunks of the stream modes follow, each with the mode as `event` and JSON as ' +
    '`data`. A run that failed ends with `error`. The stream is closed when the run has ended; an interrupt ends it too. A comment line is ' +
    'sent every 15 seconds. A client that was disconnected continues with the header `Last-Event-ID`.',
  event: Type.Union([StreamMetadata, StreamError, StreamedOutput]),
  example:
    'event: metadata\ndata: {"run_id":"0198c9a2-a5c4-7d90-9e21-7b8c1d2e3f40","attempt":1}\nid: 0\n\n' +
    'event: values\ndata: {"messages":[{"type":"human","content":"Hello"}]}\nid: 3\n\n',
})

export const LangGraphThreadStream = EventStream({
  description:
    'The events of the runs of a thread, one run after another, with JSON as `data`. The mode `run_modes` sends `metadata` at the start of each run and the ' +
    'chunks of its stream modes, `lifecycle` sends `metadata` at the start and the end of each run, and `state_update` sends the final ' +
    'values of each run. The stream stays open until the client closes it.',
  event: Type.Union([
    StreamMetadata,
    StreamError,
    StreamedOutput,
    StreamEvent(
      {
        id: eventId,
        event: Type.Literal('state_update'),
        data: Type.Object({ run_id: Uuid, values: Type.Unknown() }),
      },
      'The final values of a run.',
    ),
  ]),
  example:
    'event: metadata\ndata: {"run_id":"0198c9a2-a5c4-7d90-9e21-7b8c1d2e3f40","attempt":1,"status":"run_started"}\nid: 8589936640\n\n',
})
