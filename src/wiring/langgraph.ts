/** Composes the LangGraph API with its background work (crons, expiry), and the OpenAI, MCP and A2A protocols. */
import { serveA2a } from '../api/a2a/serve.js'
import { langGraphAssistantRoutes, type AssistantRouteDeps } from '../api/langgraph/assistants.js'
import { makeAuthorize } from '../api/langgraph/authorize.js'
import { cronRoutes, type CronRouteDeps } from '../api/langgraph/crons.js'
import { registerLangGraphRoutes, type LangGraphRoute } from '../api/langgraph/route.js'
import { storeItemRoutes, type StoreItemRouteDeps } from '../api/langgraph/store-items.js'
import { makeCommands } from '../api/langgraph/protocol/commands.js'
import { protocolRoutes, type ProtocolRouteDeps } from '../api/langgraph/protocol/routes.js'
import { serveWebSockets } from '../api/langgraph/protocol/serve-websockets.js'
import { threadRunRoutes, type RunRouteDeps } from '../api/langgraph/runs.js'
import { stateRoutes, type StateRouteDeps } from '../api/langgraph/states.js'
import { statelessRunRoutes } from '../api/langgraph/stateless-runs.js'
import { threadStreamRoutes, type ThreadStreamDeps } from '../api/langgraph/thread-stream.js'
import { langGraphThreadRoutes, type ThreadRouteDeps } from '../api/langgraph/threads.js'
import { uiRoutes, type UiRouteDeps } from '../api/langgraph/ui.js'
import type { Auth } from '../api/http/auth.js'
import { serveMcp } from '../api/mcp/serve.js'
import { serveOpenAi } from '../api/openai/serve.js'
import { makeUserAuth } from '../api/project/user-auth.js'
import type { EventStreams } from '../api/http/sse.js'
import type { Clock } from '../platform/clock.js'
import type { Config } from '../config.js'
import { wireCrons } from './crons.js'
import { makeAssistantLookup } from '../domain/assistant-lookup.js'
import type { Assistants } from '../domain/assistants.js'
import type { AuditLog } from '../domain/audit/audit-log.js'
import type { StoreItems } from '../domain/store-items/store-items.js'
import { makeLangGraphRuns } from '../langgraph/runs.js'
import { makeLangGraphThreads } from '../langgraph/threads.js'
import type { RateLimiter } from '../domain/rate-limits/rate-limiter.js'
import type { RunResumption } from '../domain/runs/run-resumption.js'
import type { RunCancellation } from '../domain/runs/run-cancellation.js'
import type { RunWebhookCheck } from '../domain/webhooks/check-run-webhook.js'
import type { Runs } from '../domain/runs/runs.js'
import type { Threads } from '../domain/threads.js'
import type { GraphInspector } from '../engine/graph-inspector.js'
import type { ProjectHost } from '../engine/threads/project-host.js'
import type { UiBundles } from '../engine/ui/ui-bundles.js'
import type { Bus } from '../events/bus.js'
import type { Logger } from '../platform/log.js'
import type { Metrics } from '../platform/metrics.js'
import type { AssistantStore } from '../store/assistants/assistants.js'
import type { CheckpointStore } from '../store/threads/checkpoints.js'
import type { Database } from '../store/sql/database.js'
import type { MessageStore } from '../store/threads/messages.js'
import { makeCheckpointPruning } from '../store/threads/prune-checkpoints.js'
import type { RunEventStore } from '../store/runs/events.js'
import { makeRunOrdinalStore } from '../store/runs/ordinals.js'
import type { RunListStore } from '../store/runs/run-lists.js'
import type { RunStore } from '../store/runs/runs.js'
import { makeAssistantSearch } from '../store/assistants/search.js'
import { makeThreadSearch } from '../store/threads/search.js'
import { makeThreadCopy } from '../store/threads/copy-thread.js'
import type { ThreadStore } from '../store/threads/threads.js'

