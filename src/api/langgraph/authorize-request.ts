/** Authorizes a request of the LangGraph API with the requirements that its route declares. */
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../errors.js'
import type { JsonObject } from '../../schema/common.js'
import { toAuthValue, type AuthRequirement, type AuthScope } from './auth-scope.js'
import type { AuthAction, AuthGrant } from './authorize.js'

/** Metadata that the auth handlers changed is written back to the body. With several requirements, the last grant wins. */
export const authorizeRequest = async (
  { principal, body, query, params }: FastifyRequest,
  auth: AuthScope<unknown, unknown, unknown> | undefined,
  authorize: (authAction: AuthAction) => Promise<AuthGrant>,
): Promise<AuthGrant> => {
  if (auth === undefined && principal.user !== undefined)
    throw new AppError('forbidden', "This endpoint is not available to users of the project's auth")
  let granted: AuthGrant = { value: {}, authFilter: null }
  const requirements: readonly AuthRequirement[] =
    auth === undefined || auth === 'in_handler' ? [] : [auth].flat()
  for (const requirement of requirements) {
    for (const item of requirement.isEach === true ? (body as unknown[]) : [body]) {
      granted = await authorize({
        ...requirement,
        value: toAuthValue(requirement, { body: item, query, params }),
      })
      if (principal.user !== undefined) applyGrantedMetadata(requirement, item, granted.value)
    }
  }
  return granted
}

const applyGrantedMetadata = (
  { resource, action }: AuthRequirement,
  body: unknown,
  { metadata }: JsonObject,
): void => {
  if (typeof body !== 'object' || body === null || !/^(create|update|create_run)$/.test(action)) return
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata))
    throw new Error(
      `the project's auth replaced the metadata of ${resource}:${action} by a value that is not an object`,
    )
  Object.assign(body, { metadata })
}
