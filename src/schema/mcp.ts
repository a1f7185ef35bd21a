/** Requests and responses of the MCP server. */
import { Type } from 'typebox'
import { JsonObject, Uuid } from './common.js'
import { EventStream, StreamEvent } from './event-stream.js'
import { RpcErrorBody, RpcNotification, RpcRequest, RpcResult } from './json-rpc.js'

export const McpRequest = Type.Union(
  [
    RpcRequest(
      'initialize',
      Type.Object(
        {
          protocolVersion: Type.Optional(
            Type.String({ description: 'The newest version that the client supports.' }),
          ),
          capabilities: Type.Optional(JsonObject),
          clientInfo: Type.Optional(JsonObject),
        },
        { additionalProperties: true },
      ),
      'Negotiates the version of the protocol.',
    ),
    RpcRequest('ping', Type.Optional(JsonObject), 'Checks whether the server responds.'),
    RpcRequest('tools/list', Type.Optional(JsonObject), 'Lists the assistants as tools.'),
    RpcRequest(
      'tools/call',
      Type.Object(
        {
          name: Type.String({ description: 'The name of a tool of `tools/list`.' }),
          arguments: Type.Optional(
            Type.Record(Type.String(), Type.Unknown(), {
              description: 'The input, as `inputSchema` describes it.',
            }),
          ),
        },
        { additionalProperties: true },
      ),
      'Runs an assistant. Requires the scope `write`.',
    ),
    RpcNotification(
      '^notifications/',
      'A notification. It has no effect, because the server has no sessions.',
    ),
  ],
  {
    title: 'McpRequest',
    description: 'A JSON-RPC request or notification of MCP.',
    examples: [
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'agent', arguments: { message: 'Hello' } },
      },
    ],
  },
)

const Initialized = Type.Object(
  {
    protocolVersion: Type.String(),
    capabilities: Type.Object({ tools: Type.Object({ listChanged: Type.Boolean() }) }),
    serverInfo: Type.Object({ name: Type.String(), version: Type.String() }),
  },
  { description: 'The result of `initialize`.' },
)

const Tools = Type.Object(
  {
    tools: Type.Array(
      Type.Object({
        name: Type.String({ pattern: '^[\\w-]{1,64}$' }),
        title: Type.String({ description: 'The name of the assistant.' }),
        description: Type.String(),
        inputSchema: Type.Record(Type.String(), Type.Unknown(), {
          description: 'The JSON Schema of the input: `message`, or the input of the graph.',
        }),
      }),
    ),
  },
  { description: 'The result of `tools/list`.' },
)

const ToolResult = Type.Object(
  {
    content: Type.Array(Type.Object({ type: Type.Literal('text'), text: Type.String() })),
    isError: Type.Optional(
      Type.Boolean({ description: 'True if the run failed, was cancelled or waits for a person.' }),
    ),
    _meta: Type.Optional(Type.Object({ 'heddle/run_id': Uuid, 'heddle/thread_id': Uuid })),
  },
  { description: 'The result of `tools/call`.' },
)

export const McpResponse = Type.Union(
  [
    RpcResult(Type.Union([Initialized, Tools, ToolResult, Type.Object({}, { additionalProperties: false })])),
    RpcErrorBody,
  ],
  {
    title: 'McpResponse',
    description:
      'The response to every request except `tools/call`, and to a `tools/call` whose arguments are invalid.',
    examples: [
      {
        jsonrpc: '2.0',
        id: 1,
        result: {
          tools: [
            { name: 'agent', title: 'agent', description: 'A chat agent.', inputSchema: { type: 'object' } },
          ],
        },
      },
    ],
  },
)

export const McpStream = EventStream({
  description:
    'The response to `tools/call`: comment lines while the run is executed, then one event `message` with a JSON-RPC response as ' +
    '`data`. If the client disconnects, the run is cancelled.',
  event: StreamEvent(
    { event: Type.Literal('message'), data: Type.Union([RpcResult(ToolResult), RpcErrorBody]) },
    'The result of the call.',
  ),
  example:
    'event: message\ndata: {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"Hi!"}]}}\n\n',
})
