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
  guardAccess,
  identify,
  isPublic,
  limitOf,
  refuseForeignHosts,
  requestId,
  stampAnswers,
  unlimitedHeaders,
} from './access.js'
import type { Auth } from './auth.js'
import { allowOrigins } from './cors.js'
import { serveDocs } from '../routes/docs-page.js'
import { answerBrokenRequest, handleErrors, sendNoRoute } from './error-handler.js'
import { replayAnswers } from './idempotency.js'
import { readJsonBodies } from './json-body.js'
import { hideDisabled } from '../langgraph/disabled-routes.js'
import { handOverToApp } from '../project/proxy-to-app.js'
import { hopOf } from '../project/loopback-socket.js'
import { makeUserAuth } from '../project/user-auth.js'
import { register, type Route } from './route.js'
import { serveSystem, type System } from '../routes/system.js'
import { closeUnused } from './unused-connections.js'
import { formatValidation, makeValidatorCompiler } from './validation.js'

export interface ServerParts {
  config: Config
  log: Logger
  clock: Clock
  metrics: Metrics
  auth: Auth
  /** Its users, its app and its settings. */
  project: ProjectHost
  limiter: RateLimiter
  idempotency: IdempotencyStore
  welcome: (tenant: string) => Promise<void>
  system: System
  routes: Route[]
  /** Routes that answer in their own way. */
  serveMore: (server: FastifyInstance) => void
  /** Runs before the routes are added; openapi.json is generated through it. */
  prepare?: (server: FastifyInstance) => Promise<void>
}

// A request that drips in is cut off: headers after 15 s, the whole of it after 30 s.
const HEADERS_MS = 15_000
const REQUEST_MS = 30_000

export const makeServer = async (parts: ServerParts): Promise<FastifyInstance> => {
  const { config, log, clock, metrics } = parts
  const loggerInstance: FastifyBaseLogger = log
  const unlimited = unlimitedHeaders(config, clock)
  const refuseBroken = answerBrokenRequest(log, unlimited)
  const server = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    // No logger of its own for each request: making it took 6 % of the main thread under creates, though nothing was
    // logged. Lines that need the request id name it.
    childLoggerFactory: (logger) => logger,
    genReqId: requestId,
    requestIdHeader: false,
    trustProxy: config.TRUST_PROXY,
    bodyLimit: config.MAX_BODY_BYTES,
    requestTimeout: REQUEST_MS,
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: 1_000, requireHostHeader: false },
    // While it closes, what still comes in on open connections is answered like everything else.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: refuseBroken,
    // A path that cannot be decoded, or is absurdly long, names nothing that could exist. No hook has run yet.
    frameworkErrors: (_error, request, reply) => {
      void reply.headers({ 'x-request-id': request.id, ...unlimited() })
      void sendNoRoute(request, reply, 'there is no such resource')
    },
    schemaErrorFormatter: formatValidation,
  })
  // Node would answer these by itself, and not in our form.
  server.server.on('checkExpectation', (request, response) =>
    server.server.emit('request', request, response),
  )
  server.server.on('connect', (_request, socket: Socket) => {
    refuseBroken(new Error('CONNECT'), socket)
  })
  closeUnused(server)
  server.setValidatorCompiler(makeValidatorCompiler())
  // Answers are plain data by our own hand; a serialiser for every route would only slow the start.
  server.setSerializerCompiler(() => JSON.stringify)
  await parts.prepare?.(server)

  // Before anything that adds routes: a route keeps the error handler that it was born under.
  handleErrors(server)
  stampAnswers(server, config, clock, parts.system.isStopping)
  measureRequests(server, metrics)
  await allowOrigins(server, config, () => parts.project.current?.http.cors)
  refuseForeignHosts(server, config)
  const users = makeUserAuth(parts.project, config, log)
  const access = { ...parts, users, failures: makeLocalLimiter(limitOf(config), clock) }
  handOverToApp(server, {
    app: () => parts.project.app,
    admit: async (request, reply) => {
      if (parts.project.current?.http.enable_custom_route_auth !== true) return null
      if ((!config.AUTH_ENABLED && !users.isOn()) || isPublic(request, config)) return null
      return (await identify(request, reply, access)).user ?? null
    },
  })
  hideDisabled(server, () => parts.project.current?.http)
  guardAccess(server, access)
  readJsonBodies(server)
  replayAnswers(server, parts.idempotency, clock)

  serveSystem(server, parts.system)
  serveDocs(server)
  register(server, parts.routes, config.MAX_BODY_BYTES)
  parts.serveMore(server)
  return server
}

const measureRequests = (server: FastifyInstance, { requests, latency }: Metrics): void => {
  server.addHook('onResponse', (request, reply, done) => {
    // It was counted where it came in.
    if (hopOf(request) !== undefined) {
      done()
      return
    }
    const { method } = request
    const route = request.routeOptions.url ?? 'none'
    const seconds = reply.elapsedTime / 1000
    requests.inc({ method, route, status: reply.statusCode })
    latency.observe({ method, route }, seconds)
    request.log.debug(
      { request_id: request.id, method, url: request.url, status: reply.statusCode, seconds },
      'request',
    )
    done()
  })
}
