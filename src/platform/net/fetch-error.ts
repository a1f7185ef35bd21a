import { ResponseTooLarge } from './bounded-body.js'
import { TargetRefused } from './target-refused.js'

const TEXTS: Record<string, string> = {
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
export const fetchProblem = (error: unknown): string => {
  if (error instanceof TargetRefused || error instanceof ResponseTooLarge) return error.message
  if (error instanceof DOMException && error.name === 'TimeoutError') return error.message
  const code = networkCode(error)
  return code === undefined ? 'the request failed' : (TEXTS[code] ?? `the request failed (${code})`)
}

/** The code of the innermost error that has one: fetch wraps what happened in "fetch failed". */
export const networkCode = (error: unknown): string | undefined => {
  let found: string | undefined
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string') found = at.code
  }
  return found
}
