/** What went wrong, in the form of OpenAI's API. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { actionOf, failureOf, questionOf } from '../../domain/runs/run-output.js'
import type { AppError } from '../../errors.js'
import { CODES, type ErrorCode } from '../../errors.js'
import type { Row } from '../../store/sql/tables.js'
import { toAppError } from '../http/error-handler.js'

export interface Problem {
  status: number
  error: { message: string; type: string; param: string | null; code: string }
}

const TYPES: Partial<Record<ErrorCode, string>> = {
  unauthorized: 'authentication_error',
  forbidden: 'permission_error',
  rate_limit_exceeded: 'rate_limit_error',
  internal_error: 'server_error',
  service_unavailable: 'server_error',
}
/** Names that its clients know. */
const NAMES: Partial<Record<ErrorCode, string>> = { unauthorized: 'invalid_api_key' }

const RETRY_UNAVAILABLE = 1

export const problemOf = ({ code, message, details = {} }: AppError): Problem => ({
  status: CODES[code].status,
  error: {
    message,
    type: TYPES[code] ?? 'invalid_request_error',
    param: code === 'validation_error' ? (Object.keys(details)[0] ?? null) : null,
    code: (details['openai_code'] as string | undefined) ?? NAMES[code] ?? code,
  },
})

const problem = (status: number, type: string, code: string, message: string): Problem => ({
  status,
  error: { message, type, param: null, code },
})

/** Why a run gave no answer. */
export const problemWith = (run: Row<'runs'>): Problem => {
  const action = actionOf(run)
  if (action !== undefined)
    return problem(
      422,
      'invalid_request_error',
      action.type,
      `run ${run.run_id} waits for a person, who can answer it through the API of this service: ${questionOf(action)}`,
    )
  if (run.status === 'cancelled')
    return problem(409, 'invalid_request_error', 'run_cancelled', `run ${run.run_id} was cancelled`)
  const { code, message } = failureOf(run)
  return code === 'guardrail_blocked'
    ? problem(400, 'invalid_request_error', 'content_filter', message)
    : problem(500, 'server_error', code, message)
}

/** The run that it tells of is over: to try again is for the user to decide, not for the client library. */
export const sendProblem = (reply: FastifyReply, { status, error }: Problem): FastifyReply =>
  reply.code(status).header('x-should-retry', 'false').send({ error })

export const presentProblems = (scope: FastifyInstance): void => {
  scope.setErrorHandler((thrown, request, reply) => {
    const error = toAppError(thrown)
    if (error.code === 'internal_error')
      request.log.error({ request_id: request.id, err: error.cause ?? error }, 'request failed')
    const asked = error.details?.['retry_after'] as number | undefined
    const retryAfter = error.code === 'service_unavailable' ? RETRY_UNAVAILABLE : asked
    if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter))
    void reply.removeHeader('connection')
    const { status, error: shown } = problemOf(error)
    return reply
      .code(status)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify({ error: shown }))
  })
}
