/** The HTTP server, put together: what every request passes, then the routes. */
import type { Socket } from 'node:net'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type { Clock } from '../../platform/clock.js'
import type { Config } from '../../config.js'
import { makeLocalLimiter, type RateLimiter } from '../../domain/rate-limits/rate-limiter.js'
import type { ProjectHost } from '../../engine/threads/project-host.js'
import type { Logger } from '../../platform/log.js'
import type { Metrics } from '../../platform/metrics.js'
import type { IdempotencyStore } from '../../store/access/idempotency-keys.js'
import {
  enforceAccess,
  authenticateRequest,
  isPublic,
  toRateLimit,
  rejectForeignHosts,
  getRequestId,
  addStandardHeaders,
  makeFullRateLimitHeaders,
} from './access.js'
import type { Auth } from './auth.js'
import { enableCors } from './cors.js'
import { serveDocs } from '../routes/docs-page.js'
import { makeBrokenRequestResponder, handleErrors, sendRouteNotFound } from './error-handler.js'
import { replayIdempotentRequests } from './idempotency.js'
import { parseJsonBodies } from './json-body.js'
import { hideDisabledRoutes } from '../langgraph/disabled-routes.js'
import { proxyToApp } from '../project/proxy-to-app.js'
import { getHop } from '../project/loopback-socket.js'
import { makeUserAuth } from '../project/user-auth.js'
import { registerRoutes, type Route } from './route.js'
import { serveSystem, type SystemDeps } from '../routes/system.js'
import { closeUnusedConnections } from './unused-connections.js'
import { passValidationError, makeValidatorCompiler } from './validation.js'

export interface ServerDeps {
  config: Config
  log: Logger
  clock: Clock
  metrics: Metrics
  auth: Auth
  /** Its users, its app and its settings. */
  project: ProjectHost
  limiter: RateLimiter
  idempotency: IdempotencyStore
  ensureTenant: (tenant: string) => Promise<void>
  system: SystemDeps
  routes: Route[]
  /** Routes that answer in their own way. */
  serveExtraRoutes: (server: FastifyInstance) => void
  /** Runs before the routes are added; openapi.json is generated through it. */
  beforeRoutes?: (server: FastifyInstance) => Promise<void>
}

// A request that drips in is cut off: headers after 15 s, the whole of it after 30 s.
const HEADERS_TIMEOUT_MS = 15_000
const REQUEST_TIMEOUT_MS = 30_000

export const makeServer = async (deps: ServerDeps): Promise<FastifyInstance> => {
  const { config, log, clock, metrics } = deps
  const loggerInstance: FastifyBaseLogger = log
  const fullRateLimitHeaders = makeFullRateLimitHeaders(config, clock)
  const respondToBrokenRequest = makeBrokenRequestResponder(log, fullRateLimitHeaders)
  const server = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    // No logger of its own for each request: making it took 6 % of the main thread under creates, though nothing was
    // logged. Lines that need the request id name it.
    childLoggerFactory: (logger) => logger,
    genReqId: getRequestId,
    requestIdHeader: false,
    trustProxy: config.TRUST_PROXY,
    bodyLimit: config.MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: 1_000,
      requireHostHeader: false,
    },
    // While it closes, what still comes in on open connections is answered like everything else.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: respondToBrokenRequest,
    // A path that cannot be decoded, or is absurdly long, names nothing that could exist. No hook has run yet.
    frameworkErrors: (_error, request, reply) => {
      void reply.headers({ 'x-request-id': request.id, ...fullRateLimitHeaders() })
      void sendRouteNotFound(request, reply, 'there is no such resource')
    },
    schemaErrorFormatter: passValidationError,
  })
  // Node would answer these by itself, and not in our form.
  server.server.on('checkExpectation', (request, response) =>
    server.server.emit('request', request, response),
  )
  server.server.on('connect', (_request, socket: Socket) => {
    respondToBrokenRequest(new Error('CONNECT'), socket)
  })
  closeUnusedConnections(server)
  server.setValidatorCompiler(makeValidatorCompiler())
  // Answers are plain data by our own hand; a serialiser for every route would only slow the start.
  server.setSerializerCompiler(() => JSON.stringify)
  await deps.beforeRoutes?.(server)

  // Before anything that adds routes: a route keeps the error handler that it was born under.
  handleErrors(server)
  addStandardHeaders(server, config, clock, deps.system.isStopping)
  recordRequestMetrics(server, metrics)
  await enableCors(server, config, () => deps.project.current?.http.cors)
  rejectForeignHosts(server, config)
  const users = makeUserAuth(deps.project, config, log)
  const accessDeps = { ...deps, users, failedAuthLimiter: makeLocalLimiter(toRateLimit(config), clock) }
  proxyToApp(server, {
    getApp: () => deps.project.app,
    authenticate: async (request, reply) => {
      if (deps.project.current?.http.enable_custom_route_auth !== true) return null
      if ((!config.AUTH_ENABLED && !users.isEnabled()) || isPublic(request, config)) return null
      return (await authenticateRequest(request, reply, accessDeps)).user ?? null
    },
  })
  hideDisabledRoutes(server, () => deps.project.current?.http)
  enforceAccess(server, accessDeps)
  parseJsonBodies(server)
  replayIdempotentRequests(server, deps.idempotency, clock)

  serveSystem(server, deps.system)
  serveDocs(server)
  registerRoutes(server, deps.routes, config.MAX_BODY_BYTES)
  deps.serveExtraRoutes(server)
  return server
}

const recordRequestMetrics = (server: FastifyInstance, { requests, requestDuration }: Metrics): void => {
  server.addHook('onResponse', (request, reply, done) => {
    // It was counted where it came in.
    if (getHop(request) !== undefined) {
      done()
      return
    }
    const { method } = request
    const route = request.routeOptions.url ?? 'none'
    const seconds = reply.elapsedTime / 1000
    requests.inc({ method, route, status: reply.statusCode })
    requestDuration.observe({ method, route }, seconds)
    request.log.debug(
      { request_id: request.id, method, url: request.url, status: reply.statusCode, seconds },
      'request',
    )
    done()
  })
}
