/** What went wrong, in the form of OpenAI's API. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { getRequiredAction, getFailure, getQuestionText } from '../../domain/runs/run-output.js'
import type { AppError } from '../../errors.js'
import { CODES, type ErrorCode } from '../../errors.js'
import type { Row } from '../../store/sql/tables.js'
import { toAppError } from '../http/error-handler.js'

export interface OpenAiError {
  status: number
  error: { message: string; type: string; param: string | null; code: string }
}

const ERROR_TYPES: Partial<Record<ErrorCode, string>> = {
  unauthorized: 'authentication_error',
  forbidden: 'permission_error',
  rate_limit_exceeded: 'rate_limit_error',
  internal_error: 'server_error',
  service_unavailable: 'server_error',
}
/** Names that its clients know. */
const ERROR_CODES: Partial<Record<ErrorCode, string>> = { unauthorized: 'invalid_api_key' }

const UNAVAILABLE_RETRY_SECONDS = 1

export const toOpenAiError = ({ code, message, details = {} }: AppError): OpenAiError => ({
  status: CODES[code].status,
  error: {
    message,
    type: ERROR_TYPES[code] ?? 'invalid_request_error',
    param: code === 'validation_error' ? (Object.keys(details)[0] ?? null) : null,
    code: (details['openai_code'] as string | undefined) ?? ERROR_CODES[code] ?? code,
  },
})

const buildError = (status: number, type: string, code: string, message: string): OpenAiError => ({
  status,
  error: { message, type, param: null, code },
})

/** Why a run gave no answer. */
export const toRunError = (run: Row<'runs'>): OpenAiError => {
  const action = getRequiredAction(run)
  if (action !== undefined)
    return buildError(
      422,
      'invalid_request_error',
      action.type,
      `run ${run.run_id} waits for a person, who can answer it through the API of this service: ${getQuestionText(action)}`,
    )
  if (run.status === 'cancelled')
    return buildError(409, 'invalid_request_error', 'run_cancelled', `run ${run.run_id} was cancelled`)
  const { code, message } = getFailure(run)
  return code === 'guardrail_blocked'
    ? buildError(400, 'invalid_request_error', 'content_filter', message)
    : buildError(500, 'server_error', code, message)
}

/** The run that it tells of is over: to try again is for the user to decide, not for the client library. */
export const sendRunError = (reply: FastifyReply, { status, error }: OpenAiError): FastifyReply =>
  reply.code(status).header('x-should-retry', 'false').send({ error })

export const sendErrorsAsOpenAi = (scope: FastifyInstance): void => {
  scope.setErrorHandler((thrown, request, reply) => {
    const error = toAppError(thrown)
    if (error.code === 'internal_error')
      request.log.error({ request_id: request.id, err: error.cause ?? error }, 'request failed')
    const requestedDelay = error.details?.['retry_after'] as number | undefined
    const retryAfter = error.code === 'service_unavailable' ? UNAVAILABLE_RETRY_SECONDS : requestedDelay
    if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter))
    void reply.removeHeader('connection')
    const { status, error: errorBody } = toOpenAiError(error)
    return reply
      .code(status)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify({ error: errorBody }))
  })
}
