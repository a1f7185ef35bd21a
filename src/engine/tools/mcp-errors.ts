import { STATUS_CODES } from 'node:http'
import { SseError } from '@modelcontextprotocol/sdk/client/sse.js'
import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js'
import { describeFetchError, findErrorCode } from '../../platform/net/fetch-error.js'

/** Describes why a request to an MCP server failed, without any content of the request. */
export const describeMcpError = (error: unknown): string => {
  const status = getStatus(error)
  if (status !== undefined) return `HTTP ${[String(status), STATUS_CODES[status]].filter(Boolean).join(' ')}`
  if (error instanceof McpError) {
    if (error.code === (ErrorCode.RequestTimeout as number)) return 'no response in time'
    return error.message.replace(/^(MCP error -?\d+: )+/, '')
  }
  if (error instanceof StreamableHTTPError || error instanceof SyntaxError || isSchemaError(error)) {
    return 'the response is not MCP'
  }
  return describeFetchError(error)
}

/** True if the connection cannot be used any more. An error response of the server does not break the connection. */
export const isConnectionBroken = (error: unknown): boolean =>
  error instanceof McpError ? error.code === (ErrorCode.ConnectionClosed as number) : true

/** True if the server has not started the request, so it can be retried: its session expired, or it refused to connect. */
export const wasNotProcessed = (error: unknown): boolean => {
  const status = getStatus(error)
  if (status !== undefined) return status === 400 || status === 404
  return (
    findErrorCode(error) === 'ECONNREFUSED' || (error instanceof Error && error.message === 'Not connected')
  )
}

/** True if the server seems to support only the SSE transport that preceded Streamable HTTP. */
export const isLegacyServer = (error: unknown): boolean => [400, 404, 405].includes(getStatus(error) ?? 0)

const getStatus = (error: unknown): number | undefined => {
  if (error instanceof StreamableHTTPError || error instanceof SseError) {
    return error.code !== undefined && error.code > 0 ? error.code : undefined
  }
  // The SSE transport reports the status only in the message.
  const match =
    error instanceof Error ? /^Error POSTing to endpoint \(HTTP (\d{3})\)/.exec(error.message) : null
  return match === null ? undefined : Number(match[1])
}

const isSchemaError = (error: unknown): boolean => error instanceof Error && 'issues' in error
