/** Opens and migrates the database, and makes the stores of the core resources. */
import { resolve } from 'node:path'
import type { Config } from '../config.js'
import { systemClock, type Clock } from '../platform/clock.js'
import { startClusterClock } from '../platform/cluster-clock.js'
import type { Logger } from '../platform/log.js'
import type { Metrics } from '../platform/metrics.js'
import { makeApiKeyStore } from '../store/access/api-keys.js'
import { makeConsoleSessionStore } from '../store/access/console-sessions.js'
import { makeIdempotencyStore } from '../store/access/idempotency-keys.js'
import { makeAuditStore } from '../store/audit/audit.js'
import { makeAssistantStore } from '../store/assistants/assistants.js'
import { makeChangeStore } from '../store/changes/changes.js'
import { makeNodeStore } from '../store/nodes/nodes.js'
import { makeEventCompactionStore } from '../store/runs/event-compactions.js'
import { makePurgeCandidateStore } from '../store/retention/candidates.js'
import { makeFreeSpaceStore } from '../store/retention/free-space.js'
import { makeRetentionOverrideStore } from '../store/retention/overrides.js'
import { makePurgeTaskStore } from '../store/retention/purge-tasks.js'
import { makePurgeStore } from '../store/retention/purge.js'
import { makeRetentionStateStore } from '../store/retention/state.js'
import { makeRunEventStore } from '../store/runs/events.js'
import { makeRunOperationStore } from '../store/runs/operations.js'
import { NewInputs } from '../store/runs/new-inputs.js'
import { NewOutputs } from '../store/runs/new-outputs.js'
import { makeRunQueue } from '../store/runs/queue.js'
import { makeReservationStore } from '../store/runs/reservations.js'
import { makeRunListStore } from '../store/runs/run-lists.js'
import { makeRunStore } from '../store/runs/runs.js'
import { makeStatisticsStore } from '../store/statistics/statistics.js'
import { makeSearchStore } from '../store/search/search.js'
import { DatabaseHealth } from '../store/sql/database-health.js'
import { Database, type DatabaseOptions } from '../store/sql/database.js'
import type { StartupReport } from '../store/sql/startup-check.js'
import { makeCheckpointStore } from '../store/threads/checkpoints.js'
import { makeCheckpointPacking } from '../store/threads/pack-checkpoints.js'
import { makeValuePacking } from '../store/threads/pack-values.js'
import { makeThreadValueStore } from '../store/threads/thread-values.js'
import { makeMessageStore } from '../store/threads/messages.js'
import { makeThreadStore } from '../store/threads/threads.js'
import { makeViewStore } from '../store/views/views.js'
import { makeAllDeliveriesStore } from '../store/webhooks/all-deliveries.js'
import { makeDeliveryStore } from '../store/webhooks/deliveries.js'
import { makeDeliveryFiguresStore } from '../store/webhooks/delivery-figures.js'
import { makeWebhookEventStore } from '../store/webhooks/events.js'
import { makeWebhookStore } from '../store/webhooks/webhooks.js'

const DEFAULT_POOL_SIZE = 10

interface Deps {
  config: Config
  clock: Clock
  log: Logger
  metrics: Metrics
  wrapDriver?: DatabaseOptions['wrapDriver']
}

interface OpenedDatabase {
  db: Database
  databaseHealth: DatabaseHealth
}

/** Returns undefined for PostgreSQL. */
export const getDatabaseFile = ({ DATABASE_URL }: Config): string | undefined => {
  const [, file] = /^sqlite:(.*)$/.exec(DATABASE_URL) ?? []
  return file === undefined ? undefined : resolve(file)
}

