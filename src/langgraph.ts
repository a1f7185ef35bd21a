/** The LangGraph dialect and the other protocols, put together for app.ts: their routes, and what is done beside them. */
import { serveA2a } from './api/a2a/serve.js'
import { lgAssistantRoutes, type AssistantRouteParts } from './api/langgraph/assistants.js'
import { makeAuthorise } from './api/langgraph/authorise.js'
import { cronRoutes, type CronRouteParts } from './api/langgraph/crons.js'
import { registerDialect, type DialectRoute } from './api/langgraph/dialect.js'
import { itemRoutes, type ItemRouteParts } from './api/langgraph/items.js'
import { makeCommands } from './api/langgraph/protocol/commands.js'
import { protocolRoutes, type ProtocolRouteParts } from './api/langgraph/protocol/routes.js'
import { serveSockets } from './api/langgraph/protocol/serve-sockets.js'
import { threadRunRoutes, type RunRouteParts } from './api/langgraph/runs.js'
import { stateRoutes, type StateRouteParts } from './api/langgraph/states.js'
import { statelessRunRoutes } from './api/langgraph/stateless-runs.js'
import { threadStreamRoutes, type ThreadStreamParts } from './api/langgraph/thread-stream.js'
import { lgThreadRoutes, type ThreadRouteParts } from './api/langgraph/threads.js'
import type { Auth } from './api/auth.js'
import { serveMcp } from './api/mcp/serve.js'
import { serveOpenAi } from './api/openai/serve.js'
import { makeUserAuth } from './api/project/user-auth.js'
import type { EventStreams } from './api/sse.js'
import type { Clock } from './clock.js'
import type { Config } from './config.js'
import { makeCronParts } from './crons.js'
import { makeAssistantNames } from './domain/assistant-names.js'
import type { Assistants } from './domain/assistants.js'
import type { Items } from './domain/langgraph/items.js'
import { makeLgRuns } from './domain/langgraph/runs.js'
import { makeLgThreads } from './domain/langgraph/threads.js'
import type { RateLimiter } from './domain/rate-limits.js'
import type { RunAnswers } from './domain/run-answers.js'
import type { RunStops } from './domain/run-stops.js'
import type { WebhookCheck } from './domain/run-webhooks.js'
import type { Runs } from './domain/runs.js'
import type { Threads } from './domain/threads.js'
import type { Inspect } from './engine/inspect.js'
import type { ProjectHost } from './engine/project-host.js'
import type { Bus } from './events/bus.js'
import type { Logger } from './log.js'
import type { Metrics } from './metrics.js'
import type { AssistantStore } from './store/assistants.js'
import type { CheckpointStore } from './store/checkpoints.js'
import type { Database } from './store/database.js'
import type { MessageStore } from './store/messages.js'
import { makePruning } from './store/pruning.js'
import type { RunEventStore } from './store/run-events.js'
import { makeRunOrderStore } from './store/run-order.js'
import type { RunStore } from './store/runs.js'
import { makeSearchStore } from './store/searches.js'
import { makeThreadCopies } from './store/thread-copies.js'
import type { ThreadStore } from './store/threads.js'

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
