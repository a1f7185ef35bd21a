/** JSON-RPC 2.0 messages, which MCP and A2A exchange. */
import { Type, type TSchema } from 'typebox'
import { Nullable } from './common.js'

const version = Type.Literal('2.0')
const requestId = Type.Union([Type.String(), Type.Number()], {
  description: 'Chosen by the client; the response has the same id.',
})
const responseId = Nullable(Type.Union([Type.String(), Type.Number()]))

export const RpcRequest = (method: string, params: TSchema, description: string) =>
  Type.Object({ jsonrpc: version, id: requestId, method: Type.Literal(method), params }, { description })

export const RpcNotification = (methodPattern: string, description: string) =>
  Type.Object(
    {
      jsonrpc: version,
      method: Type.String({ pattern: methodPattern }),
      params: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    },
    { description },
  )

export const RpcResult = (result: TSchema) =>
  Type.Object({ jsonrpc: version, id: responseId, result }, { additionalProperties: false })

export const RpcErrorBody = Type.Object(
  {
    jsonrpc: version,
    id: responseId,
    error: Type.Object({
      code: Type.Integer({ description: 'An error code of JSON-RPC or of the protocol.' }),
      message: Type.String({ description: 'A description of the error for people.' }),
      data: Type.Optional(
        Type.Unknown({
          description: '`error` and `details` of the native API, if it has an error code for this.',
        }),
      ),
    }),
  },
  {
    title: 'RpcError',
    additionalProperties: false,
    description: 'A JSON-RPC error. Errors of a single call have the HTTP status 200.',
    examples: [{ jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'name must be a string' } }],
  },
)
