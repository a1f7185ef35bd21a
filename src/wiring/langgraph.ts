/** The LangGraph dialect and the other protocols, put together for app.ts: their routes, and what is done beside them. */
import { serveA2a } from '../api/a2a/serve.js'
import { lgAssistantRoutes, type AssistantRouteParts } from '../api/langgraph/assistants.js'
import { makeAuthorise } from '../api/langgraph/authorize.js'
import { cronRoutes, type CronRouteParts } from '../api/langgraph/crons.js'
import { registerDialect, type DialectRoute } from '../api/langgraph/route.js'
import { itemRoutes, type ItemRouteParts } from '../api/langgraph/store-items.js'
import { makeCommands } from '../api/langgraph/protocol/commands.js'
import { protocolRoutes, type ProtocolRouteParts } from '../api/langgraph/protocol/routes.js'
import { serveSockets } from '../api/langgraph/protocol/serve-websockets.js'
import { threadRunRoutes, type RunRouteParts } from '../api/langgraph/runs.js'
import { stateRoutes, type StateRouteParts } from '../api/langgraph/states.js'
import { statelessRunRoutes } from '../api/langgraph/stateless-runs.js'
import { threadStreamRoutes, type ThreadStreamParts } from '../api/langgraph/thread-stream.js'
import { lgThreadRoutes, type ThreadRouteParts } from '../api/langgraph/threads.js'
import type { Auth } from '../api/http/auth.js'
import { serveMcp } from '../api/mcp/serve.js'
import { serveOpenAi } from '../api/openai/serve.js'
import { makeUserAuth } from '../api/project/user-auth.js'
import type { EventStreams } from '../api/http/sse.js'
import type { Clock } from '../platform/clock.js'
import type { Config } from '../config.js'
import { makeCronParts } from './crons.js'
import { makeAssistantNames } from '../domain/assistant-lookup.js'
import type { Assistants } from '../domain/assistants.js'
import type { Items } from '../domain/store-items/store-items.js'
import { makeLgRuns } from '../langgraph/runs.js'
import { makeLgThreads } from '../langgraph/threads.js'
import type { RateLimiter } from '../domain/rate-limits/rate-limiter.js'
import type { RunAnswers } from '../domain/runs/run-resumption.js'
import type { RunStops } from '../domain/runs/run-cancellation.js'
import type { WebhookCheck } from '../domain/webhooks/check-run-webhook.js'
import type { Runs } from '../domain/runs/runs.js'
import type { Threads } from '../domain/threads.js'
import type { Inspect } from '../engine/graph-inspector.js'
import type { ProjectHost } from '../engine/threads/project-host.js'
import type { Bus } from '../events/bus.js'
import type { Logger } from '../platform/log.js'
import type { Metrics } from '../platform/metrics.js'
import type { AssistantStore } from '../store/assistants/assistants.js'
import type { CheckpointStore } from '../store/threads/checkpoints.js'
import type { Database } from '../store/sql/database.js'
import type { MessageStore } from '../store/threads/messages.js'
import { makePruning } from '../store/threads/prune-checkpoints.js'
import type { RunEventStore } from '../store/runs/events.js'
import { makeRunOrderStore } from '../store/runs/ordinals.js'
import type { RunStore } from '../store/runs/runs.js'
import { makeSearchStore } from '../store/threads/search.js'
import { makeThreadCopies } from '../store/threads/copy-thread.js'
import type { ThreadStore } from '../store/threads/threads.js'

type RouteParts = RunRouteParts &
  StateRouteParts &
  AssistantRouteParts &
  ThreadRouteParts &
  CronRouteParts &
  ItemRouteParts &
  ProtocolRouteParts &
  ThreadStreamParts

export const langGraphRoutes = (parts: RouteParts): DialectRoute[] => [
  ...lgAssistantRoutes(parts),
  ...lgThreadRoutes(parts),
  ...threadRunRoutes(parts),
  ...statelessRunRoutes(parts),
  ...stateRoutes(parts),
  ...cronRoutes(parts),
  ...itemRoutes(parts),
  ...protocolRoutes(parts),
  ...threadStreamRoutes(parts),
]

const SWEEP_MS = 60_000

interface Parts {
  db: Database
  config: Config
  host: ProjectHost
  assistants: Assistants
  threads: Threads
  runs: Runs
  stops: RunStops
  answers: RunAnswers
  inspect: Inspect
  items: Items
  assistantStore: AssistantStore
  threadStore: ThreadStore
  runStore: RunStore
  runEvents: RunEventStore
  checkpoints: CheckpointStore
  messages: MessageStore
  streams: EventStreams
  bus: Bus
  clock: Clock
  log: Logger
  metrics: Metrics
  checkWebhook: WebhookCheck
}

type Server = Parameters<typeof serveMcp>[0]

interface Doors {
  auth: Auth
  limiter: RateLimiter
}

export const makeLangGraph = (parts: Parts) => {
  const { db, config, host, log, items } = parts
  const lgRuns = makeLgRuns(parts)
  const lgThreads = makeLgThreads({ ...parts, copies: makeThreadCopies(db), pruning: makePruning(db) })
  const { crons, scheduler } = makeCronParts(parts)
  const searches = makeSearchStore(db)
  const names = makeAssistantNames({ assistants: parts.assistantStore, searches })
  const commands = makeCommands({ ...parts, lgRuns })
  const all = {
    ...parts,
    lgRuns,
    lgThreads,
    crons,
    searches,
    names,
    commands,
    runOrder: makeRunOrderStore(db),
  }
  let timer: NodeJS.Timeout | undefined

  /** Removes threads and items whose time is over. */
  const sweep = (): void => {
    Promise.all([lgThreads.sweep(), items.removeExpired()]).catch((error: unknown) => {
      log.warn({ err: error }, 'threads and items whose time is over could not be removed')
    })
  }

  return {
    serve(server: Server, doors: Doors): void {
      const authorise = makeAuthorise({ ...parts, project: host })
      registerDialect(server, langGraphRoutes(all), {
        maxBodyBytes: config.MAX_BODY_BYTES,
        authorise,
        settings: () => host.current?.http ?? {},
      })
      serveOpenAi(server, all, config.MAX_BODY_BYTES)
      serveMcp(server, all)
      serveA2a(server, { ...all, needsCredentials: config.AUTH_ENABLED })
      serveSockets(server, {
        ...all,
        ...doors,
        users: makeUserAuth(host, config, log),
        authorise,
        failed: (error) => {
          log.error({ err: error }, 'a command of a WebSocket failed')
        },
      })
    },

    /** On nodes that execute runs. */
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
