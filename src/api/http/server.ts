/** Builds the HTTP server: first the hooks that every request passes through, then the routes. */
import type { Socket } from 'node:net'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type { Clock } from '../../platform/clock.js'
import type { Config } from '../../config.js'
import { makeLocalLimiter, type RateLimiter } from '../../domain/rate-limits/rate-limiter.js'
import type { ProjectHost } from '../../engine/threads/project-host.js'
import { serializeJson } from '../../platform/large-json.js'
import { hideQueryValues, type Logger } from '../../platform/log.js'
import type { Metrics } from '../../platform/metrics.js'
import type { Tracing } from '../../platform/telemetry/tracing.js'
import type { AuditLog } from '../../domain/audit/audit-log.js'
import type { ConsoleSessions } from '../../domain/console-sessions.js'
import type { Runs } from '../../domain/runs/runs.js'
import type { IdempotencyStore } from '../../store/access/idempotency-keys.js'
import {
  enforceAccess,
  authenticateRequest,
  isPublic,
  requireDeclaredScopes,
  toRateLimit,
  rejectForeignHosts,
  getRequestId,
  addStandardHeaders,
  makeFullRateLimitHeaders,
} from './access.js'
import type { Auth } from './auth.js'
import { enableCors } from './cors.js'
import { rejectCrossSiteRequests } from './cross-site.js'
import { serveConsole } from '../console/serve.js'
import { serveDocs } from '../docs/serve.js'
import { makeBrokenRequestResponder, handleErrors, sendRouteNotFound } from './error-handler.js'
import { replayIdempotentRequests } from './idempotency.js'
import { parseJsonBodies } from './json-body.js'
import { hideDisabledRoutes } from '../langgraph/disabled-routes.js'
import { proxyToApp } from '../project/proxy-to-app.js'
import { getHop } from '../project/loopback-socket.js'
import { makeUserAuth } from '../project/user-auth.js'
import { registerRoutes, type Route } from './route.js'
import { serveSystem, type SystemDeps } from '../routes/system.js'
import { limitPendingRequests } from './pending-requests.js'
import { closeUnusedConnections } from './unused-connections.js'
import { traceRequests } from './trace-requests.js'
import { passValidationError, compileValidator } from './validation.js'

export interface ServerDeps {
  config: Config
  log: Logger
  clock: Clock
  metrics: Metrics
  /** Undefined: traces are off. */
  tracing: Tracing | undefined
  auth: Auth
  /** The langgraph.json project: its auth, its HTTP app and its settings. */
  project: ProjectHost
  limiter: RateLimiter
  idempotency: IdempotencyStore
  auditLog: AuditLog
  ensureTenant: (tenant: string) => Promise<void>
  system: SystemDeps
  /** The folder with the built documentation. */
  docsFolder: string
  console: {
    folder: string
    sessions: ConsoleSessions
    runs: Runs
    crash: (() => void) | undefined
  }
  routes: Route[]
  /** Registers routes that are not `Route` values: streams, LangGraph, OpenAI, MCP, A2A. */
  serveExtraRoutes: (server: FastifyInstance) => void
  /** Runs before the routes are registered; the generator of openapi.json uses it. */
  beforeRoutes?: (server: FastifyInstance) => Promise<void>
}

// Limits for slow clients: the headers must arrive within 15 s, the whole request within 30 s.
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
    // No child logger per request: creating it took 6 % of the main thread under create load, although nothing was
    // logged. Log lines that need the request id add it themselves.
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
    // Requests that arrive on open connections during shutdown are handled as usual.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: respondToBrokenRequest,
    // A path that cannot be decoded or is too long cannot exist, so it is a 404. No hook has run yet.
    frameworkErrors: (_error, request, reply) => {
      void reply.headers({ 'x-request-id': request.id, ...fullRateLimitHeaders() })
      void sendRouteNotFound(request, reply, 'The resource does not exist')
    },
    schemaErrorFormatter: passValidationError,
  })
  // Node would respond to these itself, not in our error format.
  server.server.on('checkExpectation', (request, response) =>
    server.server.emit('request', request, response),
  )
  server.server.on('connect', (_request, socket: Socket) => {
    respondToBrokenRequest(new Error('CONNECT'), socket)
  })
  closeUnusedConnections(server)
  server.setValidatorCompiler(compileValidator)
  // Responses are plain objects that we build, so compiling a serializer per route would only slow down the start.
  server.setSerializerCompiler(() => serializeJson as (data: unknown) => string)
  server.decorateRequest('largeInput')
  await deps.beforeRoutes?.(server)

  // Must come before all routes: a route uses the error handler that was set when it was registered.
  handleErrors(server, log, clock)
  addStandardHeaders(server, config, clock, deps.system.isStopping)
  recordRequestMetrics(server, metrics)
  if (deps.tracing !== undefined) traceRequests(server, deps.tracing, clock)
  await enableCors(server, config, () => deps.project.current?.http.cors)
  limitPendingRequests(server, { maxRequests: config.MAX_PENDING_REQUESTS, metrics })
  rejectForeignHosts(server, config)
  const users = makeUserAuth(deps.project, config, log)
  const accessDeps = { ...deps, users, failedAuthLimiter: makeLocalLimiter(toRateLimit(config), clock) }
  proxyToApp(server, {
    getApp: () => deps.project.app,
    authenticate: async (request, reply) => {
      // As on LangGraph's server, routes of a project with its own auth require credentials, unless the project turns it off.
      if (!(deps.project.current?.http.enable_custom_route_auth ?? users.isEnabled())) return null
      if ((!config.AUTH_ENABLED && !users.isEnabled()) || isPublic(request, config)) return null
      return (await authenticateRequest(request, reply, accessDeps)).user ?? null
    },
  })
  hideDisabledRoutes(server, () => deps.project.current?.http)
  enforceAccess(server, accessDeps)
  rejectCrossSiteRequests(server)
  parseJsonBodies(server)
  replayIdempotentRequests(server, deps.idempotency, clock, deps.log)

  requireDeclaredScopes(server)
  serveSystem(server, deps.system)
  serveDocs(server, { folder: deps.docsFolder, hasConsole: config.CONSOLE === 'on' })
  serveConsole(server, { ...accessDeps, ...deps.console })
  registerRoutes(server, deps.routes, { ...deps, maxBodyBytes: config.MAX_BODY_BYTES })
  deps.serveExtraRoutes(server)
  return server
}

const recordRequestMetrics = (server: FastifyInstance, { requests, requestDuration }: Metrics): void => {
  server.addHook('onResponse', (request, reply, done) => {
    // A request proxied by the project's app was already counted when it arrived from the client.
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
      {
        request_id: request.id,
        method,
        url: hideQueryValues(request.url),
        status: reply.statusCode,
        seconds,
      },
      'request',
    )
    done()
  })
}
