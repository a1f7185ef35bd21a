/** What every request passes before its handler: request id, rate-limit headers, Host check, credentials, limit, scope. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../platform/clock.js'
import { isLoopback, type Config } from '../../config.js'
import type { RateLimiter } from '../../domain/rate-limits/rate-limiter.js'
import { toAllowance, type Allowance, type RateLimit } from '../../domain/rate-limits/token-bucket.js'
import { AppError } from '../../errors.js'
import { newId } from '../../platform/ids.js'
import type { Metrics } from '../../platform/metrics.js'
import type { Scope } from '../../schema/api-key.js'
import { DEFAULT_ADMIN, type Auth, type Principal } from './auth.js'
import { getHop } from '../project/loopback-socket.js'
import type { IncomingRequest, UserAuth } from '../project/user-auth.js'

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal
  }
  interface FastifyContextConfig {
    scope?: Scope | 'public'
    /** Whether it is of the LangGraph dialect: only there is it known what users of a project may touch. */
    isLangGraphRoute?: boolean
  }
}

interface AccessDeps {
  config: Config
  auth: Auth
  users: UserAuth
  clock: Clock
  metrics: Metrics
  limiter: RateLimiter
  /** Counts failed credentials by address. */
  failedAuthLimiter: (address: string) => Allowance
  /** Called before the first request of a tenant is handled. */
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
  perMinute: config.RATE_LIMIT_PER_MINUTE,
  burst: config.RATE_LIMIT_BURST,
})

export const toRateLimitHeaders = ({ limit, remaining, reset }: Allowance): Record<string, string> => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': String(reset),
})

/** Headers of a full bucket: for those who are not limited. */
export const makeFullRateLimitHeaders = (config: Config, clock: Clock) => (): Record<string, string> => {
  const limit = toRateLimit(config)
  return toRateLimitHeaders(toAllowance(limit.burst, true, limit, clock.now()))
}

/** First of all hooks, so that even a refusal by a later one carries them. */
export const addStandardHeaders = (
  server: FastifyInstance,
  config: Config,
  clock: Clock,
  isStopping: () => boolean,
): void => {
  const headers = makeFullRateLimitHeaders(config, clock)
  server.addHook('onRequest', (request, reply, done) => {
    void reply.headers({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff', ...headers() })
    // HTTP/1.1 asks for it.
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      done(new AppError('invalid_request', 'the Host header is missing'))
    else done()
  })
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (isStopping()) void reply.header('connection', 'close')
    done(null, payload)
  })
}

export const rejectForeignHosts = (server: FastifyInstance, config: Config): void => {
  if (!isLoopback(config.HOST)) return
  server.addHook('onRequest', (request, _reply, done) => {
    if (isLoopbackHost(request.headers.host)) done()
    else done(new AppError('forbidden', 'this service listens on loopback only and takes no other Host'))
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

/** A page on another site can make a browser resolve its name to this machine; the Host header tells. */
const isLoopbackHost = (host: string | undefined): boolean => {
  const name = (host ?? '')
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase()
  return isLoopback(name)
}

/** By our own credentials, where they are on; else by what the project knows of its users. */
export const resolvePrincipal = async (
  request: IncomingRequest,
  { config, auth, users }: Pick<AccessDeps, 'config' | 'auth' | 'users'>,
): Promise<Principal> => {
  if (!users.isEnabled()) return auth.authenticate(request.headers)
  if (!config.AUTH_ENABLED) return users.identify(request)
  try {
    return await auth.authenticate(request.headers)
  } catch (error) {
    if (error instanceof AppError && error.code === 'unauthorized') return users.identify(request)
    throw error
  }
}

/** Who asks; where the credentials are wrong, only as often as they may be. */
export const authenticateRequest = async (
  request: FastifyRequest,
  reply: FastifyReply,
  deps: AccessDeps,
): Promise<Principal> =>
  resolvePrincipal(request, deps).catch((error: unknown) => {
    // Only those who fail are held back: a stranger's guesses must not lock out others at the same address.
    if (error instanceof AppError && error.code === 'unauthorized')
      applyRateLimit(deps.failedAuthLimiter(getHop(request)?.ip ?? request.ip), reply, deps)
    throw error
  })

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
      "users of the project's auth may use the LangGraph API only; this needs an API key of the service",
    )
  const { scope = 'read' } = request.routeOptions.config
  if (scope !== 'public' && !principal.scopes.has(scope)) {
    throw new AppError('forbidden', `this needs the scope ${scope}`, { scope })
  }
  request.principal = principal
  await deps.ensureTenant(principal.tenant_id)
}

const applyRateLimit = (rateLimit: Allowance, reply: FastifyReply, { metrics }: AccessDeps): void => {
  void reply.headers(toRateLimitHeaders(rateLimit))
  if (rateLimit.allowed) return
  metrics.rateLimited.inc()
  throw new AppError('rate_limit_exceeded', 'Too many requests', { retry_after: rateLimit.retryAfter })
}
