/** The composition root: every part is made here, once, and given what it needs. */
import { resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { toRateLimit } from './api/http/access.js'
import { makeAuth } from './api/http/auth.js'
import { apiKeyRoutes } from './api/routes/api-keys.js'
import { getLocalOrigin } from './api/http/listen.js'
import { openLoopbackSocket } from './api/project/loopback-socket.js'
import { assistantRoutes } from './api/routes/assistants.js'
import { serveDatasetFiles } from './api/routes/dataset-files.js'
import { datasetRoutes } from './api/routes/datasets.js'
import { serveEvaluationStream } from './api/routes/evaluation-stream.js'
import { evaluationRoutes } from './api/routes/evaluations.js'
import { feedbackRoutes } from './api/routes/feedback.js'
import { guardrailApiRoutes } from './api/routes/guardrails.js'
import { judgeRoutes } from './api/routes/judge.js'
import { messageRoutes } from './api/routes/messages.js'
import { runRoutes } from './api/routes/runs.js'
import { serveRunStream } from './api/routes/run-stream.js'
import { threadRoutes } from './api/routes/threads.js'
import { webhookRoutes } from './api/routes/webhooks.js'
import { makeServer } from './api/http/server.js'
import { EventStreams } from './api/http/sse.js'
import { systemClock, type Clock } from './platform/clock.js'
import { allowsPrivateTargets, getConfigWarnings, type Config } from './config.js'
import { DEFAULT_TENANT, makeApiKeys } from './domain/api-keys.js'
import { makeAssistants } from './domain/assistants.js'
import { BUILT_IN_GRAPH } from './domain/built-in-graph.js'
import { makeDeliveries } from './domain/webhooks/deliveries.js'
import { makeStoreItems } from './domain/store-items/store-items.js'
import { makeMessages } from './domain/messages.js'
import { makeOutbox } from './domain/webhooks/outbox.js'
import { makeLocalLimiter, makeSharedLimiter, type RateLimiter } from './domain/rate-limits/rate-limiter.js'
import { makeRunResumption } from './domain/runs/run-resumption.js'
import { makeRunCancellation } from './domain/runs/run-cancellation.js'
import { makeRunWebhookCheck } from './domain/webhooks/check-run-webhook.js'
import { makeRuns } from './domain/runs/runs.js'
import { makeThreads } from './domain/threads.js'
import { makeWebhooks } from './domain/webhooks/webhooks.js'
import { makeEngine, makeExecutorPool, makeProjectHost } from './engine/engine.js'
import { makeGraphInspector } from './engine/graph-inspector.js'
import { isDemoMode } from './engine/models/environment.js'
import { checkTools } from './engine/tools/check-tools.js'
import { Bus } from './events/bus.js'
import { NodeRelay } from './events/node-relay.js'
import { wireEvaluations } from './wiring/evaluations.js'
import { makeGuardrailFeature, openGuardrailFile, startAuditPurge } from './wiring/guardrails.js'
import { newId } from './platform/ids.js'
import { makeLangGraph } from './wiring/langgraph.js'
import type { Logger } from './platform/log.js'
import { makeMetrics, type Metrics } from './platform/metrics.js'
import type { Project } from './project/read-project.js'
import { makeApiKeyStore } from './store/access/api-keys.js'
import { makeAssistantStore } from './store/assistants/assistants.js'
import { makeCheckpointStore } from './store/threads/checkpoints.js'
import { Database } from './store/sql/database.js'
import { makeIdempotencyStore } from './store/access/idempotency-keys.js'
import { makeStoreItemStore } from './store/store-items/store-items.js'
import { makeMessageStore } from './store/threads/messages.js'
import { makeRateBucketStore } from './store/access/rate-buckets.js'
import { makeRunEventStore } from './store/runs/events.js'
import { makeRunQueue } from './store/runs/queue.js'
import { makeRunStore } from './store/runs/runs.js'
import { makeThreadStore } from './store/threads/threads.js'
import { makeDeliveryStore } from './store/webhooks/deliveries.js'
import { makeWebhookEventStore } from './store/webhooks/events.js'
import { makeWebhookStore } from './store/webhooks/webhooks.js'
import { langGraphVersion, version } from './platform/version.js'
import { makeDispatcher } from './webhooks/make-dispatcher.js'

const PURGE_MS = 10 * 60 * 1000
/** Runs that ended last are often told of in this time; what is not is told after the next start. */
const WEBHOOK_STOP_GRACE_MS = 1_000

export interface App {
  server: FastifyInstance
  /** The first admin key, if this start made one. It is shown once and stored hashed. */
  firstKey: string | undefined
  /** Begins to execute runs; those that a crash left behind are in the queue again when it resolves. */
  start: () => Promise<void>
  /** The project, or the code of its graphs, changed. */
  reload: (project: Project) => Promise<void>
  /** GUARDRAILS_FILE changed. Throws when it is broken; then what was in force stays. */
  reloadGuardrails: () => Promise<unknown>
  stop: () => Promise<void>
}

export interface AppOptions {
  config: Config
  project?: Project | null
  log: Logger
  clock?: Clock
  prepare?: (server: FastifyInstance) => Promise<void>
}

/** Opens the store, migrates it and puts the server together. It does not listen yet. */
export const makeApp = async ({
  config,
  log,
  project = null,
  clock = systemClock,
  prepare,
}: AppOptions): Promise<App> => {
  const metrics = makeMetrics()
  for (const warning of getConfigWarnings(config)) log.warn(warning)
  const guardrailFile = await openGuardrailFile(config, clock)
  const db = await openDatabase(config, log, clock, metrics)

  const apiKeyStore = makeApiKeyStore(db)
  const assistantStore = makeAssistantStore(db)
  const threadStore = makeThreadStore(db)
  const messageStore = makeMessageStore(db)
  const runStore = makeRunStore(db)
  const runEvents = makeRunEventStore(db)
  const checkpoints = makeCheckpointStore(db)
  const queue = makeRunQueue(db)
  const idempotency = makeIdempotencyStore(db)
  const webhookStore = makeWebhookStore(db)
  const webhookEvents = makeWebhookEventStore(db)
  const deliveryStore = makeDeliveryStore(db)

  const apiKeys = makeApiKeys({ apiKeys: apiKeyStore, clock })
  const bus = new Bus()
  const graphs = listGraphs(project)
  const stores = { assistants: assistantStore, threads: threadStore, runs: runStore, checkpoints, runEvents }
  const webhookDeps = { webhooks: webhookStore, webhookEvents, deliveries: deliveryStore, bus, clock }
  const outbox = makeOutbox(webhookDeps)
  const allowPrivate = allowsPrivateTargets(config)
  const webhooks = makeWebhooks({ ...webhookDeps, outbox, allowPrivate })
  const deliveries = makeDeliveries(webhookDeps)
  const cancellation = makeRunCancellation({ ...stores, outbox, bus, clock })
  const guardrails = makeGuardrailFeature({
    db,
    assistants: assistantStore,
    file: guardrailFile,
    config,
    clock,
  })
  const checks = { checkTools, checkGuardrails: guardrails.guardrailResolver.validate }
  const host = makeProjectHost(config, project, log)
  const checkWebhook = makeRunWebhookCheck(() => ({
    allowPrivate,
    rules: host.current?.webhooks.rules ?? {},
    hasApp: host.app !== undefined,
  }))
  const describeGraph = (graph_id: string) => host.current?.descriptions[graph_id]
  const assistants = makeAssistants({ ...stores, ...checks, cancellation, graphs, describeGraph, clock })
  const getDefaultTtlMinutes = () => host.current?.threadTtl.default_ttl
  const threads = makeThreads({ ...stores, cancellation, clock, getDefaultTtlMinutes })
  const messages = makeMessages({ messages: messageStore, threads: threadStore, clock })
  const runs = makeRuns({ ...stores, messages: messageStore, cancellation, bus, clock, checkWebhook })
  const resumption = makeRunResumption({ runs: runStore, bus, clock })
  const storeItems = makeStoreItems({
    itemStore: makeStoreItemStore(db),
    clock,
    ttl: () => host.current?.storeTtl ?? {},
  })
  const executors = makeExecutorPool(config, project, log)
  const engineDeps = {
    ...stores,
    messages: messageStore,
    queue,
    cancellation,
    guardrailResolver: guardrails.guardrailResolver,
    decisionLog: guardrails.decisionLog,
    outbox,
    storeItems,
    bus,
    clock,
    log,
    metrics,
    config,
    executors,
  }
  const graphInspector = makeGraphInspector(engineDeps)
  const evaluations = wireEvaluations({ ...engineDeps, db })
  const engine =
    config.ROLE === 'api'
      ? undefined
      : makeEngine({ ...engineDeps, isClustered: db.dialect.supportsMultipleNodes })
  const streams = new EventStreams(metrics)
  const langGraph = makeLangGraph({
    ...engineDeps,
    assistants,
    threads,
    runs,
    assistantStore,
    threadStore,
    runStore,
    resumption,
    graphInspector,
    streams,
    db,
    host,
    checkWebhook,
  })
  const relay = new NodeRelay(db, bus, newId(), (error) => {
    log.warn({ err: error }, 'hints do not reach the other nodes; they look every few seconds')
  })
  const isDemo = isDemoMode(config)

  // Nobody else can be working on a request when the database is ours alone.
  if (!db.dialect.supportsMultipleNodes) await idempotency.removeUnfinished()
  await assistants.ensureBuiltIn(DEFAULT_TENANT)
  const firstKey = needsFirstKey(config) ? await apiKeys.createFirst() : undefined

  const auth = makeAuth(config, apiKeys, clock)
  const limit = toRateLimit(config)
  const localLimiter = makeLocalLimiter(limit, clock)
  const limiter: RateLimiter = db.dialect.supportsMultipleNodes
    ? makeSharedLimiter(limit, clock, makeRateBucketStore(db))
    : (tenant, bucket) => localLimiter(`${tenant}\n${bucket}`)
  let isStopping = false

  const server = await makeServer({
    config,
    log,
    clock,
    metrics,
    auth,
    project: host,
    idempotency,
    limiter,
    ensureTenant: oncePerTenant(assistants.ensureBuiltIn),
    system: {
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
        context: 'js',
        langgraph_js_version: langGraphVersion,
        flags: { assistants: true, crons: true, langsmith: false, langsmith_tracing_replicas: false },
      },
      startedAt: clock.now(),
      now: () => clock.now(),
      metrics,
      checkDatabase: () => db.ping(),
      countQueuedRuns: () => runStore.countQueued(),
      getWebhookStats: () => webhookStore.getMetrics(),
      isStopping: () => isStopping,
      getEngineLoad: () => engine?.load() ?? { executing: 0, threads: 0 },
    },
    routes: [
      ...assistantRoutes(assistants),
      ...threadRoutes(threads),
      ...messageRoutes(messages),
      ...runRoutes(runs, cancellation, resumption),
      ...webhookRoutes(webhooks, deliveries),
      ...guardrailApiRoutes(guardrails),
      ...datasetRoutes(evaluations),
      ...evaluationRoutes(evaluations),
      ...judgeRoutes(evaluations),
      ...feedbackRoutes(evaluations),
      ...apiKeyRoutes(apiKeys, auth.clearCache),
    ],
    serveExtraRoutes: (instance) => {
      langGraph.serve(instance, { auth, limiter })
      serveDatasetFiles(instance, evaluations.examples)
      serveEvaluationStream(instance, { ...evaluations, bus, streams })
      serveRunStream(instance, { runs, runEvents, bus, streams })
    },
    ...(prepare && { beforeRoutes: prepare }),
  })
  const dispatcher =
    config.ROLE === 'api'
      ? undefined
      : makeDispatcher({
          ...webhookDeps,
          outbox,
          log,
          metrics,
          config,
          shared: db.dialect.supportsMultipleNodes,
          getRunWebhookHeaders: () => host.current?.webhooks.headers ?? {},
          serverOrigin: getLocalOrigin(server),
        })
  if (isDemo) log.info('no model provider is configured: the built-in demo model answers')

  const idempotencyPurgeTimer = setInterval(() => {
    idempotency.removeExpired(clock.now()).catch((error: unknown) => {
      log.warn({ err: error }, 'expired idempotency keys could not be removed')
    })
  }, PURGE_MS).unref()

  let closeLoopbackSocket: (() => Promise<void>) | undefined
  let stopAuditPurge: (() => void) | undefined
  let stopped: Promise<void> | undefined
  const stop = async (): Promise<void> => {
    isStopping = true
    clearInterval(idempotencyPurgeTimer)
    stopAuditPurge?.()
    streams.close()
    // An answer of the project's app that has no end must not keep us.
    const hostStopTimer = setTimeout(() => void host.stop(), getDrainMs(config)).unref()
    // Requests and runs come to their ends side by side.
    await Promise.all([
      server.close(),
      evaluations.evaluationRunner.stop(),
      langGraph.stop(),
      engine?.stop(getDrainMs(config)),
    ])
    await executors.stop()
    clearTimeout(hostStopTimer)
    await host.stop()
    await closeLoopbackSocket?.()
    await dispatcher?.stop(WEBHOOK_STOP_GRACE_MS)
    await relay.stop()
    await db.close()
  }
  return {
    server,
    firstKey,
    start: async () => {
      for (const name of project?.ignoredSettings ?? [])
        log.info(`langgraph.json: ${name} has no effect here`)
      if (project !== null) closeLoopbackSocket = await openLoopbackSocket(server, host.loopbackSocket)
      await host.start()
      await relay.start()
      await engine?.start()
      await dispatcher?.start()
      if (engine !== undefined) {
        await evaluations.evaluationRunner.start()
        langGraph.start()
      }
      stopAuditPurge = startAuditPurge(guardrails.decisionLog, clock, log)
    },
    reload: async (changedProject) => {
      await host.replace(changedProject)
      graphs.splice(0, graphs.length, ...listGraphs(changedProject))
      await assistants.ensureBuiltIn(DEFAULT_TENANT)
      await engine?.reload(changedProject)
    },
    reloadGuardrails: guardrailFile.reload,
    stop: () => (stopped ??= stop()),
  }
}

