/**
 * Limits of the run queue: for all tenants together, so that a flood cannot fill the disk, and for each tenant. The queue is
 * counted at most every two seconds; in between, the runs that this node creates are added. Several nodes can therefore
 * exceed a limit by the runs that the others create in that time.
 */
import { LRUCache } from 'lru-cache'
import { AppError } from '../../errors.js'
import type { Clock } from '../../platform/clock.js'
import type { Metrics } from '../../platform/metrics.js'
import type { RunStore } from '../../store/runs/runs.js'

interface Deps {
  runs: RunStore
  clock: Clock
  metrics: Metrics
  /** 0 means no limit. */
  maxQueued: number
  maxQueuedPerTenant: number
}

const RECOUNT_MS = 2_000
const RETRY_AFTER_SECONDS = 5
const MAX_TENANTS = 10_000

export const makeQueueLimits = ({ runs, clock, metrics, maxQueued, maxQueuedPerTenant }: Deps) => {
  const total = new QueueCount(maxQueued, clock, () => runs.countQueued(maxQueued + 1))
  const tenants = new LRUCache<string, QueueCount>({ max: MAX_TENANTS })
  const getTenantCount = (tenant_id: string): QueueCount => {
    let count = tenants.get(tenant_id)
    if (count === undefined) {
      count = new QueueCount(maxQueuedPerTenant, clock, () =>
        runs.countQueuedOfTenant(tenant_id, maxQueuedPerTenant + 1),
      )
      tenants.set(tenant_id, count)
    }
    return count
  }

  return {
    /** Throws if the queue has no room for this many runs of the tenant. */
    async reserve(tenant_id: string, count = 1): Promise<void> {
      const details = { retry_after: RETRY_AFTER_SECONDS }
      if (maxQueuedPerTenant > 0 && !(await getTenantCount(tenant_id).reserve(count))) {
        metrics.shedRequests.inc({ reason: 'tenant_queued_runs' })
        const message = `The tenant has reached its limit of ${String(maxQueuedPerTenant)} queued runs; try again later`
        throw new AppError('queue_limit_exceeded', message, details)
      }
      if (maxQueued > 0 && !(await total.reserve(count))) {
        metrics.shedRequests.inc({ reason: 'queued_runs' })
        const message = `The queue has reached its limit of ${String(maxQueued)} runs (MAX_QUEUED_RUNS); try again later`
        throw new AppError('overloaded', message, details)
      }
    },
  }
}

export type QueueLimits = ReturnType<typeof makeQueueLimits>

class QueueCount {
  #queued = 0
  #countedAt = -Infinity
  #counting: Promise<void> | undefined

  constructor(
    private readonly limit: number,
    private readonly clock: Clock,
    private readonly countRuns: () => Promise<number>,
  ) {}

  /** Returns false, and reserves nothing, if the limit would be exceeded. */
  async reserve(count: number): Promise<boolean> {
    const isOutdated = this.clock.now() - this.#countedAt >= RECOUNT_MS
    // An outdated count is good enough to accept runs, but not to reject them.
    if (isOutdated) {
      const recount = this.#recount()
      if (this.#countedAt === -Infinity || this.#queued + count > this.limit) await recount
    }
    if (this.#queued + count > this.limit) return false
    this.#queued += count
    return true
  }

  #recount(): Promise<void> {
    const recount = async (): Promise<void> => {
      try {
        const startedAt = this.clock.now()
        this.#queued = await this.countRuns()
        this.#countedAt = startedAt
      } catch {
        // The insert of the run reports the problem of the database.
      } finally {
        this.#counting = undefined
      }
    }
    return (this.#counting ??= recount())
  }
}
