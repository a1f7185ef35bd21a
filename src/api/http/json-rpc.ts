/** JSON-RPC 2.0 over HTTP, used by MCP and A2A. */
import type { FastifyInstance } from 'fastify'
import { AppError, CODES, type ErrorCode } from '../../errors.js'
import { isObject, type JsonObject } from '../../schema/common.js'
import { prepareErrorReply, setRetryAfter, toAppError } from './error-handler.js'

export const RPC_CODES = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  /** Any error for which JSON-RPC has no code. */
  serverError: -32000,
} as const

type RpcId = string | number | null

export interface RpcCall {
  /** Undefined for a notification, and for a response, which is ignored because this server sends no requests. */
  id: RpcId | undefined
  method: string
  params: JsonObject
}

export class RpcError extends Error {
  override readonly name = 'RpcError'
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message)
  }
}

const parseCall = (body: unknown): RpcCall => {
  const { jsonrpc, id, method, params, ...rest } = (body ?? {}) as JsonObject
  if (jsonrpc !== '2.0') throw new RpcError(RPC_CODES.invalidRequest, 'jsonrpc must be "2.0"')
  if (id !== undefined && id !== null && typeof id !== 'string' && typeof id !== 'number')
    throw new RpcError(RPC_CODES.invalidRequest, 'id must be a string or a number')
  if (method === undefined && ('result' in rest || 'error' in rest))
    return { id: undefined, method: '', params: {} }
  if (typeof method !== 'string') throw new RpcError(RPC_CODES.invalidRequest, 'method must be a string')
  if (params !== undefined && !isObject(params))
    throw new RpcError(RPC_CODES.invalidParams, 'params must be an object')
  return { id, method, params: params ?? {} }
}

export const toRpcResult = (id: RpcId | undefined, result: unknown): JsonObject => ({
  jsonrpc: '2.0',
  id: id ?? null,
  result,
})

const RPC_CODE_BY_ERROR: Partial<Record<ErrorCode, number>> = {
  invalid_request: RPC_CODES.parseError,
  validation_error: RPC_CODES.invalidParams,
  resource_not_found: RPC_CODES.invalidParams,
  internal_error: RPC_CODES.internalError,
}

export const toRpcError = (id: RpcId | undefined, error: RpcError | AppError): JsonObject => {
  const { message } = error
  const rpcError =
    error instanceof RpcError
      ? { code: error.code, message, ...(error.data !== undefined && { data: error.data }) }
      : {
          code: RPC_CODE_BY_ERROR[error.code] ?? RPC_CODES.serverError,
          message,
          data: { error: error.code, details: error.details ?? {} },
        }
  return { jsonrpc: '2.0', id: id ?? null, error: rpcError }
}

/** Errors of a single call: the HTTP status stays 200. */
const CALL_ERRORS: readonly ErrorCode[] = [
  'validation_error',
  'resource_not_found',
  'resource_conflict',
  'unprocessable_entity',
]

/** Returns errors of the call as a JSON-RPC error; all other errors are thrown and get an HTTP status. */
export const handleCall = async (
  body: unknown,
  execute: (call: RpcCall) => Promise<unknown>,
): Promise<unknown> => {
  const call = parseCall(body)
  try {
    return await execute(call)
  } catch (error) {
    const isCallError =
      error instanceof RpcError || (error instanceof AppError && CALL_ERRORS.includes(error.code))
    if (isCallError) return toRpcError(call.id, error)
    throw error
  }
}

/** Sends HTTP errors with the status of the native API and a JSON-RPC error as the body. */
export const sendErrorsAsRpc = (scope: FastifyInstance): void => {
  scope.setErrorHandler((thrown, request, reply) => {
    const error = thrown instanceof RpcError ? thrown : toAppError(thrown)
    prepareErrorReply(request, reply, error)
    const { details } = error as Partial<AppError>
    setRetryAfter(reply, details?.['retry_after'] as number | undefined)
    return reply
      .code(error instanceof AppError ? CODES[error.code].status : 400)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(toRpcError(readCallId(request.body), error)))
  })
}

const readCallId = (body: unknown): RpcId => {
  const { id } = (body ?? {}) as { id?: unknown }
  return typeof id === 'string' || typeof id === 'number' ? id : null
}