/** A project may have an `agent` of its own, which then takes the place of ours. */
const listGraphs = (project: Project | null): string[] => [
  ...new Set([BUILT_IN_GRAPH, ...Object.keys(project?.graphs ?? {})]),
]

/** The rest of the grace period is for handing back what did not end. */
const getDrainMs = ({ SHUTDOWN_GRACE_SECONDS }: Config): number =>
  Math.max(0, SHUTDOWN_GRACE_SECONDS * 1000 - 2_000)

const openDatabase = async (
  config: Config,
  log: Logger,
  clock: Clock,
  metrics: Metrics,
): Promise<Database> => {
  const db = await Database.open({
    url: config.DATABASE_URL.replace(/^sqlite:(.*)$/, (_, file: string) => `sqlite:${resolve(file)}`),
    durability: config.DURABILITY,
    exclusive: true,
    poolSize: config.DATABASE_POOL_SIZE ?? 10,
    onCommit: (batches, seconds) => {
      metrics.batches.inc(batches)
      metrics.commitSize.observe(batches)
      metrics.commitDuration.observe(seconds)
    },
    onError: (error) => {
      log.warn({ err: error }, 'a database connection broke')
    },
  })
  const appliedMigrations = await db.migrate(clock.now()).catch(async (error: unknown) => {
    await db.close()
    throw error
  })
  if (appliedMigrations.length > 0) log.info({ applied: appliedMigrations }, 'database migrated')
  return db
}

const needsFirstKey = ({ AUTH_ENABLED, API_KEYS, JWT_SECRET, JWT_JWKS_URL }: Config): boolean =>
  AUTH_ENABLED && API_KEYS.length === 0 && JWT_SECRET === undefined && JWT_JWKS_URL === undefined

/** Concurrent first requests of a tenant share one call; a failed one is tried again by the next. */
const oncePerTenant = (ensure: (tenant: string) => Promise<void>): ((tenant: string) => Promise<void>) => {
  const pendingByTenant = new Map<string, Promise<void>>()
  return (tenant) => {
    let promise = pendingByTenant.get(tenant)
    if (promise === undefined) {
      promise = ensure(tenant).catch((error: unknown) => {
        pendingByTenant.delete(tenant)
        throw error
      })
      pendingByTenant.set(tenant, promise)
    }
    return promise
  }
}
