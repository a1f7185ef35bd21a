/** What an assistant's `config.tools` may hold. */
import { Type, type Static } from 'typebox'
import { Nullable, OneOf } from './common.js'

export const TOOL_NAME = '^[a-zA-Z0-9_-]{1,64}$'
export const MAX_TOOLS = 128
export const MAX_TOOL_TIMEOUT_MS = 120_000
export const BUILTIN_TOOLS = ['calculator', 'clock', 'text_stats', 'uuid'] as const
export type BuiltinName = (typeof BUILTIN_TOOLS)[number]

const name = Type.String({
  pattern: TOOL_NAME,
  description: 'What the model calls it: letters, digits, _ and -, at most 64. Unique within the list.',
})
const description = Type.String({ maxLength: 10_000, description: 'Tells the model when and how to use it.' })
const parameters = Type.Record(Type.String(), Type.Unknown(), {
  description:
    'JSON Schema (2020-12) of the arguments: an object. At most 64 kB and 32 levels deep; `$ref` only within it.',
})
const headers = Type.Record(Type.String(), Type.String({ maxLength: 8192 }), {
  maxProperties: 50,
  description: 'Request headers. Their values never show up in results or errors.',
})
const timeout_ms = Type.Integer({
  minimum: 1,
  maximum: MAX_TOOL_TIMEOUT_MS,
  default: 30_000,
  description: 'How long one call may take.',
})
const scalar = Type.Union([Type.String(), Type.Number(), Type.Boolean()])

const functionFields = {
  name,
  description: Type.Optional(Nullable(description)),
  parameters: Type.Optional(Nullable(parameters)),
  strict: Type.Optional(
    Nullable(Type.Boolean({ description: 'Ask the model to keep to the schema exactly.' })),
  ),
}

export const FunctionTool = Type.Object(
  { type: Type.Literal('function'), function: Type.Object(functionFields) },
  {
    title: 'FunctionTool',
    description: 'A function that the client runs: the run waits in `requires_action` for its output.',
  },
)
export type FunctionTool = Static<typeof FunctionTool>

export const FlatFunctionTool = Type.Object(
  { type: Type.Literal('function'), ...functionFields },
  { title: 'FlatFunctionTool', description: 'The same as FunctionTool, without the inner object.' },
)
export type FlatFunctionTool = Static<typeof FlatFunctionTool>

export const HttpTool = Type.Object(
  {
    type: Type.Literal('http'),
    name,
    description: Type.Optional(description),
    parameters: Type.Optional(parameters),
    method: Type.Optional(OneOf(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], 'GET unless given.')),
    url: Type.String({
      maxLength: 4096,
      description: 'http or https. Placeholders may stand in the path and in the query.',
    }),
    headers: Type.Optional(headers),
    query: Type.Optional(
      Type.Record(Type.String(), scalar, {
        maxProperties: 100,
        description: 'Added to the query of the URL.',
      }),
    ),
    body: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description:
          'Not with GET. A value that is nothing but a placeholder keeps the type of the argument.',
      }),
    ),
    body_format: Type.Optional(
      OneOf(['json', 'form'], 'How the body is sent: JSON unless given, or as fields of a form.'),
    ),
    timeout_ms: Type.Optional(timeout_ms),
  },
  {
    title: 'HttpTool',
    additionalProperties: false,
    description:
      'An HTTP request that the server makes. `{name}` in url, headers, query and body stands for the argument of ' +
      'that name, encoded for its place (`{ name }`, with spaces, is plain text). Arguments that no placeholder ' +
      'names go to the query (GET, DELETE) or to the body (others), where they cannot replace what is written ' +
      'there. What names an argument that was not given is left out. Without `parameters`, the placeholders are ' +
      'the parameters, each a required text.',
    examples: [
      {
        type: 'http',
        name: 'get_order',
        description: 'Looks up an order by its number.',
        url: 'https://shop.example.com/orders/{order_id}',
        parameters: {
          type: 'object',
          properties: { order_id: { type: 'string' } },
          required: ['order_id'],
        },
      },
    ],
  },
)
export type HttpTool = Static<typeof HttpTool>

export const McpTool = Type.Object(
  {
    type: Type.Literal('mcp'),
    url: Type.String({ maxLength: 4096, description: 'The endpoint of the server, http or https.' }),
    headers: Type.Optional(headers),
    allowed_tools: Type.Optional(
      Type.Array(Type.String(), {
        description: 'The names, as the server has them, of the tools to offer; all of them unless given.',
      }),
    ),
    prefix: Type.Optional(
      Type.String({
        pattern: '^[a-zA-Z0-9_-]{1,32}$',
        description: 'Put before the name of each tool, so that two servers may have tools of one name.',
        examples: ['github_'],
      }),
    ),
    timeout_ms: Type.Optional(timeout_ms),
  },
  {
    title: 'McpTool',
    additionalProperties: false,
    description: 'All tools of an MCP server, over Streamable HTTP or the older HTTP with SSE.',
    examples: [{ type: 'mcp', url: 'https://mcp.example.com/mcp', allowed_tools: ['search'] }],
  },
)
export type McpTool = Static<typeof McpTool>

export const BuiltinTool = Type.Object(
  { type: Type.Literal('builtin'), name: OneOf(BUILTIN_TOOLS, 'Which one.') },
  {
    title: 'BuiltinTool',
    additionalProperties: false,
    description: 'A tool of the service itself. Its name alone, as a string, means the same.',
  },
)
export type BuiltinTool = Static<typeof BuiltinTool>

export const ToolDefinition = Type.Union(
  [
    OneOf(BUILTIN_TOOLS, 'A built-in tool by its name.'),
    BuiltinTool,
    FunctionTool,
    FlatFunctionTool,
    HttpTool,
    McpTool,
  ],
  { title: 'ToolDefinition', description: 'A tool that the model may call.' },
)
export type ToolDefinition = Static<typeof ToolDefinition>
