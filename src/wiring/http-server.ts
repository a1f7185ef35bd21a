/** Composes the HTTP server: authentication, rate limits, the routes of every feature and the system endpoints. */
import type { FastifyInstance } from 'fastify'
import { describeLimits, toRateLimit } from '../api/http/access.js'
import { makeAuth, listConfiguredSecrets } from '../api/http/auth.js'
import { canCrash } from '../api/console/crash.js'
import { makeServer } from '../api/http/server.js'
import type { EventStreams } from '../api/http/sse.js'
import { apiKeyRoutes } from '../api/routes/api-keys.js'
import { auditRoutes } from '../api/routes/audit.js'
import { assistantRoutes } from '../api/routes/assistants.js'
import { serveChangeStream } from '../api/routes/change-stream.js'
import { serveDatasetFiles } from '../api/routes/dataset-files.js'
import { datasetRoutes } from '../api/routes/datasets.js'
import { serveEvaluationStream } from '../api/routes/evaluation-stream.js'
import { serveResultExport } from '../api/routes/result-export.js'
import { evaluationRoutes } from '../api/routes/evaluations.js'
import { feedbackRoutes } from '../api/routes/feedback.js'
import { guardrailApiRoutes } from '../api/routes/guardrails.js'
import { judgeRoutes } from '../api/routes/judge.js'
import { meRoutes } from '../api/routes/me.js'
import { messageRoutes } from '../api/routes/messages.js'
import { nodeRoutes } from '../api/routes/nodes.js'
import { serveRunStream } from '../api/routes/run-stream.js'
import { runOperationRoutes } from '../api/routes/run-operations.js'
import { runRoutes } from '../api/routes/runs.js'
import type { SystemDeps } from '../api/routes/system.js'
import { scheduleRoutes } from '../api/routes/schedules.js'
import { searchRoutes } from '../api/routes/search.js'
import { secretRoutes } from '../api/routes/secrets.js'
import { statisticsRoutes } from '../api/routes/statistics.js'
import { threadRoutes } from '../api/routes/threads.js'
import { viewRoutes } from '../api/routes/views.js'
import { webhookRoutes } from '../api/routes/webhooks.js'
import type { Config } from '../config.js'
import { CONSOLE_BUCKET_PREFIX, makeConsoleSessions } from '../domain/console-sessions.js'
import {
  limitTenants,
  makeLocalLimiter,
  makeSharedLimiter,
  type RateLimiter,
} from '../domain/rate-limits/rate-limiter.js'
import type { RateLimit } from '../domain/rate-limits/token-bucket.js'
import { makeRunEvents } from '../domain/runs/run-events.js'
import { isDemoMode } from '../engine/models/environment.js'
import type { ProjectCode } from '../engine/project-code.js'
import type { ProjectHost } from '../engine/threads/project-host.js'
import type { Bus } from '../events/bus.js'
import type { Clock } from '../platform/clock.js'
import type { Logger } from '../platform/log.js'
import type { EventLoopDelay } from '../platform/event-loop-delay.js'
import type { Metrics } from '../platform/metrics.js'
import type { Tracing } from '../platform/telemetry/tracing.js'
import { langGraphVersion, version } from '../platform/version.js'
import { makeRateBucketStore } from '../store/access/rate-buckets.js'
import type { DatabaseHealth } from '../store/sql/database-health.js'
import type { Database } from '../store/sql/database.js'
import type { Stores } from './database.js'
import type { wireEvaluations } from './evaluations.js'
import type { wireGuardrails } from './guardrails.js'
import type { wireLangGraph } from './langgraph.js'
import type { Resources } from './resources.js'
import type { wireRetention } from './retention.js'
import type { wireStatistics } from './statistics.js'

interface Deps {
  config: Config
  db: Database
  databaseHealth: DatabaseHealth
  stores: Stores
  resources: Resources
  guardrails: ReturnType<typeof wireGuardrails>
  evaluations: ReturnType<typeof wireEvaluations>
  langGraph: ReturnType<typeof wireLangGraph>
  statistics: ReturnType<typeof wireStatistics>
  retention: ReturnType<typeof wireRetention>
  host: ProjectHost
  graphs: string[]
  projectCode: ProjectCode
  streams: EventStreams
  bus: Bus
  clock: Clock
  log: Logger
  metrics: Metrics
  tracing: Tracing | undefined
  getEngineLoad: () => { executing: number; threads: number }
  getThreadDelays: () => Record<string, EventLoopDelay>
  isStopping: () => boolean
  /** The folder with the built console. */
  consoleFolder: string
  /** The folder with the built documentation. */
  docsFolder: string
  /** Kills and restarts the service. Undefined: nothing would restart it. */
  crash: (() => void) | undefined
  /** Runs before the routes are registered; the generator of openapi.json hooks in here. */
  beforeRoutes?: (server: FastifyInstance) => Promise<void>
}

