/** Composes the run engine: the pool of executor threads and the worker that gives it runs. */
import { availableParallelism } from 'node:os'
import { allowsPrivateTargets, type Config } from '../config.js'
import type { GuardrailDecisionLog } from '../guardrails/policy/decision-log.js'
import type { GuardrailResolver } from '../guardrails/policy/guardrail-resolver.js'
import type { PriceTable } from '../domain/costs/price-table.js'
import type { StoreItems } from '../domain/store-items/store-items.js'
import type { RunCancellation } from '../domain/runs/run-cancellation.js'
import type { RunTelemetry } from '../domain/runs/run-telemetry.js'
import type { Tracing } from '../platform/telemetry/tracing.js'
import type { Logger } from '../platform/log.js'
import type { Metrics } from '../platform/metrics.js'
import type { Project } from '../project/read-project.js'
import type { AssistantStore } from '../store/assistants/assistants.js'
import type { ThreadStore } from '../store/threads/threads.js'
import type { JournalDeps } from './journal.js'
import { ExecutorPool } from './threads/executor-pool.js'
import { ProjectHost } from './threads/project-host.js'
import { makePrepareRun } from './prepare-run.js'
import type { OpenSecrets } from './run-secrets.js'
import { Worker } from './worker.js'

interface EngineDeps extends JournalDeps {
  config: Config
  executors: ExecutorPool
  assistants: AssistantStore
  threads: ThreadStore
  storeItems: StoreItems
  cancellation: RunCancellation
  guardrailResolver: GuardrailResolver
  decisionLog: GuardrailDecisionLog
  prices: PriceTable
  openSecrets: OpenSecrets
  telemetry: RunTelemetry
  /** Undefined: traces are off. */
  tracing: Tracing | undefined
  isClustered: boolean
  log: Logger
  metrics: Metrics
}

interface ProjectThreadDeps {
  config: Config
  project: Project | null
  log: Logger
  /** True if the threads report the files of the project that they load. */
  reportsFiles: boolean
}

/**
 * The pool starts its threads when the engine starts, or with the first judge completion on a node that runs
 * no engine.
 */
export const makeExecutorPool = ({ config, project, log, reportsFiles }: ProjectThreadDeps): ExecutorPool =>
  new ExecutorPool(
    {
      // One core is left to the rest of the service: on two cores, two executors were slower than one
      // (November 2026). More than eight saturate the main thread, see docs/scaling.md.
      maxThreads: config.EXECUTOR_THREADS ?? Math.max(1, Math.min(8, availableParallelism() - 1)),
      memoryMb: config.EXECUTOR_MEMORY_MB,
      hangMs: config.EXECUTOR_HANG_SECONDS * 1000,
      options: {
        models: toModelEnvironment(config),
        allowPrivateTargets: allowsPrivateTargets(config),
        maxStateBytes: config.MAX_STATE_BYTES,
        project,
        reportsFiles,
        tracesRequests: config.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined && !config.OTEL_SDK_DISABLED,
      },
    },
    log,
  )

export const makeProjectHost = ({ config, project, log, reportsFiles }: ProjectThreadDeps): ProjectHost =>
  new ProjectHost(
    project,
    { memoryMb: config.EXECUTOR_MEMORY_MB, hangMs: config.EXECUTOR_HANG_SECONDS * 1000, reportsFiles },
    log,
  )

export const makeEngine = (deps: EngineDeps) => {
  const { config, executors } = deps
  const worker = new Worker({
    ...deps,
    prepare: makePrepareRun({ ...deps, maxRecursionLimit: config.RUN_MAX_RECURSION_LIMIT }),
    timeoutMs: config.RUN_TIMEOUT_SECONDS * 1000,
    actionTimeoutMs: config.ACTION_TIMEOUT_SECONDS * 1000,
    maxAttempts: config.RUN_MAX_ATTEMPTS,
    concurrency: config.WORKER_CONCURRENCY,
    maxRunningPerTenant: config.TENANT_MAX_RUNNING_RUNS,
  })
  return {
    listExecutingRuns: (): string[] => worker.listExecutingRuns(),
    load: () => ({ executing: worker.load, threads: executors.threadCount }),
    async start(): Promise<void> {
      executors.launch()
      await worker.start()
    },
    setPaused: (isPaused: boolean): void => {
      worker.setPaused(isPaused)
    },
    stop: (graceMs: number): Promise<void> => worker.stop(graceMs),
  }
}

/** Executors get only the settings that models need, because users' graphs run in the same threads. */
const toModelEnvironment = (config: Config) => ({
  OPENAI_API_KEY: config.OPENAI_API_KEY,
  OPENAI_BASE_URL: config.OPENAI_BASE_URL,
  ANTHROPIC_API_KEY: config.ANTHROPIC_API_KEY,
  OLLAMA_BASE_URL: config.OLLAMA_BASE_URL,
  DEFAULT_MODEL: config.DEFAULT_MODEL,
  DEMO_MODEL: config.DEMO_MODEL,
  MODEL_TIMEOUT_SECONDS: config.MODEL_TIMEOUT_SECONDS,
  MODEL_MAX_RETRIES: config.MODEL_MAX_RETRIES,
})
