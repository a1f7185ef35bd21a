import { STATUS_CODES } from 'node:http'
import { SseError } from '@modelcontextprotocol/sdk/client/sse.js'
import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js'
import { describeFetchError, findErrorCode } from '../../platform/net/fetch-error.js'

/** Why a request to an MCP server failed, without anything that the request held. */
export const describeMcpError = (error: unknown): string => {
  const status = getStatus(error)
  if (status !== undefined) return `HTTP ${[String(status), STATUS_CODES[status]].filter(Boolean).join(' ')}`
  if (error instanceof McpError) {
    if (error.code === (ErrorCode.RequestTimeout as number)) return 'no answer in time'
    return error.message.replace(/^(MCP error -?\d+: )+/, '')
  }
  if (error instanceof StreamableHTTPError || error instanceof SyntaxError || isSchemaError(error)) {
    return 'the answer is not MCP'
  }
  return describeFetchError(error)
}

/** The connection is of no more use. An error that the server itself gave as its answer leaves it whole. */
export const isConnectionBroken = (error: unknown): boolean =>
  error instanceof McpError ? error.code === (ErrorCode.ConnectionClosed as number) : true

/** The server has not begun with the request, so that it may be sent again: its session is gone, or nobody is there. */
export const wasNotProcessed = (error: unknown): boolean => {
  const status = getStatus(error)
  if (status !== undefined) return status === 400 || status === 404
  return (
    findErrorCode(error) === 'ECONNREFUSED' || (error instanceof Error && error.message === 'Not connected')
  )
}

/** How servers of the time before Streamable HTTP answer to it. */
export const isLegacyServer = (error: unknown): boolean => [400, 404, 405].includes(getStatus(error) ?? 0)

const getStatus = (error: unknown): number | undefined => {
  if (error instanceof StreamableHTTPError || error instanceof SseError) {
    return error.code !== undefined && error.code > 0 ? error.code : undefined
  }
  // The older transport has the status in its text only.
  const match =
    error instanceof Error ? /^Error POSTing to endpoint \(HTTP (\d{3})\)/.exec(error.message) : null
  return match === null ? undefined : Number(match[1])
}

const isSchemaError = (error: unknown): boolean => error instanceof Error && 'issues' in error
