/**
 * The floor for creates: the service's server, hooks, schemas and rules with a thread store that stores nothing. The
 * difference to the service is the cost of storage.
 *
 * FLOOR_GROUP_MS: responses are delayed and sent in groups, as a group commit does. Grouping alone makes a request a fifth
 * cheaper (165 instead of 212 µs of the main thread, November 2026, 2 cores). The service can therefore be faster than a
 * floor that responds immediately; the grouped floor is the stricter one.
 */
import { describeLimits } from '../src/api/http/access.js'
import { makeAuth } from '../src/api/http/auth.js'
import { threadRoutes } from '../src/api/routes/threads.js'
import { makeServer } from '../src/api/http/server.js'
import { systemClock as clock } from '../src/platform/clock.js'
import { loadConfig, readEnvironment } from '../src/config.js'
import { makeApiKeys } from '../src/domain/api-keys.js'
import type { RunCancellation } from '../src/domain/runs/run-cancellation.js'
import { makeThreads } from '../src/domain/threads.js'
import { ProjectHost } from '../src/engine/threads/project-host.js'
import { makeLogger } from '../src/platform/log.js'
import { makeMetrics } from '../src/platform/metrics.js'
import type { AuditLog } from '../src/domain/audit/audit-log.js'
import { makeConsoleSessions } from '../src/domain/console-sessions.js'
import type { Runs } from '../src/domain/runs/runs.js'
import type { ApiKeyStore } from '../src/store/access/api-keys.js'
import type { ConsoleSessionStore } from '../src/store/access/console-sessions.js'
import type { AssistantStore } from '../src/store/assistants/assistants.js'
import type { CheckpointStore } from '../src/store/threads/checkpoints.js'
import type { IdempotencyStore } from '../src/store/access/idempotency-keys.js'
import { Bus } from '../src/events/bus.js'
import type { RetentionOverrideStore } from '../src/store/retention/overrides.js'
import type { RunStore } from '../src/store/runs/runs.js'
import type { ThreadStore } from '../src/store/threads/threads.js'

const groupMs = process.env['FLOOR_GROUP_MS']
let waiting: (() => void)[] = []
const waitForGroup = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length > 1) return
    setTimeout(() => {
      const group = waiting
      waiting = []
      for (const release of group) release()
    }, Number(groupMs))
  })
const insert = groupMs === undefined ? () => Promise.resolve() : waitForGroup

const config = loadConfig(readEnvironment())
const metrics = makeMetrics()
const threads = makeThreads({
  threads: { insert } as unknown as ThreadStore,
  assistants: {} as AssistantStore,
  runs: {} as RunStore,
  checkpoints: {} as CheckpointStore,
  cancellation: {} as RunCancellation,
  bus: new Bus(),
  clock,
  retentionOverrides: {} as RetentionOverrideStore,
})

const sessions = makeConsoleSessions({ consoleSessions: {} as ConsoleSessionStore, clock, secrets: [] })
const log = await makeLogger({ level: config.LOG_LEVEL, format: config.LOG_FORMAT })
const server = await makeServer({
  config,
  log,
  project: new ProjectHost(null, { memoryMb: 64, hangMs: 1_000, reportsFiles: false }, log),
  clock,
  metrics,
  tracing: undefined,
  auth: makeAuth(config, makeApiKeys({ apiKeys: {} as ApiKeyStore, clock }), sessions, clock),
  docsFolder: '',
  console: { folder: '', sessions, runs: {} as Runs, crash: undefined },
  limiter: () => ({ allowed: true, scope: 'key', limit: 0, remaining: 0, reset: 0, retryAfter: 0 }),
  idempotency: {} as IdempotencyStore,
  auditLog: {} as AuditLog,
  ensureTenant: () => Promise.resolve(),
  system: {
    info: {
      name: 'heddle',
      version: 'floor',
      api_version: 'v1',
      database: 'sqlite',
      durability: 'relaxed',
      auth_enabled: false,
      role: 'all',
      demo_mode: true,
      default_model: null,
      graphs: [],
      console: false,
      can_crash: false,
      context: 'js',
      langgraph_js_version: '',
      limits: describeLimits(config),
      flags: { assistants: false, crons: false, langsmith: false, langsmith_tracing_replicas: false },
    },
    getGraphStates: () => ({}),
    startedAt: clock.now(),
    now: () => clock.now(),
    metrics,
    checkDatabase: () => Promise.resolve('ok'),
    countQueuedRuns: () => Promise.resolve(0),
    getWebhookStats: () => Promise.resolve({ disabled: 0, oldest: null }),
    refreshStorageMetrics: () => undefined,
    isStopping: () => false,
    getEngineLoad: () => ({ executing: 0, threads: 0 }),
    getThreadDelays: () => ({}),
  },
  routes: threadRoutes(threads),
  serveExtraRoutes: () => undefined,
})
process.once('SIGTERM', () => process.exit(0))
await server.listen({ port: config.PORT, host: config.HOST })