type RouteDeps = RunRouteDeps &
  StateRouteDeps &
  AssistantRouteDeps &
  ThreadRouteDeps &
  CronRouteDeps &
  StoreItemRouteDeps &
  ProtocolRouteDeps &
  ThreadStreamDeps &
  UiRouteDeps

export const langGraphRoutes = (deps: RouteDeps): LangGraphRoute[] => [
  ...langGraphAssistantRoutes(deps),
  ...langGraphThreadRoutes(deps),
  ...threadRunRoutes(deps),
  ...statelessRunRoutes(deps),
  ...stateRoutes(deps),
  ...cronRoutes(deps),
  ...storeItemRoutes(deps),
  ...protocolRoutes(deps),
  ...threadStreamRoutes(deps),
  ...uiRoutes(deps),
]

const SWEEP_MS = 60_000

interface Deps {
  db: Database
  config: Config
  host: ProjectHost
  assistants: Assistants
  threads: Threads
  runs: Runs
  cancellation: RunCancellation
  resumption: RunResumption
  graphInspector: GraphInspector
  storeItems: StoreItems
  assistantStore: AssistantStore
  threadStore: ThreadStore
  runStore: RunStore
  runLists: RunListStore
  runEvents: RunEventStore
  checkpoints: CheckpointStore
  messages: MessageStore
  streams: EventStreams
  ui: UiBundles
  bus: Bus
  clock: Clock
  log: Logger
  metrics: Metrics
  checkWebhook: RunWebhookCheck
}

type Server = Parameters<typeof serveMcp>[0]

interface AccessDeps {
  auth: Auth
  limiter: RateLimiter
  auditLog: AuditLog
}

export const wireLangGraph = (deps: Deps) => {
  const { db, config, host, log, storeItems } = deps
  const maxRecursionLimit = config.RUN_MAX_RECURSION_LIMIT
  const langGraphRuns = makeLangGraphRuns({ ...deps, maxRecursionLimit })
  const langGraphThreads = makeLangGraphThreads({
    ...deps,
    copies: makeThreadCopy(db),
    pruning: makeCheckpointPruning(db),
  })
  const { crons, cronRuns, scheduler } = wireCrons({ ...deps, maxRecursionLimit })
  const assistantSearch = makeAssistantSearch(db)
  const threadSearch = makeThreadSearch(db)
  const names = makeAssistantLookup({ assistants: deps.assistantStore, assistantSearch })
  const commands = makeCommands({ ...deps, langGraphRuns })
  const routeDeps = {
    ...deps,
    langGraphRuns,
    langGraphThreads,
    crons,
    assistantSearch,
    threadSearch,
    names,
    commands,
    runOrder: makeRunOrdinalStore(db),
  }
  let timer: NodeJS.Timeout | undefined

  /** Removes expired threads and store items. */
  const sweep = (): void => {
    Promise.all([langGraphThreads.sweep(), storeItems.removeExpired()]).catch((error: unknown) => {
      log.warn({ err: error }, 'expired threads and store items could not be removed')
    })
  }

  return {
    crons,
    cronRuns,

    serve(server: Server, access: AccessDeps): void {
      const authorize = makeAuthorize({ ...deps, project: host })
      registerLangGraphRoutes(server, langGraphRoutes(routeDeps), {
        maxBodyBytes: config.MAX_BODY_BYTES,
        auditLog: access.auditLog,
        authorize,
        settings: () => host.current?.http ?? {},
      })
      serveOpenAi(server, routeDeps, config.MAX_BODY_BYTES)
      serveMcp(server, routeDeps)
      serveA2a(server, { ...routeDeps, needsCredentials: config.AUTH_ENABLED })
      serveWebSockets(server, {
        ...routeDeps,
        ...access,
        users: makeUserAuth(host, config, log),
        authorize,
        onError: (error) => {
          log.error({ err: error }, 'a WebSocket command failed')
        },
      })
    },

    /** Called only on nodes that execute runs. */
    start(): void {
      scheduler.start()
      sweep()
      timer = setInterval(sweep, SWEEP_MS).unref()
    },

    async stop(): Promise<void> {
      clearInterval(timer)
      await scheduler.stop()
    },
  }
}
