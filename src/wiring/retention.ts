/** Composes the purge of old runs and the figures of what is stored. */
import type { Config } from '../config.js'
import { RetentionPurger } from '../domain/retention/retention-purger.js'
import { makeStorageStatistics } from '../domain/retention/storage-statistics.js'
import type { Bus } from '../events/bus.js'
import type { Clock } from '../platform/clock.js'
import { newId } from '../platform/ids.js'
import type { Logger } from '../platform/log.js'
import type { Metrics } from '../platform/metrics.js'
import type { Database } from '../store/sql/database.js'
import { makeCheckpointPruning } from '../store/threads/prune-checkpoints.js'
import type { Stores } from './database.js'

interface Deps {
  config: Config
  db: Database
  stores: Stores
  bus: Bus
  clock: Clock
  log: Logger
  metrics: Metrics
}

export const wireRetention = ({ config, db, stores, ...deps }: Deps) => {
  const defaultDays = config.RETENTION_DAYS
  return {
    purger: new RetentionPurger({
      ...deps,
      ...stores,
      pruning: makeCheckpointPruning(db),
      owner: newId(),
      defaultDays,
    }),
    storage: makeStorageStatistics({
      ...deps,
      ...stores,
      measureStorage: () => db.measureStorage(),
      defaultDays,
    }),
  }
}
