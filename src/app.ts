/** The composition root: opens the database, composes the features of wiring/ and returns the service, not yet listening. */
import type { FastifyInstance } from 'fastify'
import { EventStreams } from './api/http/sse.js'
import { getConfigWarnings, type Config } from './config.js'
import { DEFAULT_TENANT } from './domain/api-keys.js'
import { makeEngine, makeExecutorPool, makeProjectHost } from './engine/engine.js'
import type { LoadProblem } from './engine/loading/load-problem.js'
import { makeProjectCode, type ProjectCode, type ReloadResult } from './engine/project-code.js'
import { makeGraphInspector } from './engine/graph-inspector.js'
import { isDemoMode } from './engine/models/environment.js'
import { makeOpenSecrets } from './engine/run-secrets.js'
import { UiBundles } from './engine/ui/ui-bundles.js'
import { TypeSchemaCache } from './engine/schemas/type-schemas.js'
import { systemClock } from './platform/clock.js'
import { resolveBuildFile } from './platform/package-root.js'
import type { Project } from './project/read-project.js'
import { openCore, type CoreOptions } from './wiring/core.js'
import { wireEvaluations } from './wiring/evaluations.js'
import { openGuardrailFile, wireGuardrails } from './wiring/guardrails.js'
import { wireHttpServer } from './wiring/http-server.js'
import { wireLangGraph } from './wiring/langgraph.js'
import { makeLifecycle } from './wiring/lifecycle.js'
import { wireResources } from './wiring/resources.js'
import { wireRetention } from './wiring/retention.js'
import { openPrices, wireStatistics } from './wiring/statistics.js'
import { makeServedGraphs } from './wiring/served-graphs.js'
import { measureThreadDelays } from './wiring/thread-delays.js'
import { wireDispatcher } from './wiring/webhooks.js'

export interface App {
  server: FastifyInstance
  /** The first admin key, if this start created one. It is shown once; the database holds its hash only. */
  firstKey: string | undefined
  /** Starts to execute runs. When it resolves, runs that a crash left unfinished are queued again. */
  start: () => Promise<void>
  /** What was wrong with the code of the project when the service started. */
  getLoadProblems: () => LoadProblem[]
  /** Replaces the project after a change of langgraph.json or of its code, unless the new code breaks what works. */
  reload: (project: Project) => Promise<ReloadResult>
  projectCode: ProjectCode
  ui: UiBundles
  /** The IDs of the runs that this node executes. */
  listExecutingRuns: () => string[]
  /** Reads GUARDRAILS_FILE again. It throws if the file is invalid; then the previous guardrails stay in force. */
  reloadGuardrails: () => Promise<unknown>
  stop: () => Promise<void>
}

export interface AppOptions extends CoreOptions {
  project?: Project | null
  /** For development: a project that cannot be loaded is served as far as it works, and the files that it loads are reported. */
  isDevelopment?: boolean
  /** The folder with the built console; default: that of the build. */
  consoleFolder?: string
  /** Kills the service, which a supervisor restarts. Undefined: there is no supervisor. */
  crash?: () => void
  /** Runs before the routes are registered; the generator of openapi.json hooks in here. */
  beforeRoutes?: (server: FastifyInstance) => Promise<void>
}

