/** The error responses of the LangGraph API: validation errors are 422 (400 in the native API), and errors have a `detail` field. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { toAssistantId } from '../../domain/runs/parse-langgraph-run.js'
import { AppError } from '../../errors.js'
import { isUuid } from '../../platform/ids.js'
import type { JsonObject } from '../../schema/common.js'
import { sendError, toAppError } from '../http/error-handler.js'
import { toErrorStatus } from './error-responses.js'

export const setLangGraphErrorHandler = (scope: FastifyInstance): void => {
  scope.setErrorHandler((rawError, request, reply) => {
    const error = withGraphName(toAppError(rawError), request)
    if (error.code === 'internal_error')
      request.log.error({ request_id: request.id, err: error.cause ?? error }, 'request failed')
    void reply.removeHeader('connection')
    return sendError(reply, error, {
      status: error.code === 'validation_error' ? toErrorStatus(error.code) : undefined,
      detail: error.message,
    })
  })
}

/** If the request named an assistant by its graph ID, the error names the graph ID and not the derived assistant ID. */
const withGraphName = (error: AppError, { params, body }: FastifyRequest): AppError => {
  const { assistant_id: name } = { ...(body as JsonObject | undefined), ...(params as JsonObject) }
  if (error.code !== 'resource_not_found' || typeof name !== 'string' || isUuid(name)) return error
  if (error.details?.['assistant_id'] !== toAssistantId(name)) return error
  const message = `Assistant ${name} does not exist, nor does a graph of this name`
  return new AppError('resource_not_found', message, { assistant_id: name })
}
