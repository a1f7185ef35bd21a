/** Describes requests that failed, with the fix where it is known. */
import { CommandError, EXIT, incomplete, usageError } from '../command-error.js'
import { toPrintable } from '../output/format.js'

const CAUSES: Record<string, string> = {
  ECONNREFUSED: 'connection refused; start the server with `heddle start`, or set --url or HEDDLE_URL',
  ENOTFOUND: 'the host name is unknown; correct --url or HEDDLE_URL',
  EAI_AGAIN: 'the host name cannot be resolved; check the network, or correct --url or HEDDLE_URL',
  ECONNRESET: 'the server closed the connection',
  UND_ERR_SOCKET: 'the server closed the connection',
}

export const describeCause = (error: unknown): string => {
  const { cause, message, name } = error as Error
  if (name === 'TimeoutError') return 'the server did not respond in time'
  if (!(cause instanceof Error)) return message
  const { code, message: causeMessage } = cause as NodeJS.ErrnoException
  // The error of a host with several addresses, all of which refused, has a code and no message.
  return CAUSES[code ?? ''] ?? (causeMessage === '' ? (code ?? message) : causeMessage)
}

const FIXES: Record<number, string> = {
  401: 'set --api-key or HEDDLE_API_KEY',
  403: 'use an API key with this scope',
}

/** The message of the service, with one line per detail. */
const describeResponse = (status: number, text: string, fix: string | undefined): string => {
  let body: { message?: unknown; details?: unknown } = {}
  try {
    body = (JSON.parse(text) as typeof body | null) ?? {}
  } catch {
    // Not JSON, such as the error page of a proxy: only the status is reported.
  }
  const { message, details } = body
  const reason = typeof message === 'string' ? toPrintable(message) : 'no reason given'
  const lines = Object.entries(details ?? {}).map(
    ([field, value]) =>
      `  ${toPrintable(field)}: ${toPrintable(typeof value === 'string' ? value : JSON.stringify(value))}`,
  )
  const hint = fix === undefined ? '' : `; ${fix}`
  return [`the service responded with ${String(status)}: ${reason}${hint}`, ...lines].join('\n')
}

/** `keyFix` says why a key was not sent. */
export const toResponseError = (status: number, text: string, keyFix?: string): CommandError => {
  const message = describeResponse(status, text, status === 401 ? (keyFix ?? FIXES[401]) : FIXES[status])
  if (status === 401 || status === 403) return new CommandError(EXIT.unauthorized, message, status)
  const isTemporary = status === 408 || status === 429 || status >= 500
  return isTemporary ? incomplete(message, status) : usageError(message, status)
}
