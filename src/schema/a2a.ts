/** Agent cards, requests and tasks of the A2A protocol. */
import { Type } from 'typebox'
import { JsonObject, OneOf, Timestamp, Uuid } from './common.js'
import { EventStream, StreamEvent } from './event-stream.js'
import { RpcErrorBody, RpcRequest, RpcResult } from './json-rpc.js'

const TextPart = Type.Object({ kind: Type.Literal('text'), text: Type.String() })
const DataPart = Type.Object({ kind: Type.Literal('data'), data: JsonObject })
const parts = Type.Array(Type.Union([TextPart, DataPart]))

const historyLength = Type.Optional(
  Type.Integer({ minimum: 0, description: '0 omits the message of the user from the task.' }),
)

const SendParams = Type.Object(
  {
    message: Type.Object(
      {
        role: Type.Literal('user'),
        parts: Type.Array(Type.Union([TextPart, DataPart]), {
          minItems: 1,
          description:
            'Texts are joined, and data parts are merged, to the input of the run. Files are not supported.',
        }),
        messageId: Type.Optional(Type.String({ description: 'Returned with the history of the task.' })),
        contextId: Type.Optional(
          Type.String({ format: 'uuid', description: 'The id of a thread; a new thread by default.' }),
        ),
        taskId: Type.Optional(
          Type.String({
            format: 'uuid',
            description: 'A task in the state `input-required`, which the message resumes.',
          }),
        ),
      },
      { additionalProperties: true },
    ),
    configuration: Type.Optional(
      Type.Object(
        {
          blocking: Type.Optional(
            Type.Boolean({ default: true, description: 'False: the response is sent at once.' }),
          ),
          historyLength,
        },
        { additionalProperties: true },
      ),
    ),
  },
  { additionalProperties: true },
)

const TaskParams = Type.Object({ id: Uuid, historyLength }, { additionalProperties: true })

export const A2aRequest = Type.Union(
  [
    RpcRequest(
      'message/send',
      SendParams,
      'Starts or resumes a task and waits for it. Requires the scope `write`.',
    ),
    RpcRequest(
      'message/stream',
      SendParams,
      'Starts or resumes a task and streams it. Requires the scope `write`.',
    ),
    RpcRequest('tasks/get', TaskParams, 'Reads a task.'),
    RpcRequest('tasks/cancel', TaskParams, 'Cancels a task. Requires the scope `write`.'),
    RpcRequest('tasks/resubscribe', TaskParams, 'Streams a task from its beginning.'),
  ],
  {
    title: 'A2aRequest',
    description: 'A JSON-RPC request of A2A 0.3.',
    examples: [
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'message/send',
        params: { message: { role: 'user', messageId: 'm1', parts: [{ kind: 'text', text: 'Hello' }] } },
      },
    ],
  },
)

const Message = Type.Object({
  kind: Type.Literal('message'),
  role: OneOf(['user', 'agent'], 'The author of the message.'),
  messageId: Type.String(),
  parts,
  taskId: Uuid,
  contextId: Uuid,
})

const Status = Type.Object({
  state: OneOf(
    ['submitted', 'working', 'input-required', 'completed', 'failed', 'canceled'],
    'The status of the run.',
  ),
  timestamp: Timestamp,
  message: Type.Optional(Message),
})

const Artifact = Type.Object(
  { artifactId: Type.String(), name: Type.String(), parts },
  { description: 'The output of the run: a text, or the final values of the graph.' },
)

export const A2aTask = Type.Object(
  {
    kind: Type.Literal('task'),
    id: Type.String({ format: 'uuid', description: 'The id of the run.' }),
    contextId: Type.String({ format: 'uuid', description: 'The id of the thread.' }),
    status: Status,
    artifacts: Type.Optional(Type.Array(Artifact)),
    history: Type.Optional(Type.Array(Message)),
  },
  { title: 'A2aTask', description: 'A run as a task of A2A.' },
)

const TASK_EXAMPLE = {
  kind: 'task',
  id: '0198c9a2-a5c4-7d90-9e21-7b8c1d2e3f40',
  contextId: '0198c9a2-8d10-7a52-b1f4-6f0d3c9e7a20',
  status: { state: 'completed', timestamp: '2026-01-31T09:30:00.000Z' },
}

export const A2aResponse = Type.Union([RpcResult(A2aTask), RpcErrorBody], {
  title: 'A2aResponse',
  description: 'The response to `message/send`, `tasks/get` and `tasks/cancel`.',
  examples: [{ jsonrpc: '2.0', id: 1, result: TASK_EXAMPLE }],
})

const StatusUpdate = Type.Object({
  kind: Type.Literal('status-update'),
  taskId: Uuid,
  contextId: Uuid,
  status: Status,
  final: Type.Boolean({ description: 'True in the last event of the stream.' }),
})

const ArtifactUpdate = Type.Object({
  kind: Type.Literal('artifact-update'),
  taskId: Uuid,
  contextId: Uuid,
  artifact: Artifact,
  append: Type.Boolean({ description: 'True if the text continues the artifact.' }),
  lastChunk: Type.Boolean(),
})

export const A2aStream = EventStream({
  description:
    'The response to `message/stream` and `tasks/resubscribe`. `data` of each event is a JSON-RPC response whose result is the task, ' +
    'then status updates and chunks of the output. The stream is closed after the update with `final: true`.',
  event: StreamEvent(
    { data: Type.Union([RpcResult(Type.Union([A2aTask, StatusUpdate, ArtifactUpdate])), RpcErrorBody]) },
    'The task, a status update, a chunk of the output, or an error.',
  ),
  example: `data: ${JSON.stringify({ jsonrpc: '2.0', id: 1, result: TASK_EXAMPLE })}\n\n`,
})

const mediaTypes = Type.Array(Type.String())

export const A2aAgentCard = Type.Object(
  {
    protocolVersion: Type.String(),
    name: Type.String({ description: 'The name of the assistant.' }),
    description: Type.String(),
    url: Type.String({ description: 'The URL to which requests are sent.' }),
    preferredTransport: Type.Literal('JSONRPC'),
    version: Type.String({ description: 'The version of the assistant.' }),
    capabilities: Type.Object({
      streaming: Type.Boolean(),
      pushNotifications: Type.Boolean(),
      stateTransitionHistory: Type.Boolean(),
    }),
    defaultInputModes: mediaTypes,
    defaultOutputModes: mediaTypes,
    skills: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        description: Type.String(),
        tags: Type.Array(Type.String()),
      }),
    ),
    securitySchemes: Type.Optional(JsonObject),
    security: Type.Optional(Type.Array(JsonObject)),
  },
  {
    title: 'A2aAgentCard',
    description: 'Describes an assistant to other agents.',
    examples: [
      {
        protocolVersion: '0.3.0',
        name: 'Support agent',
        description: 'The assistant Support agent.',
        url: 'http://localhost:8123/a2a/0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11',
        preferredTransport: 'JSONRPC',
        version: '1',
        capabilities: { streaming: true, pushNotifications: false, stateTransitionHistory: false },
        defaultInputModes: ['text/plain', 'application/json'],
        defaultOutputModes: ['text/plain', 'application/json'],
        skills: [],
      },
    ],
  },
)
