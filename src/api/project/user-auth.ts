/** Authenticates requests with the project's `authenticate`. Results are not cached, so a revoked user is rejected at once. */
import type { FastifyRequest } from 'fastify'
import { isLoopback, type Config } from '../../config.js'
import { DEFAULT_TENANT } from '../../domain/api-keys.js'
import { ProjectUnavailable } from '../../engine/threads/project-thread.js'
import type { ProjectHost } from '../../engine/threads/project-host.js'
import {
  HOP_HEADER,
  type AuthReply,
  type AuthenticateRequest,
  type ProjectUser,
} from '../../engine/project/protocol.js'
import { AppError } from '../../errors.js'
import type { Logger } from '../../platform/log.js'
import type { Principal } from '../http/auth.js'
import { withoutSessionCookie } from '../http/session-cookie.js'
import { ProjectRejection } from './project-rejection.js'

/** The fields of a request that authentication reads. WebSocket upgrade requests have them too. */
export type IncomingRequest = Pick<FastifyRequest, 'method' | 'url' | 'protocol' | 'host' | 'headers'>

const STUDIO_USER: ProjectUser = {
  kind: 'StudioUser',
  identity: 'langgraph-studio-user',
  display_name: 'langgraph-studio-user',
  is_authenticated: true,
  permissions: [],
}

export const makeUserAuth = (host: ProjectHost, config: Config, log: Logger) => {
  /** Anyone can send this header, so it is only accepted on a loopback address without authentication. */
  const isStudioRequest = ({ headers }: IncomingRequest): boolean =>
    headers['x-auth-scheme'] === 'langsmith' &&
    host.current?.auth?.disable_studio_auth === false &&
    !config.AUTH_ENABLED &&
    isLoopback(config.HOST)

  return {
    isEnabled: () => host.hasAuth,

    async identify(request: IncomingRequest): Promise<Principal> {
      if (isStudioRequest(request)) return toUserPrincipal(STUDIO_USER)
      const reply = await withUnavailableError(
        host.call({ type: 'authenticate', request: toAuthenticateRequest(request) }),
      )
      if ('user' in reply) return toUserPrincipal(reply.user)
      if ('rejection' in reply) throw new ProjectRejection(reply.rejection)
      log.warn({ reason: 'failure' in reply ? reply.failure : '' }, "the project's authenticate failed")
      throw new AppError('unauthorized', 'Unauthorized')
    },
  }
}

export type UserAuth = ReturnType<typeof makeUserAuth>

export const withUnavailableError = (pendingReply: Promise<AuthReply>): Promise<AuthReply> =>
  pendingReply.catch((error: unknown) => {
    if (error instanceof ProjectUnavailable)
      throw new AppError('service_unavailable', error.message, undefined, { cause: error })
    throw error
  })

export const toUserPrincipal = (user: ProjectUser): Principal => ({
  tenant_id: DEFAULT_TENANT,
  scopes: new Set(['read', 'write']),
  bucket: `user:${user.identity}`,
  id: `user:${user.identity}`,
  name: user.identity,
  user,
})

const toAuthenticateRequest = ({
  method,
  url,
  protocol,
  host,
  headers,
}: IncomingRequest): AuthenticateRequest => {
  const origin = `${protocol}://${host}`
  return {
    method,
    url: new URL(url.replace(/^\/+/, '/'), URL.canParse(origin) ? origin : 'http://localhost').href,
    headers: Object.entries({ ...headers, cookie: withoutSessionCookie(headers.cookie) }).flatMap(
      ([name, value]): [string, string][] =>
        value === undefined || name === HOP_HEADER ? [] : [[name, String(value)]],
    ),
  }
}
