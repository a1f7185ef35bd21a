/** Hooks that run before every handler: request id, rate-limit headers, Host check, authentication, rate limit, scope. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../platform/clock.js'
import { isLoopback, type Config } from '../../config.js'
import type { RateLimiter } from '../../domain/rate-limits/rate-limiter.js'
import { toAllowance, type Allowance, type RateLimit } from '../../domain/rate-limits/token-bucket.js'
import { AppError } from '../../errors.js'
import { newId } from '../../platform/ids.js'
import type { Metrics } from '../../platform/metrics.js'
import type { Scope } from '../../schema/api-key.js'
import type { Info } from '../../schema/system.js'
import { DEFAULT_ADMIN, requireScope, type Auth, type Principal } from './auth.js'
import { isLoopbackHost } from './session-cookie.js'
import { getHop } from '../project/loopback-socket.js'
import { toUserPrincipal, type IncomingRequest, type UserAuth } from '../project/user-auth.js'

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal
  }
  interface FastifyContextConfig {
    scope?: Scope | 'public'
    /** True for LangGraph routes. Only these know which resources the users of a project may access. */
    isLangGraphRoute?: boolean
  }
}

export interface AccessDeps {
  config: Config
  auth: Auth
  users: UserAuth
  clock: Clock
  metrics: Metrics
  limiter: RateLimiter
  /** Limits failed authentication attempts per client address. */
  failedAuthLimiter: (address: string) => Allowance
  /** Creates the built-in resources of a tenant before its first request is handled. */
  ensureTenant: (tenant: string) => Promise<void>
}

const VALID_REQUEST_ID = /^[\w.:-]{1,128}$/

export const getRequestId = ({
  headers,
}: {
  headers: Record<string, string | string[] | undefined>
}): string => {
  const clientRequestId = headers['x-request-id']
  return typeof clientRequestId === 'string' && VALID_REQUEST_ID.test(clientRequestId)
    ? clientRequestId
    : newId()
}

export const toRateLimit = (config: Config): RateLimit => ({
  scope: 'key',
  perMinute: config.RATE_LIMIT_PER_MINUTE,
  burst: config.RATE_LIMIT_BURST,
})

/** The settings write "no limit" as 0. Without authentication there is no rate limit. */
export const describeLimits = (config: Config): Info['limits'] => {
  const toLimit = (value: number, isEnforced = true): number | null =>
    isEnforced && value > 0 ? value : null
  return {
    requests_per_minute: toLimit(config.RATE_LIMIT_PER_MINUTE, config.AUTH_ENABLED),
    request_burst: toLimit(config.RATE_LIMIT_BURST, config.AUTH_ENABLED),
    tenant_requests_per_minute: toLimit(config.TENANT_RATE_LIMIT_PER_MINUTE, config.AUTH_ENABLED),
    pending_requests: config.MAX_PENDING_REQUESTS,
    queued_runs: toLimit(config.MAX_QUEUED_RUNS),
    tenant_queued_runs: toLimit(config.TENANT_MAX_QUEUED_RUNS),
    tenant_running_runs: toLimit(config.TENANT_MAX_RUNNING_RUNS),
  }
}

export const toRateLimitHeaders = ({ limit, remaining, reset }: Allowance): Record<string, string> => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': String(reset),
})

/** Rate-limit headers of a full bucket, for requests that are not limited. */
export const makeFullRateLimitHeaders = (config: Config, clock: Clock) => (): Record<string, string> => {
  const limit = toRateLimit(config)
  return toRateLimitHeaders(toAllowance(limit.burst, true, limit, clock.now()))
}

/** Must be the first hook, so that an error thrown by a later hook carries these headers too. */
export const addStandardHeaders = (
  server: FastifyInstance,
  config: Config,
  clock: Clock,
  isStopping: () => boolean,
): void => {
  const headers = makeFullRateLimitHeaders(config, clock)
  server.addHook('onRequest', (request, reply, done) => {
    void reply.headers({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff', ...headers() })
    // HTTP/1.1 requires the Host header (RFC 9112, section 3.2).
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      done(new AppError('invalid_request', 'The Host header is missing'))
    else done()
  })
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (isStopping()) void reply.header('connection', 'close')
    done(null, payload)
  })
}

