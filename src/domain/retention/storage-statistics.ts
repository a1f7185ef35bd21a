/** How much is stored. Measuring a large SQLite file reads all of it, so a result is used again for a hundred times as long as it took. */
import type { Clock } from '../../platform/clock.js'
import type { Logger } from '../../platform/log.js'
import type { Metrics } from '../../platform/metrics.js'
import type { StorageStatistics } from '../../schema/storage.js'
import type { PurgeCandidateStore } from '../../store/retention/candidates.js'
import type { RetentionOverrideStore } from '../../store/retention/overrides.js'
import type { RetentionStateStore } from '../../store/retention/state.js'
import type { StorageUsage } from '../../store/sql/storage-usage.js'
import { toIso, toIsoOrNull } from '../row-mappers.js'
import { sumByKind } from './storage-kinds.js'

interface Deps {
  measureStorage: () => Promise<StorageUsage>
  retentionOverrides: RetentionOverrideStore
  retentionState: RetentionStateStore
  purgeCandidates: PurgeCandidateStore
  clock: Clock
  log: Logger
  metrics: Metrics
  /** RETENTION_DAYS. */
  defaultDays: number | undefined
}

const MIN_AGE_MS = 60_000
const AGE_FACTOR = 100

interface Measurement extends StorageUsage {
  measuredAt: number
  expiresAt: number
}

export const makeStorageStatistics = (deps: Deps) => {
  const { clock, log, metrics } = deps
  let latest: Measurement | undefined
  let pending: Promise<Measurement> | undefined

  const measure = async (): Promise<Measurement> => {
    const startedAt = performance.now()
    const usage = await deps.measureStorage()
    const ageMs = Math.max(MIN_AGE_MS, AGE_FACTOR * (performance.now() - startedAt))
    const measuredAt = clock.now()
    latest = { ...usage, measuredAt, expiresAt: measuredAt + ageMs }
    for (const { kind, bytes, rows } of sumByKind(usage.tables)) {
      metrics.storedBytes.set({ kind }, bytes)
      metrics.storedRows.set({ kind }, rows)
    }
    if (usage.freeBytes !== null) metrics.freeBytes.set(usage.freeBytes)
    return latest
  }

  const read = (): Promise<Measurement> => {
    if (latest !== undefined && clock.now() < latest.expiresAt) return Promise.resolve(latest)
    return (pending ??= measure().finally(() => {
      pending = undefined
    }))
  }

  return {
    /** Updates the metrics if they are old, without waiting for it. */
    refresh(): void {
      read().catch((error: unknown) => {
        log.warn({ err: error }, 'measuring the storage failed')
      })
    },

    async get(tenant_id: string): Promise<StorageStatistics> {
      const [measured, overrides, state, oldest] = await Promise.all([
        read(),
        deps.retentionOverrides.count(),
        deps.retentionState.get(),
        deps.purgeCandidates.getOldestRunTime(tenant_id),
      ])
      return {
        measured_at: toIso(measured.measuredAt),
        total_bytes: measured.totalBytes,
        free_bytes: measured.freeBytes,
        kinds: sumByKind(measured.tables),
        retention: { days: deps.defaultDays ?? null, ...overrides },
        oldest_run_at: toIsoOrNull(oldest ?? null),
        last_purge_at: toIsoOrNull(state?.last_purge_at ?? null),
        purged: {
          runs: state?.purged_runs ?? 0,
          events: state?.purged_events ?? 0,
          checkpoints: state?.purged_checkpoints ?? 0,
          threads: state?.purged_threads ?? 0,
        },
      }
    },
  }
}

export type StorageStatisticsService = ReturnType<typeof makeStorageStatistics>
