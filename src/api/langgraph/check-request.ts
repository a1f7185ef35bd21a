/** Checks of LangGraph requests that their schemas cannot express. */
import type { FastifyRequest } from 'fastify'
import { AppError, validationError } from '../../errors.js'
import { isUuid } from '../../platform/ids.js'
import { isStorable, type JsonObject } from '../../schema/common.js'

/** No list is this long, and larger JSON numbers exceed the integer types of the databases. */
const MAX_OFFSET = 1_000_000_000

/** Search bodies are passed to the database without further checks, so they must be storable. */
export const checkSearchBody = (path: string, { body, query }: FastifyRequest): void => {
  const { offset } = { ...(query as JsonObject), ...(body as JsonObject | undefined) }
  if (typeof offset === 'number' && offset > MAX_OFFSET)
    throw validationError('offset', `must be <= ${String(MAX_OFFSET)}`)
  if (/\/(search|count)$/.test(path) && !isStorable(body))
    throw validationError('body', 'must not contain U+0000 or unpaired surrogates')
}

export const rejectWebhooks = (body: unknown): void => {
  for (const runBody of Array.isArray(body) ? (body as unknown[]) : [body])
    if ((runBody as { webhook?: unknown } | null | undefined)?.webhook != null)
      throw new AppError('unprocessable_entity', 'Webhooks are disabled by http.disable_webhooks')
}

/** Path parameters must be UUIDs, except assistant_id, which may be a graph ID. UUIDs are converted to lower case. */
export const normalizeIds = (request: FastifyRequest): void => {
  const params = request.params as Record<string, string>
  for (const [name, value] of Object.entries(params)) {
    if (!name.endsWith('_id') || name === 'assistant_id') continue
    if (!isUuid(value)) {
      const resourceName = name.replace(/_id$/, '')
      throw new AppError('validation_error', `Invalid ${resourceName} ID: must be a UUID`, {
        [name]: 'must be a UUID',
      })
    }
    params[name] = value.toLowerCase()
  }
}
