import { ResponseTooLarge } from './bounded-body.js'
import { TargetRefused } from './target-refused.js'

const MESSAGES: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection broke',
  UND_ERR_SOCKET: 'the connection broke',
  EPIPE: 'the connection broke',
  ENOTFOUND: 'the name does not resolve',
  EAI_AGAIN: 'the name does not resolve',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'no route to the host',
  ETIMEDOUT: 'no connection in time',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
  UND_ERR_HEADERS_TIMEOUT: 'no answer in time',
  UND_ERR_BODY_TIMEOUT: 'the answer stopped in the middle',
}

/**
 * Why a request failed, in words that may be shown to anybody. Messages of unknown errors are left out: those of
 * fetch repeat URLs and header values, and both may hold secrets.
 */
export const describeFetchError = (error: unknown): string => {
  if (error instanceof TargetRefused || error instanceof ResponseTooLarge) return error.message
  if (error instanceof DOMException && error.name === 'TimeoutError') return error.message
  const code = findErrorCode(error)
  return code === undefined ? 'the request failed' : (MESSAGES[code] ?? `the request failed (${code})`)
}

/** The code of the innermost error that has one: fetch wraps what happened in "fetch failed". */
export const findErrorCode = (error: unknown): string | undefined => {
  let code: string | undefined
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && typeof current.code === 'string') code = current.code
  }
  return code
}
