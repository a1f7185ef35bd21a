/** The composition root: every part is made here, once, and given what it needs. */
import { resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { limitOf } from './api/access.js'
import { makeAuth } from './api/auth.js'
import { apiKeyRoutes } from './api/routes/api-keys.js'
import { assistantRoutes } from './api/routes/assistants.js'
import { messageRoutes } from './api/routes/messages.js'
import { runRoutes } from './api/routes/runs.js'
import { threadRoutes } from './api/routes/threads.js'
import { makeServer } from './api/server.js'
import { systemClock, type Clock } from './clock.js'
import { configWarnings, type Config } from './config.js'
import { DEFAULT_TENANT, makeApiKeys } from './domain/api-keys.js'
import { makeAssistants } from './domain/assistants.js'
import { hostedGraphs } from './domain/graphs.js'
import { makeMessages } from './domain/messages.js'
import { makeLocalLimiter, makeSharedLimiter } from './domain/rate-limits.js'
import { makeRuns } from './domain/runs.js'
import { makeThreads } from './domain/threads.js'
import type { Logger } from './log.js'
import { makeMetrics, type Metrics } from './metrics.js'
import { makeApiKeyStore } from './store/api-keys.js'
import { makeAssistantStore } from './store/assistants.js'
import { Database } from './store/database.js'
import { makeIdempotencyStore } from './store/idempotency.js'
import { makeMessageStore } from './store/messages.js'
import { makeRateBucketStore } from './store/rate-buckets.js'
import { makeRunStore } from './store/runs.js'
import { makeThreadStore } from './store/threads.js'
import { version } from './version.js'

const PURGE_MS = 10 * 60 * 1000

export interface App {
  server: FastifyInstance
  /** The first admin key, if this start made one. It is shown once and stored hashed. */
  firstKey: string | undefined
  stop: () => Promise<void>
}

export interface AppOptions {
  config: Config
  log: Logger
  clock?: Clock
  prepare?: (server: FastifyInstance) => Promise<void>
}

/** Opens the store, migrates it and puts the server together. It does not listen yet. */
export const makeApp = async ({ config, log, clock = systemClock, prepare }: AppOptions): Promise<App> => {
  const metrics = makeMetrics()
  for (const warning of configWarnings(config)) log.warn(warning)
  const db = await openDatabase(config, log, clock, metrics)

  const apiKeyStore = makeApiKeyStore(db)
  const assistantStore = makeAssistantStore(db)
  const threadStore = makeThreadStore(db)
  const runStore = makeRunStore(db)
  const idempotency = makeIdempotencyStore(db)

  const apiKeys = makeApiKeys({ apiKeys: apiKeyStore, clock })
  const assistants = makeAssistants({ assistants: assistantStore, clock })
  const threads = makeThreads({ threads: threadStore, assistants: assistantStore, clock })
  const messages = makeMessages({ messages: makeMessageStore(db), threads: threadStore, clock })
  const runs = makeRuns({ runs: runStore, threads: threadStore, assistants: assistantStore, clock })

  // Nobody else can be working on a request when the database is ours alone.
  if (!db.dialect.shared) await idempotency.removeUnfinished()
  await assistants.ensureBuiltIn(DEFAULT_TENANT)
  const firstKey = needsFirstKey(config) ? await apiKeys.createFirst() : undefined

  const auth = makeAuth(config, apiKeys, clock)
  const limit = limitOf(config)
  const local = makeLocalLimiter(limit, clock)
  let isStopping = false

  const server = await makeServer({
    config,
    log,
    clock,
    metrics,
    auth,
    idempotency,
    limiter: db.dialect.shared
      ? makeSharedLimiter(limit, clock, makeRateBucketStore(db))
      : (tenant, bucket) => local(`${tenant}\n${bucket}`),
    welcome: oncePerTenant(assistants.ensureBuiltIn),
    system: {
      info: {
        name: 'heddle',
        version,
        api_version: 'v1',
        database: db.dialect.name,
        durability: config.DURABILITY,
        auth_enabled: config.AUTH_ENABLED,
        graphs: [...hostedGraphs],
      },
      startedAt: clock.now(),
      now: () => clock.now(),
      metrics,
      probe: () => db.ping(),
      countQueued: () => runStore.countQueued(),
      isStopping: () => isStopping,
    },
    routes: [
      ...assistantRoutes(assistants),
      ...threadRoutes(threads),
      ...messageRoutes(messages),
      ...runRoutes(runs),
      ...apiKeyRoutes(apiKeys, auth.forget),
    ],
    ...(prepare && { prepare }),
  })

  const purge = setInterval(() => {
    idempotency.removeExpired(clock.now()).catch((error: unknown) => {
      log.warn({ err: error }, 'expired idempotency keys could not be removed')
    })
  }, PURGE_MS).unref()

  let stopped: Promise<void> | undefined
  const stop = async (): Promise<void> => {
    isStopping = true
    clearInterval(purge)
    await server.close()
    await db.close()
  }
  return { server, firstKey, stop: () => (stopped ??= stop()) }
}

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
      metrics.commitTime.observe(seconds)
    },
    onError: (error) => {
      log.warn({ err: error }, 'a database connection broke')
    },
  })
  const applied = await db.migrate(clock.now()).catch(async (error: unknown) => {
    await db.close()
    throw error
  })
  if (applied.length > 0) log.info({ applied }, 'database migrated')
  return db
}

const needsFirstKey = ({ AUTH_ENABLED, API_KEYS, JWT_SECRET, JWT_JWKS_URL }: Config): boolean =>
  AUTH_ENABLED && API_KEYS.length === 0 && JWT_SECRET === undefined && JWT_JWKS_URL === undefined

/** Concurrent first requests of a tenant share one call; a failed one is tried again by the next. */
const oncePerTenant = (act: (tenant: string) => Promise<void>): ((tenant: string) => Promise<void>) => {
  const done = new Map<string, Promise<void>>()
  return (tenant) => {
    let promise = done.get(tenant)
    if (promise === undefined) {
      promise = act(tenant).catch((error: unknown) => {
        done.delete(tenant)
        throw error
      })
      done.set(tenant, promise)
    }
    return promise
  }
}
