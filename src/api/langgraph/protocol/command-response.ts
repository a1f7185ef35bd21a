/** Responses to commands of the agent streaming protocol. An error is also a response with the ID of its command. */
import { AppError, type ErrorCode } from '../../../errors.js'
import type { JsonObject } from '../../../schema/common.js'
import type { ProtocolErrorCode } from '../../../schema/langgraph-protocol.js'

export interface ResponseMeta {
  thread_id: string
  applied_through_seq?: number
}

export type CommandResponse =
  | { type: 'success'; id: number; result: JsonObject; meta?: ResponseMeta }
  | { type: 'error'; id: number | null; error: ProtocolErrorCode; message: string; meta?: ResponseMeta }

/** An error with a code of the protocol. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  constructor(
    readonly code: ProtocolErrorCode,
    message: string,
  ) {
    super(message)
  }
}

/** Errors that the client did not cause. The transport reports them, for example as an HTTP status. */
const SERVER_ERRORS: ReadonlySet<ErrorCode> = new Set([
  'internal_error',
  'service_unavailable',
  'storage_full',
  'overloaded',
  'rate_limit_exceeded',
  'queue_limit_exceeded',
])
const PERMISSION_ERRORS: ReadonlySet<ErrorCode> = new Set(['unauthorized', 'forbidden'])

/** Returns undefined if the error was not caused by the client. */
export const toCommandError = (error: unknown): CommandError | undefined => {
  if (error instanceof CommandError) return error
  if (!(error instanceof AppError) || SERVER_ERRORS.has(error.code)) return undefined
  return new CommandError(
    PERMISSION_ERRORS.has(error.code) ? 'permission_denied' : 'invalid_argument',
    error.message,
  )
}

export const toErrorResponse = (
  id: number | null,
  { code, message }: CommandError,
  meta?: ResponseMeta,
): CommandResponse => ({
  type: 'error',
  id,
  error: code,
  message,
  ...(meta !== undefined && { meta }),
})