export const openDatabase = async (deps: Deps): Promise<OpenedDatabase> => {
  const { config, clock, log, metrics, wrapDriver } = deps
  const file = getDatabaseFile(config)
  const databaseHealth = new DatabaseHealth(() => db.probe(), clock)
  const db = await Database.open({
    url: file === undefined ? config.DATABASE_URL : `sqlite:${file}`,
    directUrl: config.DATABASE_DIRECT_URL,
    durability: config.DURABILITY,
    exclusive: true,
    poolSize: config.DATABASE_POOL_SIZE ?? DEFAULT_POOL_SIZE,
    onCommit: (batches, seconds) => {
      metrics.batches.inc(batches)
      metrics.commitSize.observe(batches)
      metrics.commitDuration.observe(seconds)
    },
    onOperation: (operation, seconds) => {
      metrics.databaseOperations.observe({ operation }, seconds)
    },
    onError: (error) => {
      log.warn({ err: error }, `database: ${error.message}`)
    },
    onChecked: (report) => {
      logStartupReport(report, log)
    },
    onFailedWrite: (outage) => {
      databaseHealth.recordFailedWrite(outage)
    },
    ...(wrapDriver && { wrapDriver }),
  })
  const appliedMigrations = await db.migrate(clock.now()).catch(async (error: unknown) => {
    await db.close()
    throw error
  })
  if (appliedMigrations.length > 0) log.info({ applied: appliedMigrations }, 'database migrated')
  return { db, databaseHealth }
}

/** Nodes that share a database use its time. An injected clock takes precedence. */
export const openClock = async (db: Database, injectedClock: Clock | undefined, log: Logger) => {
  if (injectedClock !== undefined || !db.dialect.supportsMultipleNodes)
    return { clock: injectedClock ?? systemClock, stopClock: () => undefined }
  const clock = await startClusterClock({
    readDatabaseTime: () => db.readTime(),
    onSkew: (skewMs) => {
      const seconds = (skewMs / 1_000).toFixed(0)
      log.warn(
        `the clock of this machine differs from that of the database by ${seconds} s: the database's time is used`,
      )
    },
  })
  return { clock, stopClock: clock.stop }
}

const logStartupReport = ({ wal, quickCheck }: StartupReport, log: Logger): void => {
  if (wal === undefined) return
  const { frames, replayed, lostTransactions } = wal
  const fields = { frames, replayed, ignored: frames - replayed, quick_check: quickCheck }
  if (lostTransactions === 0) log.info(fields, 'database recovered: the last process did not stop normally')
  else
    log.warn(
      { ...fields, lost_transactions: lostTransactions },
      'the write-ahead log of the database is damaged: acknowledged changes after the last valid frame may be lost. ' +
        'Compare with your backup (docs/operations.md) and check the disk',
    )
}

/** The stores that more than one feature uses. Features with stores of their own make them in their wiring file. */
export const makeStores = (db: Database, newInputs = new NewInputs(), newOutputs = new NewOutputs()) => ({
  apiKeys: makeApiKeyStore(db),
  audit: makeAuditStore(db),
  assistants: makeAssistantStore(db),
  threads: makeThreadStore(db),
  messages: makeMessageStore(db),
  checkpoints: makeCheckpointStore(db),
  threadValues: makeThreadValueStore(db),
  runs: makeRunStore(db, newInputs, newOutputs),
  runLists: makeRunListStore(db),
  runReservations: makeReservationStore(db),
  runEvents: makeRunEventStore(db),
  eventCompactions: makeEventCompactionStore(db),
  checkpointPacking: makeCheckpointPacking(db),
  valuePacking: makeValuePacking(db),
  queue: makeRunQueue(db, newInputs, newOutputs),
  operations: makeRunOperationStore(db),
  idempotency: makeIdempotencyStore(db),
  consoleSessions: makeConsoleSessionStore(db),
  webhooks: makeWebhookStore(db),
  webhookEvents: makeWebhookEventStore(db),
  deliveries: makeDeliveryStore(db),
  allDeliveries: makeAllDeliveriesStore(db),
  deliveryFigures: makeDeliveryFiguresStore(db),
  statistics: makeStatisticsStore(db),
  changes: makeChangeStore(db),
  nodes: makeNodeStore(db),
  search: makeSearchStore(db),
  views: makeViewStore(db),
  retentionOverrides: makeRetentionOverrideStore(db),
  retentionState: makeRetentionStateStore(db),
  purgeCandidates: makePurgeCandidateStore(db),
  purges: makePurgeStore(db),
  purgeTasks: makePurgeTaskStore(db),
  freeSpace: makeFreeSpaceStore(db),
})

export type Stores = ReturnType<typeof makeStores>
