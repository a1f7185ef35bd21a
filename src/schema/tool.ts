/** Tool definitions in `config.tools` of an assistant. */
import { Type, type Static } from 'typebox'
import { Nullable, OneOf } from './common.js'

export const TOOL_NAME = '^[a-zA-Z0-9_-]{1,64}$'
export const MAX_TOOLS = 128
export const MAX_TOOL_TIMEOUT_MS = 120_000
export const BUILTIN_TOOLS = ['calculator', 'clock', 'text_stats', 'uuid'] as const
export type BuiltinName = (typeof BUILTIN_TOOLS)[number]

const name = Type.String({
  pattern: TOOL_NAME,
  description:
    'The name of the tool: letters, digits, _ and -, at most 64 characters. Unique within the list.',
})
const description = Type.String({ maxLength: 10_000, description: 'Tells the model when and how to use it.' })
const parameters = Type.Record(Type.String(), Type.Unknown(), {
  description:
    'A JSON Schema (2020-12) of type object for the arguments. At most 64 kB and 32 levels; `$ref` only within the schema.',
})
const headers = Type.Record(Type.String(), Type.String({ maxLength: 8192 }), {
  maxProperties: 50,
  description: 'Request headers. Their values never appear in results or errors.',
})
const timeout_ms = Type.Integer({
  minimum: 1,
  maximum: MAX_TOOL_TIMEOUT_MS,
  default: 30_000,
  description: 'The time limit of one call.',
})
const scalar = Type.Union([Type.String(), Type.Number(), Type.Boolean()])

const functionFields = {
  name,
  description: Type.Optional(Nullable(description)),
  parameters: Type.Optional(Nullable(parameters)),
  strict: Type.Optional(
    Nullable(Type.Boolean({ description: 'If true, the model must follow the schema exactly.' })),
  ),
}

export const FunctionTool = Type.Object(
  { type: Type.Literal('function'), function: Type.Object(functionFields) },
  {
    title: 'FunctionTool',
    description: 'A function that the client executes: the run waits in `requires_action` for its output.',
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
    method: Type.Optional(OneOf(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], 'The HTTP method. Default: GET.')),
    url: Type.String({
      maxLength: 4096,
      description: 'An http or https URL. Placeholders are allowed in the path and in the query.',
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
          'The body; not allowed with GET. A value that consists of one placeholder keeps the type of the argument.',
      }),
    ),
    body_format: Type.Optional(
      OneOf(['json', 'form'], 'The format of the body: JSON (default) or form fields.'),
    ),
    timeout_ms: Type.Optional(timeout_ms),
  },
  {
    title: 'HttpTool',
    additionalProperties: false,
    description:
      'An HTTP request that the server sends. `{name}` in url, headers, query and body is replaced by the argument of ' +
      'that name, encoded for its position (`{ name }`, with spaces, is plain text). Arguments without a placeholder are ' +
      'added to the query (GET, DELETE) or to the body (other methods), but never replace values of the definition. ' +
      'Entries with a placeholder for a missing argument are omitted. Without `parameters`, every placeholder is a ' +
      'required string parameter.',
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
    url: Type.String({ maxLength: 4096, description: 'The http or https URL of the server.' }),
    headers: Type.Optional(headers),
    allowed_tools: Type.Optional(
      Type.Array(Type.String(), {
        description: 'The names on the server of the tools to offer. Default: all tools.',
      }),
    ),
    prefix: Type.Optional(
      Type.String({
        pattern: '^[a-zA-Z0-9_-]{1,32}$',
        description:
          'A prefix for the name of each tool, so that tools of two servers can have the same name.',
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
  { type: Type.Literal('builtin'), name: OneOf(BUILTIN_TOOLS, 'The name of the built-in tool.') },
  {
    title: 'BuiltinTool',
    additionalProperties: false,
    description: 'A built-in tool. The name as a string has the same meaning.',
  },
)
export type BuiltinTool = Static<typeof BuiltinTool>

export const ToolDefinition = Type.Union(
  [
    OneOf(BUILTIN_TOOLS, 'The name of a built-in tool.'),
    BuiltinTool,
    FunctionTool,
    FlatFunctionTool,
    HttpTool,
    McpTool,
  ],
  { title: 'ToolDefinition', description: 'A tool that the model may call.' },
)
export type ToolDefinition = Static<typeof ToolDefinition>
