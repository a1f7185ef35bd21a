/** The only translator from errors to answers. */
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, CODES } from '../../errors.js'
import type { Logger } from '../../platform/log.js'
import { ProjectRejection } from '../project/project-rejection.js'

/** Seconds after which a 503 is worth another try. */
const UNAVAILABLE_RETRY_SECONDS = 1

export const toAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error
  const { code, statusCode, message } = error as Partial<FastifyError>
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return invalidRequest('the body is too large', error)
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return invalidRequest('the content type must be application/json', error)
  // Whatever else Fastify itself refuses: a bad URL, a length that does not match, an aborted body.
  if (statusCode !== undefined && statusCode < 500)
    return invalidRequest(message ?? 'the request is invalid', error)
  return new AppError(
    'internal_error',
    'something went wrong here; the log has it under the request id',
    undefined,
    {
      cause: error,
    },
  )
}

const invalidRequest = (message: string, cause: unknown): AppError =>
  new AppError('invalid_request', message, undefined, { cause })

/** How another dialect shows it. */
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
  if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter))
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ ...toErrorBody(error, retryAfter), ...extraFields }))
}

const getStatus = (error: AppError): number =>
  error instanceof ProjectRejection ? error.status : CODES[error.code].status

const getRetryAfter = ({ code, details }: AppError): number | undefined =>
  code === 'service_unavailable'
    ? UNAVAILABLE_RETRY_SECONDS
    : (details?.['retry_after'] as number | undefined)

const toErrorBody = ({ code, message, details = {} }: AppError, retryAfter?: number) => ({
  error: code,
  message,
  details,
  ...(retryAfter !== undefined && { retry_after: retryAfter }),
})

export const handleErrors = (server: FastifyInstance): void => {
  server.setErrorHandler((thrown, request, reply) => {
    const error = toAppError(thrown)
    logError(request, error)
    // Fastify would close the connection while the rest of a large body is still arriving, and the client would
    // see the connection break instead of this answer. The rest is read and thrown away, for 30 s at most.
    void reply.removeHeader('connection')
    return sendError(reply, error)
  })
  server.setNotFoundHandler((request, reply) =>
    sendRouteNotFound(request, reply, `there is no ${request.method} ${request.url.split('?')[0] ?? ''}`),
  )
}

/** Outside of the native paths it may have been meant for the LangGraph dialect, whose clients read `detail`. */
export const sendRouteNotFound = (
  { url }: Pick<FastifyRequest, 'url'>,
  reply: FastifyReply,
  message: string,
): FastifyReply => {
  const error = new AppError('resource_not_found', message)
  return sendError(reply, error, url.startsWith('/api/') ? {} : { detail: message })
}

const logError = (request: FastifyRequest, error: AppError): void => {
  const { status } = CODES[error.code]
  const context = { request_id: request.id, err: error.cause ?? error }
  if (status === 500) request.log.error(context, 'request failed')
  else if (status === 503) request.log.warn(context, error.message)
}

/** Requests that are not even HTTP, or never finish, have no request object: the answer is written by hand. */
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
            ? 'the request did not arrive in time'
            : error.code === 'HPE_HEADER_OVERFLOW'
              ? 'the headers are too large'
              : 'the request is not valid HTTP',
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
