/** The composition root: opens the database, composes the features of wiring/ and returns the service, not yet listening. */
import type { FastifyInstance } from 'fastify'
import { EventStreams } from './api/http/sse.js'
import { getConfigWarnings } from './config.js'
import type { LoadProblem } from './engine/loading/load-problem.js'
import type { ProjectCode, ReloadResult } from './engine/project-code.js'
import { makeGraphInspector } from './engine/graph-inspector.js'
import { isDemoMode } from './engine/models/environment.js'
import type { UiBundles } from './engine/ui/ui-bundles.js'
import { systemClock } from './platform/clock.js'
import { resolveBuildFile } from './platform/package-root.js'
import type { Project } from './project/read-project.js'
import { openCore, type CoreOptions } from './wiring/core.js'
import { wireEngine } from './wiring/engine.js'
import { wireEvaluations } from './wiring/evaluations.js'
import { openGuardrailFile, wireGuardrails } from './wiring/guardrails.js'
import { wireHttpServer } from './wiring/http-server.js'
import { wireLangGraph } from './wiring/langgraph.js'
import { makeLifecycle } from './wiring/lifecycle.js'
import { makeReload, wireProjectCode } from './wiring/project-code.js'
import { prepareResources, wireResources } from './wiring/resources.js'
import { wireRetention } from './wiring/retention.js'
import { openPrices, wireStatistics } from './wiring/statistics.js'
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
  const code = wireProjectCode({ config, project, log, reportsFiles: isDevelopment })
  const { host, executors, projectCode, ui, typeSchemas, servedGraphs } = code
  const guardrails = wireGuardrails({ ...core, assistants: stores.assistants, file: guardrailFile })
  const { guardrailResolver } = guardrails
  const resources = wireResources({ ...core, ...secrets, ...servedGraphs, stores, host, guardrailResolver })
  const engineParts = { core, stores, secrets, resources, guardrails, executors, prices }
  const { engineDeps, engine, getEngineLoad } = wireEngine(engineParts)
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
    checkWebhook: resources.checkWebhook,
  })

  const firstKey = await prepareResources({ config, stores, resources, isClustered })

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
  const started = { ...core, ...features, ...running, project }
  const lifecycle = makeLifecycle({ ...started, servesBrokenProject: isDevelopment })
  if (isDemoMode(config)) log.info('no model provider is configured: the built-in demo model is used')

  return {
    server,
    firstKey,
    start: lifecycle.start,
    getLoadProblems: lifecycle.getLoadProblems,
    projectCode,
    reload: makeReload({ ...code, assistants: resources.assistants }),
    ui,
    listExecutingRuns: () => engine?.listExecutingRuns() ?? [],
    reloadGuardrails: guardrailFile.reload,
    stop: () => (stopped ??= lifecycle.stop().finally(stopClock)),
  }
}
