/** Answers to commands of the protocol: even a refusal is one, under the id of its command. */
import { AppError, type ErrorCode } from '../../../errors.js'
import type { JsonObject } from '../../../schema/common.js'
import type { ProtocolErrorCode } from '../../../schema/langgraph-protocol.js'

export interface Meta {
  thread_id: string
  applied_through_seq?: number
}

export type Answer =
  | { type: 'success'; id: number; result: JsonObject; meta?: Meta }
  | { type: 'error'; id: number | null; error: ProtocolErrorCode; message: string; meta?: Meta }

/** Why a command is not carried out, in the words of the protocol. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  constructor(
    readonly code: ProtocolErrorCode,
    message: string,
  ) {
    super(message)
  }
}

/** The client cannot help these; the transport may have a better way to say so. */
const OURS: ReadonlySet<ErrorCode> = new Set(['internal_error', 'service_unavailable', 'rate_limit_exceeded'])
const DENIED: ReadonlySet<ErrorCode> = new Set(['unauthorized', 'forbidden'])

/** Undefined: it is a failure of ours. */
export const toRefusal = (error: unknown): Refusal | undefined => {
  if (error instanceof Refusal) return error
  if (!(error instanceof AppError) || OURS.has(error.code)) return undefined
  return new Refusal(DENIED.has(error.code) ? 'permission_denied' : 'invalid_argument', error.message)
}

export const refuse = (id: number | null, { code, message }: Refusal, meta?: Meta): Answer => ({
  type: 'error',
  id,
  error: code,
  message,
  ...(meta !== undefined && { meta }),
})
