/** The order in which the running parts of the service start and stop. */
import type { FastifyInstance } from 'fastify'
import type { EventStreams } from '../api/http/sse.js'
import { openLoopbackSocket } from '../api/project/loopback-socket.js'
import type { Config } from '../config.js'
import { RunCompactor } from '../domain/runs/run-compactor.js'
import type { Reencryption } from '../domain/secrets/reencryption.js'
import type { CheckThreads } from '../engine/checks/check-threads.js'
import type { makeEngine } from '../engine/engine.js'
import { BrokenProjectError, type LoadProblem } from '../engine/loading/load-problem.js'
import { OperationRunner } from '../engine/operation-runner.js'
import type { ProjectCode } from '../engine/project-code.js'
import type { ExecutorPool } from '../engine/threads/executor-pool.js'
import type { TypeSchemaCache } from '../engine/schemas/type-schemas.js'
import type { ProjectHost } from '../engine/threads/project-host.js'
import type { UiBundles } from '../engine/ui/ui-bundles.js'
import type { Bus } from '../events/bus.js'
import { NodeRelay } from '../events/node-relay.js'
import type { Clock } from '../platform/clock.js'
import { collectWhenIdle } from '../platform/collect-when-idle.js'
import { newId } from '../platform/ids.js'
import type { Logger } from '../platform/log.js'
import type { Tracing } from '../platform/telemetry/tracing.js'
import type { Project } from '../project/read-project.js'
import type { Database } from '../store/sql/database.js'
import type { Dispatcher } from '../webhooks/dispatcher.js'
import type { Stores } from './database.js'
import type { wireEvaluations } from './evaluations.js'
import { startAuditPurge, type wireGuardrails } from './guardrails.js'
import type { wireLangGraph } from './langgraph.js'
import type { Resources } from './resources.js'
import type { wireRetention } from './retention.js'
import type { wireStatistics } from './statistics.js'

const ACCESS_PURGE_MS = 10 * 60 * 1000
/** Webhooks of the runs that ended last are usually delivered in this time; the rest is delivered after the next start. */
const WEBHOOK_STOP_GRACE_MS = 1_000
/** The part of the grace period that is kept for requeueing the runs that did not end in time. */
const REQUEUE_MS = 2_000

interface Deps {
  config: Config
  project: Project | null
  projectCode: ProjectCode
  /** True: a project that cannot be loaded is served as far as it works. False: the start fails. */
  servesBrokenProject: boolean
  db: Database
  bus: Bus
  stores: Stores
  resources: Resources
  server: FastifyInstance
  host: ProjectHost
  ui: UiBundles
  executors: ExecutorPool
  typeSchemas: TypeSchemaCache
  checkThreads: CheckThreads
  /** Undefined on nodes with the role `api`, like the dispatcher. */
  engine: ReturnType<typeof makeEngine> | undefined
  dispatcher: Dispatcher | undefined
  reencryption: Reencryption
  stopThreadDelays: () => void
  tracing: Tracing | undefined
  guardrails: ReturnType<typeof wireGuardrails>
  evaluations: ReturnType<typeof wireEvaluations>
  langGraph: ReturnType<typeof wireLangGraph>
  statistics: ReturnType<typeof wireStatistics>
  retention: ReturnType<typeof wireRetention>
  streams: EventStreams
  clock: Clock
  log: Logger
}

/** How long a shutdown waits for runs and open requests. */
export const getDrainMs = ({ SHUTDOWN_GRACE_SECONDS }: Config): number =>
  Math.max(0, SHUTDOWN_GRACE_SECONDS * 1000 - REQUEUE_MS)

export const makeLifecycle = (deps: Deps) => {
  const { config, project, db, bus, server, host, ui, executors, engine, dispatcher, langGraph, streams } =
    deps
  const { clock, log } = deps
  const { evaluationRunner } = deps.evaluations
  const operationRunner = new OperationRunner({
    ...deps,
    ...deps.stores,
    ...deps.resources,
    runs: deps.stores.runs,
    supportsMultipleNodes: db.dialect.supportsMultipleNodes,
  })
  const runCompactor = new RunCompactor({ ...deps.stores, clock, log })
  const { folder, feeds, nodes } = deps.statistics
  const { purger } = deps.retention
  const relay = new NodeRelay(db, bus, newId(), (error) => {
    log.warn(
      { err: error },
      'notifications do not reach the other nodes; they poll every few seconds instead',
    )
  })
  const drainMs = getDrainMs(config)
  const stopAccessPurge = startAccessPurge(deps)
  const stopCollecting = collectWhenIdle()
  let closeLoopbackSocket: (() => Promise<void>) | undefined
  let stopAuditPurge: (() => void) | undefined

  let problems: LoadProblem[] = []

  return {
    /** What was wrong with the code of the project when the service started. */
    getLoadProblems: (): LoadProblem[] => problems,

    async start(): Promise<void> {
      logProjectWarnings(project, log)
      if (project !== null) closeLoopbackSocket = await openLoopbackSocket(server, host.loopbackSocket)
      if (config.ROLE !== 'worker') ui.start()
      problems = await deps.projectCode.load()
      if (problems.length > 0 && !deps.servesBrokenProject)
        throw new BrokenProjectError(problems, process.cwd())
      await relay.start()
      await engine?.start()
      await dispatcher?.start()
      if (engine !== undefined) {
        await evaluationRunner.start()
        await operationRunner.start()
        langGraph.start()
        folder.start()
        runCompactor.start()
        purger.start()
      }
      await nodes.start()
      deps.reencryption.start()
      stopAuditPurge = startAuditPurge(deps.guardrails.decisionLog, clock, log)
    },

    async stop(): Promise<void> {
      deps.stopThreadDelays()
      stopAccessPurge()
      stopCollecting()
      stopAuditPurge?.()
      await deps.reencryption.stop()
      await purger.stop()
      streams.close()
      feeds.stop()
      await nodes.drain()
      // A response of the project's app that never ends must not block server.close().
      const stopHostTimer = setTimeout(() => void host.stop(), drainMs).unref()
      // Open requests and runs drain at the same time.
      await Promise.all([
        server.close(),
        evaluationRunner.stop(),
        operationRunner.stop(),
        runCompactor.stop(),
        langGraph.stop(),
        engine?.stop(drainMs),
        // Ends requests that wait for an extraction.
        deps.typeSchemas.stop(),
      ])
      await deps.checkThreads.stop()
      await ui.stop()
      await executors.stop()
      clearTimeout(stopHostTimer)
      await host.stop()
      await closeLoopbackSocket?.()
      await dispatcher?.stop(WEBHOOK_STOP_GRACE_MS)
      await folder.stop()
      await nodes.stop()
      await relay.stop()
      await db.close()
      await deps.tracing?.stop()
    },
  }
}

export const logProjectWarnings = (project: Project | null, log: Logger): void => {
  for (const name of project?.ignoredSettings ?? [])
    log.info(`langgraph.json: "${name}" has no effect in Heddle`)
  for (const warning of project?.warnings ?? []) log.warn(`langgraph.json: ${warning}`)
}

const startAccessPurge = ({ stores, clock, log }: Deps): (() => void) => {
  const timer = setInterval(() => {
    stores.idempotency.removeExpired(clock.now()).catch((error: unknown) => {
      log.warn({ err: error }, 'expired idempotency keys could not be removed')
    })
    stores.consoleSessions.removeExpired(clock.now()).catch((error: unknown) => {
      log.warn({ err: error }, 'expired sessions of the console could not be removed')
    })
  }, ACCESS_PURGE_MS).unref()
  return () => {
    clearInterval(timer)
  }
}
