import type { Schemas } from './api-types.js'

/** The known error codes, and those that a newer server may add. docs/errors.md explains each. */
export type ErrorCode = Schemas['Error']['error'] | (string & Record<never, never>)

/** Every error that the client throws, apart from the reason of an aborted signal. */
export class HeddleError extends Error {
  override name = 'HeddleError'
}

/** The server responded with an error. The fields have the names of the response. */
export class ApiError extends HeddleError {
  override name = 'ApiError'
  readonly status: number
  /** The error code, for example `resource_not_found`. */
  readonly error: ErrorCode
  /** More context; for `validation_error`, a text for each invalid field. */
  readonly details: Record<string, unknown>
  /** Seconds after which a retry makes sense, if the server says so. */
  readonly retry_after: number | undefined
  /** Identifies the request in the log of the server. */
  readonly request_id: string | undefined

  constructor(response: {
    status: number
    error: ErrorCode
    message: string
    details?: Record<string, unknown> | undefined
    retry_after?: number | undefined
    request_id?: string | undefined
  }) {
    super(response.message)
    this.status = response.status
    this.error = response.error
    this.details = response.details ?? {}
    this.retry_after = response.retry_after
    this.request_id = response.request_id
  }
}

/** The server cannot be reached, or the connection was lost before the response was complete. `cause` has the reason. */
export class ConnectionError extends HeddleError {
  override name = 'ConnectionError'
}

/** No complete response arrived within `timeoutMs`. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError'
}

/** A webhook request is not signed with the secret, or is too old. */
export class WebhookVerificationError extends HeddleError {
  override name = 'WebhookVerificationError'
}

/** Makes the error of a response, also of one that comes from a proxy and has no JSON body. */
export const toApiError = (response: Response, text: string): ApiError => {
  const body = parseErrorBody(text)
  return new ApiError({
    status: response.status,
    error: body.error ?? `http_${String(response.status)}`,
    message: body.message ?? `${response.url} responded with status ${String(response.status)}`,
    details: body.details,
    retry_after: body.retry_after ?? readRetryAfter(response.headers.get('retry-after')),
    request_id: response.headers.get('x-request-id') ?? undefined,
  })
}

const parseErrorBody = (text: string): Partial<Schemas['Error']> => {
  try {
    const body: unknown = JSON.parse(text)
    const isError = typeof body === 'object' && body !== null && 'error' in body && 'message' in body
    return isError && typeof body.error === 'string' ? (body as Schemas['Error']) : {}
  } catch {
    return {}
  }
}

/** The header has seconds or a date. */
const readRetryAfter = (value: string | null): number | undefined => {
  if (value === null) return undefined
  const seconds = Number(value)
  if (Number.isFinite(seconds)) return Math.max(0, seconds)
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, (date - Date.now()) / 1000)
}
