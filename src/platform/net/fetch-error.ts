import { ResponseTooLarge } from './bounded-body.js'
import { TargetRefused } from './target-refused.js'

const MESSAGES: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection closed unexpectedly',
  UND_ERR_SOCKET: 'connection closed unexpectedly',
  EPIPE: 'connection closed unexpectedly',
  ENOTFOUND: 'host name does not resolve',
  EAI_AGAIN: 'host name does not resolve',
  EHOSTUNREACH: 'no route to host',
  ENETUNREACH: 'no route to host',
  ETIMEDOUT: 'connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'connection timed out',
  UND_ERR_HEADERS_TIMEOUT: 'no response in time',
  UND_ERR_BODY_TIMEOUT: 'response body timed out',
}

/**
 * Describes why a request failed, in a text that clients may see. The messages of unknown errors are omitted: fetch repeats URLs and
 * header values in them, and both can contain secrets.
 */
export const describeFetchError = (error: unknown): string => {
  if (error instanceof TargetRefused || error instanceof ResponseTooLarge) return error.message
  if (error instanceof DOMException && error.name === 'TimeoutError') return error.message
  const code = findErrorCode(error)
  return code === undefined ? 'request failed' : (MESSAGES[code] ?? `request failed (${code})`)
}

/** Returns the code of the innermost error that has one: fetch wraps the cause in a "fetch failed" error. */
export const findErrorCode = (error: unknown): string | undefined => {
  let code: string | undefined
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && typeof current.code === 'string') code = current.code
  }
  return code
}
