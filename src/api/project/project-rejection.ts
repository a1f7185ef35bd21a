/** A rejection by the project's code, with the HTTP status that it chose. */
import { AppError, type ErrorCode } from '../../errors.js'
import type { Rejection } from '../../engine/project/protocol.js'

const ERROR_CODES: Record<number, ErrorCode> = {
  400: 'invalid_request',
  401: 'unauthorized',
  404: 'resource_not_found',
  409: 'resource_conflict',
  422: 'unprocessable_entity',
  429: 'rate_limit_exceeded',
  503: 'service_unavailable',
}

export class ProjectRejection extends AppError {
  readonly status: number
  readonly headers: Record<string, string>

  constructor({ status, message, headers }: Rejection) {
    // A rejection with a success status would look like a successful response.
    const isErrorStatus = Number.isInteger(status) && status >= 400 && status <= 599
    super(isErrorStatus ? (ERROR_CODES[status] ?? 'forbidden') : 'unauthorized', message)
    this.status = isErrorStatus ? status : 401
    this.headers = headers
  }
}
