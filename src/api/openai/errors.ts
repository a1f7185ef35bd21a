/** Errors in the format of OpenAI's API. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { getRequiredAction, getFailure, getQuestionText } from '../../domain/runs/run-output.js'
import type { AppError } from '../../errors.js'
import { CODES, type ErrorCode } from '../../errors.js'
import type { Row } from '../../store/sql/tables.js'
import { getRetryAfter, prepareErrorReply, setRetryAfter, toAppError } from '../http/error-handler.js'

export interface OpenAiError {
  status: number
  error: { message: string; type: string; param: string | null; code: string }
}

const ERROR_TYPES: Partial<Record<ErrorCode, string>> = {
  unauthorized: 'authentication_error',
  forbidden: 'permission_error',
  rate_limit_exceeded: 'rate_limit_error',
  queue_limit_exceeded: 'rate_limit_error',
  internal_error: 'server_error',
  service_unavailable: 'server_error',
  storage_full: 'server_error',
  overloaded: 'server_error',
}
/** Error codes that OpenAI clients expect instead of ours. */
const ERROR_CODES: Partial<Record<ErrorCode, string>> = { unauthorized: 'invalid_api_key' }

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

/** Explains why a run produced no completion. */
export const toRunError = (run: Row<'runs'>): OpenAiError => {
  const action = getRequiredAction(run)
  if (action !== undefined)
    return buildError(
      422,
      'invalid_request_error',
      action.type,
      `Run ${run.run_id} waits for a person; resume it through the API of the service: ${getQuestionText(action)}`,
    )
  if (run.status === 'cancelled')
    return buildError(409, 'invalid_request_error', 'run_cancelled', `Run ${run.run_id} was cancelled`)
  const { code, message } = getFailure(run)
  return code === 'guardrail_blocked'
    ? buildError(400, 'invalid_request_error', 'content_filter', message)
    : buildError(500, 'server_error', code, message)
}

/** The run has ended, so the client library must not retry on its own (`x-should-retry: false`). */
export const sendRunError = (reply: FastifyReply, { status, error }: OpenAiError): FastifyReply =>
  reply.code(status).header('x-should-retry', 'false').send({ error })

export const sendErrorsAsOpenAi = (scope: FastifyInstance): void => {
  scope.setErrorHandler((thrown, request, reply) => {
    const error = toAppError(thrown)
    prepareErrorReply(request, reply, error)
    setRetryAfter(reply, getRetryAfter(error))
    const { status, error: errorBody } = toOpenAiError(error)
    return reply
      .code(status)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify({ error: errorBody }))
  })
}