export const wireHttpServer = (deps: Deps): Promise<FastifyInstance> => {
  const { config, stores, resources, evaluations, langGraph, clock, bus, streams } = deps
  const { runs, cancellation, resumption } = resources
  const sessions = makeConsoleSessions({ ...stores, clock, secrets: listConfiguredSecrets(config) })
  const auth = makeAuth(config, resources.apiKeys, sessions, clock)
  const limiter = makeLimiter(deps)
  return makeServer({
    config,
    log: deps.log,
    clock,
    metrics: deps.metrics,
    tracing: deps.tracing,
    auth,
    limiter,
    project: deps.host,
    idempotency: stores.idempotency,
    auditLog: resources.auditLog,
    ensureTenant: oncePerTenant(resources.assistants.ensureBuiltIn),
    system: makeSystemDeps(deps),
    docsFolder: deps.docsFolder,
    console: { folder: deps.consoleFolder, sessions, runs, crash: deps.crash },
    routes: [
      ...assistantRoutes(resources.assistants),
      ...threadRoutes(resources.threads),
      ...messageRoutes(resources.messages),
      ...runRoutes({
        bus,
        runs,
        runLists: resources.runLists,
        runEvents: makeRunEvents({ runs, runEvents: stores.runEvents }),
        cancellation,
        resumption,
      }),
      ...runOperationRoutes(resources),
      ...webhookRoutes(resources.webhooks, resources.deliveries, resources.deliveryFigures),
      ...guardrailApiRoutes(deps.guardrails),
      ...datasetRoutes(evaluations),
      ...evaluationRoutes(evaluations),
      ...judgeRoutes(evaluations),
      ...feedbackRoutes(evaluations),
      ...secretRoutes(resources.namedSecrets),
      ...statisticsRoutes(deps.statistics.statistics, deps.retention.storage),
      ...searchRoutes(deps.statistics.search),
      ...viewRoutes(deps.statistics.views),
      ...nodeRoutes(deps.statistics.nodes),
      ...scheduleRoutes(langGraph),
      ...auditRoutes(resources.auditLog),
      ...meRoutes(describeLimits(config)),
      ...apiKeyRoutes(resources.apiKeys, auth.clearCache),
    ],
    serveExtraRoutes: (server) => {
      langGraph.serve(server, { auth, limiter, auditLog: resources.auditLog })
      serveDatasetFiles(server, evaluations.examples)
      serveResultExport(server, evaluations.evaluations)
      serveEvaluationStream(server, { ...evaluations, bus, streams })
      serveChangeStream(server, { ...deps.statistics, streams })
      serveRunStream(server, { runs, runEvents: stores.runEvents, bus, streams })
    },
    ...(deps.beforeRoutes && { beforeRoutes: deps.beforeRoutes }),
  })
}

/** The console sends many requests for one action of a person. */
const CONSOLE_RATE_LIMIT: RateLimit = { scope: 'key', perMinute: 600, burst: 1200 }

const makeLimiter = (deps: Deps): RateLimiter => {
  const apiLimiter = makeBucketLimiter(deps, toRateLimit(deps.config))
  const consoleLimiter = makeBucketLimiter(deps, CONSOLE_RATE_LIMIT)
  const keyLimiter: RateLimiter = (tenant, bucket) =>
    (bucket.startsWith(CONSOLE_BUCKET_PREFIX) ? consoleLimiter : apiLimiter)(tenant, bucket)
  const perMinute = deps.config.TENANT_RATE_LIMIT_PER_MINUTE
  if (perMinute === 0) return keyLimiter
  const tenantLimit: RateLimit = { scope: 'tenant', perMinute, burst: 2 * perMinute }
  return limitTenants(keyLimiter, makeBucketLimiter(deps, tenantLimit))
}

/** Nodes that share a database share the buckets in it; a single node keeps them in memory. */
const makeBucketLimiter = ({ db, clock }: Deps, limit: RateLimit): RateLimiter => {
  if (db.dialect.supportsMultipleNodes) return makeSharedLimiter(limit, clock, makeRateBucketStore(db))
  const limiter = makeLocalLimiter(limit, clock)
  return (tenant, bucket) => limiter(`${tenant}\n${bucket}`)
}

const makeSystemDeps = ({
  config,
  db,
  databaseHealth,
  stores,
  clock,
  metrics,
  graphs,
  projectCode,
  isStopping,
  getEngineLoad,
  getThreadDelays,
  retention,
  crash,
}: Deps): SystemDeps => {
  const isDemo = isDemoMode(config)
  return {
    info: {
      name: 'heddle',
      version,
      api_version: 'v1',
      database: db.dialect.name,
      durability: config.DURABILITY,
      auth_enabled: config.AUTH_ENABLED,
      role: config.ROLE,
      demo_mode: isDemo,
      default_model: config.DEFAULT_MODEL ?? (isDemo ? 'demo' : null),
      graphs,
      console: config.CONSOLE === 'on',
      can_crash: canCrash({ config, crash }),
      context: 'js',
      langgraph_js_version: langGraphVersion,
      limits: describeLimits(config),
      flags: { assistants: true, crons: true, langsmith: false, langsmith_tracing_replicas: false },
    },
    getGraphStates: projectCode.getGraphStates,
    startedAt: clock.now(),
    now: () => clock.now(),
    metrics,
    checkDatabase: () => databaseHealth.check(),
    countQueuedRuns: () => stores.runs.countQueued(),
    getWebhookStats: () => stores.webhooks.getMetrics(),
    refreshStorageMetrics: retention.storage.refresh,
    isStopping,
    getEngineLoad,
    getThreadDelays,
  }
}

/** Concurrent first requests of a tenant share one call; after a failed call the next request tries again. */
const oncePerTenant = (ensure: (tenant: string) => Promise<void>): ((tenant: string) => Promise<void>) => {
  const calls = new Map<string, Promise<void>>()
  return (tenant) => {
    let call = calls.get(tenant)
    if (call === undefined) {
      call = ensure(tenant).catch((error: unknown) => {
        calls.delete(tenant)
        throw error
      })
      calls.set(tenant, call)
    }
    return call
  }
}
