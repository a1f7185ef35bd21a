/** Opens what every feature needs: the database, the clock, the keys of encrypted secrets and the metrics. */
import type { Config } from '../config.js'
import { CheckThreads } from '../engine/checks/check-threads.js'
import { Bus } from '../events/bus.js'
import { systemClock, type Clock } from '../platform/clock.js'
import type { Logger } from '../platform/log.js'
import { makeMetrics } from '../platform/metrics.js'
import { openTracing } from '../platform/telemetry/open-tracing.js'
import type { DatabaseOptions } from '../store/sql/database.js'
import { makeStores, openClock, openDatabase } from './database.js'
import { wireEncryption } from './encryption.js'

export interface CoreOptions {
  config: Config
  log: Logger
  clock?: Clock
  /** For tests: replaces the driver of the database by one that injects faults. */
  wrapDriver?: DatabaseOptions['wrapDriver']
}

export const openCore = async ({ config, log, clock: injectedClock, wrapDriver }: CoreOptions) => {
  const metrics = makeMetrics({ namesTenantValues: config.METRICS_DETAILS ?? !config.AUTH_ENABLED })
  const tracing = await openTracing({ config, log, metrics })
  const { db, databaseHealth } = await openDatabase({
    config,
    clock: injectedClock ?? systemClock,
    log,
    metrics,
    ...(wrapDriver && { wrapDriver }),
  })
  try {
    const { clock, stopClock } = await openClock(db, injectedClock, log)
    const checkThreads = new CheckThreads()
    const core = { config, db, databaseHealth, bus: new Bus(), clock, log, metrics, tracing, checkThreads }
    const { reencryption, ...secrets } = await wireEncryption(core)
    return { core, stores: makeStores(db), secrets, reencryption, stopClock }
  } catch (error) {
    await db.close()
    throw error
  }
}
