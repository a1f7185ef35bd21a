/** Converts errors to responses of the native API. No other module maps error codes to HTTP statuses. */
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, CODES, isUnavailable, type ErrorCode } from '../../errors.js'
import type { Clock } from '../../platform/clock.js'
import type { Logger } from '../../platform/log.js'
import { makeRepeatedWarnings } from '../../platform/repeated-warnings.js'
import { ProjectRejection } from '../project/project-rejection.js'

/** Retry-After of errors that do not have their own. Someone has to free space before a full disk accepts a write. */
const RETRY_SECONDS: Partial<Record<ErrorCode, number>> = { service_unavailable: 1, storage_full: 5 }

export const toAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error
  const { code, statusCode, message } = error as Partial<FastifyError>
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return invalidRequest('The body is too large', error)
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return invalidRequest('The content type must be application/json', error)
  // Other errors of Fastify itself: an invalid URL, a wrong content length, an aborted body.
  if (statusCode !== undefined && statusCode < 500)
    return invalidRequest(message ?? 'The request is invalid', error)
  return new AppError(
    'internal_error',
    'Internal error; the log has details under the request id',
    undefined,
    {
      cause: error,
    },
  )
}

const invalidRequest = (message: string, cause: unknown): AppError =>
  new AppError('invalid_request', message, undefined, { cause })

/** Differences of the LangGraph API from the native error format. */
interface ErrorFormat {
  status?: number | undefined
  detail?: string
}

export const sendError = (
  reply: FastifyReply,
  error: AppError,
  { status = getStatus(error), ...extraFields }: ErrorFormat = {},
): FastifyReply => {
  if (error instanceof ProjectRejection) void reply.headers(error.headers)
  const retryAfter = getRetryAfter(error)
  setRetryAfter(reply, retryAfter)
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ ...toErrorBody(error, retryAfter), ...extraFields }))
}

const getStatus = (error: AppError): number =>
  error instanceof ProjectRejection ? error.status : CODES[error.code].status

export const getRetryAfter = ({ code, details }: AppError): number | undefined =>
  (details?.['retry_after'] as number | undefined) ?? RETRY_SECONDS[code]

export const setRetryAfter = (reply: FastifyReply, seconds: number | undefined): void => {
  if (seconds !== undefined) void reply.header('retry-after', String(seconds))
}

const toErrorBody = ({ code, message, details = {} }: AppError, retryAfter?: number) => ({
  error: code,
  message,
  details,
  ...(retryAfter !== undefined && { retry_after: retryAfter }),
})

export const handleErrors = (server: FastifyInstance, log: Logger, clock: Clock): void => {
  const warn = makeRepeatedWarnings(log, clock)
  server.setErrorHandler((thrown, request, reply) => {
    const error = toAppError(thrown)
    prepareErrorReply(request, reply, error)
    if (isUnavailable(error)) warn({ request_id: request.id, err: error.cause ?? error }, error.message)
    return sendError(reply, error)
  })
  server.setNotFoundHandler((request, reply) =>
    sendRouteNotFound(
      request,
      reply,
      `Route ${request.method} ${request.url.split('?')[0] ?? ''} does not exist`,
    ),
  )
}

/** The part that the error handlers of all protocols share: logs internal errors and keeps the connection open. */
export const prepareErrorReply = (request: FastifyRequest, reply: FastifyReply, error: Error): void => {
  if (error instanceof AppError && error.code === 'internal_error')
    request.log.error({ request_id: request.id, err: error.cause ?? error }, 'request failed')
  // Fastify would close the connection while the rest of a large body is still arriving, and the client would see a
  // broken connection instead of this response. The rest is read and discarded, for 30 s at most.
  void reply.removeHeader('connection')
}

/** A path outside of /api/ may be meant for the LangGraph API, whose clients read `detail`. */
export const sendRouteNotFound = (
  { url }: Pick<FastifyRequest, 'url'>,
  reply: FastifyReply,
  message: string,
): FastifyReply => {
  const error = new AppError('resource_not_found', message)
  return sendError(reply, error, url.startsWith('/api/') ? {} : { detail: message })
}

/** Requests that are not valid HTTP or never complete have no request object, so the response is written to the socket. */
export const makeBrokenRequestResponder =
  (log: Logger, headers: () => Record<string, string>) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    log.debug({ code: error.code }, 'broken request')
    const body = JSON.stringify(
      toErrorBody(
        new AppError(
          'invalid_request',
          error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
            ? 'The request did not arrive in time'
            : error.code === 'HPE_HEADER_OVERFLOW'
              ? 'The headers are too large'
              : 'The request is not valid HTTP',
        ),
      ),
    )
    const responseHeaders = {
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
      ...headers(),
    }
    const headerLines = Object.entries(responseHeaders).map(([name, value]) => `${name}: ${value}`)
    socket.end(`HTTP/1.1 400 Bad Request\r\n${headerLines.join('\r\n')}\r\n\r\n${body}`)
  }
