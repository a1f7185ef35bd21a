/** The routes of the MCP server as openapi.json describes them. `suffix` keeps the operation ids of its two paths apart. */
import { RpcErrorBody } from '../../schema/json-rpc.js'
import { McpRequest, McpResponse, McpStream } from '../../schema/mcp.js'
import { describeHeaders, describeResponse, NO_BODY } from '../http/describe-response.js'
import { errorResponses } from '../http/route.js'

const tags = ['MCP']

export const toCallSchema = (suffix: string) => ({
  operationId: `mcpCall${suffix}`,
  summary: 'Call the MCP server',
  description:
    'A stateless MCP server over Streamable HTTP, whose tools are the assistants. `tools/call` responds with Server-Sent Events, other ' +
    'requests with JSON, and notifications with a 202. `tools/call` also requires the scope `write`. A call that fails has the HTTP ' +
    'status 200 and a JSON-RPC error as its body.',
  tags,
  body: McpRequest,
  headers: describeHeaders({
    Accept: 'Must contain `application/json` and `text/event-stream`.',
    'MCP-Protocol-Version': 'The version of the protocol that was negotiated by `initialize`.',
  }),
  response: {
    200: describeResponse({ 'application/json': McpResponse, 'text/event-stream': McpStream }),
    202: NO_BODY,
    ...errorResponses({ method: 'POST', body: McpRequest }, RpcErrorBody),
  },
})

export const toStreamSchema = (suffix: string) => ({
  operationId: `mcpOpenStream${suffix}`,
  summary: 'Reject a stream of server requests',
  description:
    'The server sends no requests of its own, so every request is a 405, as the protocol prescribes.',
  tags,
  response: {
    405: describeResponse({ 'application/json': RpcErrorBody }, { Allow: 'The allowed method: `POST`.' }),
    ...errorResponses({ method: 'GET' }, RpcErrorBody),
  },
})
