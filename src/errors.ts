/** The closed table of error codes. docs/errors.md is generated from it; a test compares both ways. */
export const CODES = {
  invalid_request: {
    status: 400,
    meaning:
      'The request cannot be read: malformed JSON, not an object, wrong content type, too large or too deep.',
  },
  validation_error: {
    status: 400,
    meaning:
      'A field is missing, has the wrong type or is out of range; `details` maps each field to a text.',
  },
  unauthorized: { status: 401, meaning: 'The credentials are missing, invalid, expired or revoked.' },
  forbidden: {
    status: 403,
    meaning: 'The credentials are valid but lack the scope that this operation needs.',
  },
  resource_not_found: { status: 404, meaning: 'The resource or the route does not exist.' },
  resource_conflict: {
    status: 409,
    meaning: 'The resource already exists, or is in a state that does not allow the operation.',
  },
  unprocessable_entity: {
    status: 422,
    meaning: 'The request is well-formed and valid but cannot be carried out as it stands.',
  },
  rate_limit_exceeded: {
    status: 429,
    meaning: 'Too many requests for this key; `retry_after` says in how many seconds to try again.',
  },
  internal_error: {
    status: 500,
    meaning: 'A defect of the service. The log has the cause under the request id.',
  },
  service_unavailable: {
    status: 503,
    meaning: 'The service cannot do this now (store unreachable, disk full, shutting down). Try again later.',
  },
} as const

export type ErrorCode = keyof typeof CODES

/** The only error that crosses layers on purpose. Domain and store name a code; only the API knows the status. */
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

export const notFound = (what: string, id: string): AppError =>
  new AppError('resource_not_found', `${what} ${id} does not exist`, { [`${what.toLowerCase()}_id`]: id })

/** The error of a single field: the message names the field, and the details map it to the text. */
export const validationError = (field: string, text: string): AppError =>
  new AppError('validation_error', `${field} ${text}`, { [field]: text })

/** An error about one field of the request: the text follows the name of the field, as in "limit must be 1 or more". */
export const validationError = (field: string, text: string): AppError =>
  new AppError('validation_error', `${field} ${text}`, { [field]: text })
