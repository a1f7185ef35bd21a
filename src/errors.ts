/** All error codes. docs/errors.md is generated from this table, and a test compares the two. */
export const CODES = {
  invalid_request: {
    status: 400,
    meaning:
      'The request cannot be read: malformed JSON, not an object, wrong content type, too large or too deep.',
  },
  validation_error: {
    status: 400,
    meaning:
      'A field is missing, has the wrong type or is out of range; `details` maps each field to its problem.',
  },
  unauthorized: { status: 401, meaning: 'The credentials are missing, invalid, expired or revoked.' },
  forbidden: {
    status: 403,
    meaning:
      'The credentials are valid but do not have the required scope, or the request comes from a foreign site or host.',
  },
  resource_not_found: { status: 404, meaning: 'The resource or the route does not exist.' },
  resource_conflict: {
    status: 409,
    meaning: 'The resource already exists, or is in a state that does not allow the operation.',
  },
  state_too_large: {
    status: 413,
    meaning:
      'The input of a run, or the state of a thread with an update, is larger than `MAX_STATE_BYTES`. Nothing was stored. `details` has the size and the limit.',
  },
  unprocessable_entity: {
    status: 422,
    meaning: 'The request is well-formed and valid, but the operation cannot be performed.',
  },
  check_timeout: {
    status: 422,
    meaning:
      'Checking a text with user-defined patterns took longer than 20 s and was cancelled. Shorten the text or simplify the patterns.',
  },
  rate_limit_exceeded: {
    status: 429,
    meaning: 'Too many requests for this key; retry after `retry_after` seconds.',
  },
  queue_limit_exceeded: {
    status: 429,
    meaning: 'The tenant has too many queued runs; retry after `retry_after` seconds.',
  },
  internal_error: {
    status: 500,
    meaning: 'An unexpected error of the service. The log contains the cause with the request id.',
  },
  service_unavailable: {
    status: 503,
    meaning:
      'The service is temporarily unable to handle the request (database unavailable, shutting down). `details.reason` tells why the database is unavailable. Try again later.',
  },
  storage_full: {
    status: 503,
    meaning:
      'The disk of the database is full: reads work, writes do not. The service recovers without a restart when there is space again.',
  },
  overloaded: {
    status: 503,
    meaning: 'The service has more work than it can handle at the moment; retry after `retry_after` seconds.',
  },
} as const

export type ErrorCode = keyof typeof CODES

/** The error that domain and store throw. It has a code; only the API maps codes to HTTP statuses. */
export class AppError extends Error {
  override readonly name = 'AppError'
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details?: Record<string, unknown>,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** True if the same request may succeed later without a change by the client. */
export const isUnavailable = (error: unknown): error is AppError =>
  error instanceof AppError && CODES[error.code].status === 503

export const notFound = (resource: string, id: string): AppError =>
  new AppError('resource_not_found', `${resource} ${id} does not exist`, {
    [`${resource.toLowerCase()}_id`]: id,
  })

/** An error about one field of the request: the text follows the name of the field, as in "limit must be 1 or more". */
export const validationError = (field: string, text: string): AppError =>
  new AppError('validation_error', `${field} ${text}`, { [field]: text })