/** Protects against DNS rebinding: a foreign site can resolve its name to this machine, but its Host header remains. */
export const rejectForeignHosts = (server: FastifyInstance, config: Config): void => {
  if (!isLoopback(config.HOST)) return
  server.addHook('onRequest', (request, _reply, done) => {
    if (isLoopbackHost(request.headers.host)) done()
    else
      done(new AppError('forbidden', 'The service listens on loopback only and rejects other Host headers'))
  })
}

/** Fails the start if a route declares no scope. Must be called before the routes are registered. */
export const requireDeclaredScopes = (server: FastifyInstance): void => {
  server.addHook('onRoute', ({ method, url, config }) => {
    if (config?.scope === undefined)
      throw new Error(
        `${String(method)} ${url} declares no scope; set config.scope to read, write, admin or public`,
      )
  })
}

export const enforceAccess = (server: FastifyInstance, deps: AccessDeps): void => {
  const { config, users } = deps
  server.decorateRequest('principal')

  server.addHook('onRequest', (request, reply, done) => {
    request.principal = DEFAULT_ADMIN
    if ((!config.AUTH_ENABLED && !users.isEnabled()) || isPublic(request, config)) {
      done()
    } else {
      authorizeRequest(request, reply, deps).then(() => {
        done()
      }, done)
    }
  })
}

export const isPublic = ({ routeOptions }: FastifyRequest, config: Config): boolean =>
  routeOptions.config.scope === 'public' && !(config.METRICS_AUTH && routeOptions.url === '/metrics')

/** Tries the credentials of the service first (if AUTH_ENABLED), then the `auth` of the project. */
export const resolvePrincipal = async (
  request: IncomingRequest,
  { config, auth, users }: Pick<AccessDeps, 'config' | 'auth' | 'users'>,
): Promise<Principal> => {
  if (!users.isEnabled()) return auth.authenticate(request)
  if (!config.AUTH_ENABLED) return users.identify(request)
  try {
    return await auth.authenticate(request)
  } catch (error) {
    if (error instanceof AppError && error.code === 'unauthorized') return users.identify(request)
    throw error
  }
}

/** Resolves the principal; failed attempts are rate-limited per client address. */
export const authenticateRequest = async (
  request: FastifyRequest,
  reply: FastifyReply,
  deps: AccessDeps,
): Promise<Principal> => {
  const hop = getHop(request)
  // The user was authenticated before the request passed through the project's app.
  if (hop?.user != null) return toUserPrincipal(hop.user)
  return limitFailedAttempts(resolvePrincipal(request, deps), request, reply, deps)
}

/** Only failed attempts count: guessing keys must not lock out valid clients at the same address. */
export const limitFailedAttempts = async <T>(
  attempt: Promise<T>,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: AccessDeps,
): Promise<T> => {
  try {
    return await attempt
  } catch (error) {
    if (error instanceof AppError && error.code === 'unauthorized')
      applyRateLimit(deps.failedAuthLimiter(getHop(request)?.ip ?? request.ip), reply, deps)
    throw error
  }
}

const authorizeRequest = async (
  request: FastifyRequest,
  reply: FastifyReply,
  deps: AccessDeps,
): Promise<void> => {
  const principal = await authenticateRequest(request, reply, deps)
  applyRateLimit(await deps.limiter(principal.tenant_id, principal.bucket), reply, deps)
  if (principal.user !== undefined && !request.is404 && request.routeOptions.config.isLangGraphRoute !== true)
    throw new AppError(
      'forbidden',
      "Users of the project's auth can use the LangGraph API only; send an API key of the service instead",
    )
  // Only a route that does not exist has no scope; see requireDeclaredScopes.
  const { scope = 'read' } = request.routeOptions.config
  if (scope !== 'public') requireScope(principal, scope)
  request.principal = principal
  await deps.ensureTenant(principal.tenant_id)
}

export const applyRateLimit = (
  allowance: Allowance,
  reply: FastifyReply,
  { metrics }: Pick<AccessDeps, 'metrics'>,
): void => {
  void reply.headers(toRateLimitHeaders(allowance))
  if (allowance.allowed) return
  metrics.rateLimited.inc({ scope: allowance.scope })
  const message = allowance.scope === 'key' ? 'Too many requests' : 'Too many requests of this tenant'
  throw new AppError('rate_limit_exceeded', message, { retry_after: allowance.retryAfter })
}
