/** Errors of requests, with a sentence that says what the person can do. */
import { isRecord } from '../model/is-record.ts'

export class ApiError extends Error {
  override readonly name = 'ApiError'
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: Record<string, unknown> = {},
    readonly retryAfter?: number,
    readonly requestId?: string,
  ) {
    super(message)
  }
}

/** Responses of the native API have `error` and `message`, those of the LangGraph API may have only `message` or `detail`. */
export const toApiError = (response: Response, body: unknown): ApiError => {
  const fields = isRecord(body) ? body : {}
  const text = [fields['message'], fields['detail'], typeof body === 'string' ? body : undefined].find(
    (candidate) => typeof candidate === 'string' && candidate !== '',
  )
  return new ApiError(
    response.status,
    typeof fields['error'] === 'string' ? fields['error'] : 'unknown',
    typeof text === 'string' ? text.slice(0, 2_000) : `The service responded with ${String(response.status)}`,
    isRecord(fields['details']) ? fields['details'] : {},
    typeof fields['retry_after'] === 'number' ? fields['retry_after'] : undefined,
    response.headers.get('x-request-id') ?? undefined,
  )
}

export interface ErrorDescription {
  title: string
  advice: string
  requestId?: string | undefined
}

const listFields = (details: Record<string, unknown>): string =>
  Object.entries(details)
    .filter(([, problem]) => typeof problem === 'string')
    .map(([field, problem]) => `${field} ${String(problem)}`)
    .join('; ')

const seconds = (count: number | undefined): string =>
  count === undefined ? 'in a moment' : `in ${String(count)} s`

const describeApiError = (error: ApiError): ErrorDescription => {
  const { status, code, message, details, retryAfter } = error
  if (status === 401)
    return {
      title: 'You are signed out',
      advice: 'The session has ended or the key was revoked. Sign in again.',
    }
  if (status === 403)
    return {
      title: 'Your key does not allow this',
      advice: `${message}. Sign in with a key that has the scope, or ask an administrator.`,
    }
  if (status === 404)
    return {
      title: 'This does not exist',
      advice: `${message}. It may have been deleted, or it belongs to another tenant.`,
    }
  if (status === 409)
    return {
      title: 'The state has changed in the meantime',
      advice: `${message}. Reload to see the current state.`,
    }
  if (status === 429)
    return {
      title: 'Too many requests',
      advice: `${message}. The console tries again ${seconds(retryAfter)}.`,
    }
  if (code === 'storage_full')
    return {
      title: 'The disk of the database is full',
      advice: 'Reading works, writing does not. Free space on the disk; the service recovers by itself.',
    }
  if (status === 503 || status === 502 || status === 504)
    return {
      title: 'The service cannot respond at the moment',
      advice: `${message}. Try again ${seconds(retryAfter)}.`,
    }
  if (status >= 500) return { title: 'The service failed', advice: message, requestId: error.requestId }
  const fields = listFields(details)
  return { title: 'The request was rejected', advice: fields === '' ? message : fields }
}

export const describeError = (error: unknown): ErrorDescription => {
  if (error instanceof ApiError) return describeApiError(error)
  // `fetch` rejects with a TypeError if there is no connection.
  if (error instanceof TypeError)
    return {
      title: 'The service cannot be reached',
      advice:
        'Check that it is running and that this computer has a connection. The console tries again by itself.',
    }
  return {
    title: 'Something in the console failed',
    advice: error instanceof Error ? error.message : String(error),
  }
}

/** True if the same request may succeed later. */
export const isTemporary = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof ApiError && (error.status === 429 || error.status >= 500))

/** What the service says about one field of a form; undefined if the error is about something else. */
export const problemOf = (error: unknown, field: string): string | undefined => {
  if (!(error instanceof ApiError)) return undefined
  const problem = error.details[field]
  return typeof problem === 'string' ? problem : undefined
}