export const makeApp = async (options: AppOptions): Promise<App> => {
  const { config, log, project = null, isDevelopment = false, beforeRoutes } = options
  for (const warning of getConfigWarnings(config)) log.warn(warning)
  const guardrailFile = await openGuardrailFile(config, options.clock ?? systemClock)
  const prices = openPrices(config)
  const { core, stores, secrets, reencryption, stopClock } = await openCore(options)
  const isClustered = core.db.dialect.supportsMultipleNodes
  const servedGraphs = makeServedGraphs(config, project)

  const threadDeps = { config, project, log, reportsFiles: isDevelopment }
  const host = makeProjectHost(threadDeps)
  const executors = makeExecutorPool(threadDeps)
  const projectCode = makeProjectCode({ project, executors, host })
  const ui = new UiBundles({ project, memoryMb: config.EXECUTOR_MEMORY_MB, log })
  const typeSchemas = new TypeSchemaCache(project, log)
  const guardrails = wireGuardrails({ ...core, assistants: stores.assistants, file: guardrailFile })
  const { guardrailResolver, decisionLog } = guardrails
  const resources = wireResources({ ...core, ...secrets, ...servedGraphs, stores, host, guardrailResolver })
  const { outbox, telemetry, cancellation, storeItems, checkWebhook } = resources
  const runDeps = {
    executors,
    outbox,
    telemetry,
    cancellation,
    storeItems,
    guardrailResolver,
    decisionLog,
    prices,
    isClustered,
  }
  const secretDeps = { vault: secrets.vault, openSecrets: makeOpenSecrets(secrets) }
  const engineDeps = { ...core, ...stores, ...runDeps, ...secretDeps }
  const engine = config.ROLE === 'api' ? undefined : makeEngine(engineDeps)
  const getEngineLoad = () => engine?.load() ?? { executing: 0, threads: 0 }
  const evaluations = wireEvaluations(engineDeps)
  const streams = new EventStreams(core.metrics)
  const langGraph = wireLangGraph({
    ...engineDeps,
    assistants: resources.assistants,
    threads: resources.threads,
    runs: resources.runs,
    resumption: resources.resumption,
    assistantStore: stores.assistants,
    threadStore: stores.threads,
    runStore: stores.runs,
    graphInspector: makeGraphInspector({ ...engineDeps, typeSchemas }),
    streams,
    host,
    ui,
    checkWebhook,
  })

  // On a database that no other node uses, an unfinished request can only be one that a crash interrupted.
  if (!isClustered) await stores.idempotency.removeUnfinished()
  await resources.assistants.ensureBuiltIn(DEFAULT_TENANT)
  const firstKey = needsFirstKey(config) ? await resources.apiKeys.createFirst() : undefined

  let stopped: Promise<void> | undefined
  const statistics = wireStatistics({
    ...core,
    stores,
    isClustered,
    getEngineLoad,
    setPaused: (isPaused) => engine?.setPaused(isPaused),
  })
  const features = {
    stores,
    resources,
    guardrails,
    evaluations,
    langGraph,
    statistics,
    retention: wireRetention({ ...core, stores }),
    streams,
    host,
    projectCode,
    ui,
  }
  const { getThreadDelays, stopThreadDelays } = measureThreadDelays(core.db, executors)
  const server = await wireHttpServer({
    ...core,
    ...features,
    getThreadDelays,
    graphs: servedGraphs.builtInAssistants,
    getEngineLoad,
    isStopping: () => stopped !== undefined,
    consoleFolder: options.consoleFolder ?? resolveBuildFile('console'),
    docsFolder: resolveBuildFile('docs'),
    crash: options.crash,
    ...(beforeRoutes && { beforeRoutes }),
  })
  const dispatcher =
    config.ROLE === 'api' ? undefined : wireDispatcher({ ...engineDeps, shared: isClustered, host, server })
  const running = { server, executors, typeSchemas, engine, dispatcher, reencryption, stopThreadDelays }
  const lifecycle = makeLifecycle({
    ...core,
    ...features,
    ...running,
    project,
    servesBrokenProject: isDevelopment,
  })
  if (isDemoMode(config)) log.info('no model provider is configured: the built-in demo model is used')

  return {
    server,
    firstKey,
    start: lifecycle.start,
    getLoadProblems: lifecycle.getLoadProblems,
    projectCode,
    reload: async (changedProject) => {
      ui.replace(changedProject)
      const result = await projectCode.reload(changedProject)
      if (result.isUsed) {
        servedGraphs.replace(changedProject)
        await resources.assistants.ensureBuiltIn(DEFAULT_TENANT)
        await typeSchemas.replace(changedProject)
      }
      return result
    },
    ui,
    listExecutingRuns: () => engine?.listExecutingRuns() ?? [],
    reloadGuardrails: guardrailFile.reload,
    stop: () => (stopped ??= lifecycle.stop().finally(stopClock)),
  }
}

const needsFirstKey = ({ AUTH_ENABLED, API_KEYS, JWT_SECRET, JWT_JWKS_URL }: Config): boolean =>
  AUTH_ENABLED && API_KEYS.length === 0 && JWT_SECRET === undefined && JWT_JWKS_URL === undefined
