/**
 * Purges ended runs that are older than their retention period, on one node at a time. It reads runs in the order of their age and removes
 * a few of them in each batch. After each batch it pauses for 19 times as long as the batch took, including the time that the batch
 * waited for others, so it uses at most a twentieth of the database's time.
 *
 * It holds no state. A batch removes a run with what belongs to it, or nothing. What does not fit into the batch is left as a purge task,
 * so a purge that is killed is continued by the next one, on any node.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Bus } from '../../events/bus.js'
import type { Clock } from '../../platform/clock.js'
import type { Logger } from '../../platform/log.js'
import type { Metrics } from '../../platform/metrics.js'
import type { PurgeCandidate, PurgeCandidateStore, PurgeScope } from '../../store/retention/candidates.js'
import type { FreeSpaceStore } from '../../store/retention/free-space.js'
import type { OverrideKey, RetentionOverrideStore } from '../../store/retention/overrides.js'
import type { PurgeTaskStore } from '../../store/retention/purge-tasks.js'
import type { PurgeStore } from '../../store/retention/purge.js'
import { NO_COUNTS, type PurgeCounts, type RetentionStateStore } from '../../store/retention/state.js'
import type { Position } from '../../store/sql/page.js'
import type { CheckpointPruning } from '../../store/threads/prune-checkpoints.js'
import { DAY_MS, isDue } from './is-due.js'

interface Deps {
  purgeCandidates: PurgeCandidateStore
  retentionOverrides: RetentionOverrideStore
  purges: PurgeStore
  purgeTasks: PurgeTaskStore
  retentionState: RetentionStateStore
  freeSpace: FreeSpaceStore
  pruning: CheckpointPruning
  bus: Bus
  clock: Clock
  log: Logger
  metrics: Metrics
  /** Identifies this node in the lease. */
  owner: string
  /** For tests: the length of a pause relative to the batch before it. */
  pauseFactor?: number
  /** RETENTION_DAYS. Undefined: runs are kept unless their assistant or thread has a period of its own. */
  defaultDays: number | undefined
}

const INTERVAL_MS = 60_000
const LEASE_MS = 60_000
const RENEW_MS = 15_000
const PAGE_SIZE = 200
const RUNS_PER_BATCH = 50
const TASKS_PER_BATCH = 25
const PAUSE_FACTOR = 19
const MAX_PAUSE_MS = 1_000
/** Free pages that stay in the file for new rows: 4 MB. */
const KEPT_FREE_PAGES = 1_000

const FIRST: Position = { at: -1, id: '' }

interface ScopeToPurge extends PurgeScope {
  days: number
}

export class RetentionPurger {
  readonly #abort = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #work: Promise<void> | undefined
  #counts: PurgeCounts = NO_COUNTS
  #renewedAt = 0
  #hasLoggedSpace = false

  constructor(private readonly deps: Deps) {}

  start(): void {
    void this.purge()
    this.#timer ??= setInterval(() => void this.purge(), INTERVAL_MS).unref()
  }

  async stop(): Promise<void> {
    this.#abort.abort()
    clearInterval(this.#timer)
    await this.#work
  }

  /** Purges what is due now. Only one call works at a time. */
  purge(): Promise<void> {
    if (this.#abort.signal.aborted) return Promise.resolve()
    return (this.#work ??= this.#purge()
      .catch((error: unknown) => {
        if (!this.#abort.signal.aborted) this.deps.log.warn({ err: error }, 'purging old runs failed')
      })
      .finally(() => {
        this.#work = undefined
      }))
  }

  async #purge(): Promise<void> {
    const { retentionState, clock, metrics, owner } = this.deps
    if (!(await this.#hasWork()) || !(await this.#acquire())) return
    await this.#runTasks()
    for await (const scope of this.#listScopes()) if (!(await this.#purgeScope(scope))) return
    await this.#returnSpace()
    await retentionState.release({ owner, now: clock.now(), ...this.#takeCounts() })
    metrics.lastPurge.set(clock.now() / 1000)
  }

  async #hasWork(): Promise<boolean> {
    const { defaultDays, retentionOverrides, purgeCandidates } = this.deps
    if (defaultDays !== undefined) return true
    const { assistants, threads } = await retentionOverrides.count()
    return assistants + threads > 0 || (await purgeCandidates.listTasks(1)).length > 0
  }

  async #acquire(): Promise<boolean> {
    const { retentionState, clock, owner } = this.deps
    const now = clock.now()
    this.#renewedAt = now
    return retentionState.acquire({ owner, now, expires: now + LEASE_MS, ...this.#takeCounts() })
  }

  /** Returns false if the purge must end, because another node has the lease. */
  async #renew(): Promise<boolean> {
    return this.deps.clock.now() - this.#renewedAt < RENEW_MS || this.#acquire()
  }

  #takeCounts(): PurgeCounts {
    const counts = this.#counts
    this.#counts = NO_COUNTS
    return counts
  }

  /** The runs of all tenants, then those of assistants and threads that are kept for a shorter time. */
  async *#listScopes(): AsyncGenerator<ScopeToPurge> {
    const { purgeCandidates, retentionOverrides, defaultDays = Infinity } = this.deps
    let tenant_id = await purgeCandidates.getTenantAfter('')
    while (tenant_id !== undefined && defaultDays !== Infinity) {
      yield { tenant_id, resource: 'tenants', resource_id: '', days: defaultDays }
      tenant_id = await purgeCandidates.getTenantAfter(tenant_id)
    }
    let last: OverrideKey = { tenant_id: '', resource: 'assistants', resource_id: '' }
    for (;;) {
      const page = await retentionOverrides.listAfter(last, PAGE_SIZE)
      for (const { retention_days: days, ...scope } of page) if (days < defaultDays) yield { ...scope, days }
      const end = page.at(-1)
      if (end === undefined) return
      last = end
    }
  }

  /** Returns false if another node has the lease. */
  async #purgeScope({ days, ...scope }: ScopeToPurge): Promise<boolean> {
    const { purgeCandidates, clock, defaultDays } = this.deps
    let after = FIRST
    for (;;) {
      if (!(await this.#renew())) return false
      const now = clock.now()
      const page = { after, until: now - days * DAY_MS, limit: PAGE_SIZE }
      const runs = await this.#throttle(() => purgeCandidates.list(scope, page))
      const due = runs.filter((run) => isDue(run, defaultDays, now))
      for (let start = 0; start < due.length; start += RUNS_PER_BATCH)
        await this.#throttle(() => this.#purgeRuns(due.slice(start, start + RUNS_PER_BATCH)))
      if (due.length > 0) await this.#runTasks()
      const last = runs.at(-1)
      if (last === undefined || runs.length < PAGE_SIZE) return true
      after = { at: last.created_at, id: last.run_id }
    }
  }

  /** All runs are of one tenant. */
  async #purgeRuns(runs: PurgeCandidate[]): Promise<void> {
    const { purges, bus, clock } = this.deps
    const { runIds, threadIds, checkpoints, events } = await purges.purgeRuns(runs)
    this.#count({
      purged_runs: runIds.length,
      purged_events: events,
      purged_checkpoints: checkpoints,
      purged_threads: threadIds.length,
    })
    const [first] = runs
    if (first === undefined) return
    const at = clock.now()
    bus.publishDeleted({ tenant_id: first.tenant_id, topic: 'runs', ids: runIds, at })
    bus.publishDeleted({ tenant_id: first.tenant_id, topic: 'threads', ids: threadIds, at })
  }

  async #runTasks(): Promise<void> {
    const { purgeCandidates, purgeTasks, pruning } = this.deps
    for (;;) {
      const tasks = await purgeCandidates.listTasks(TASKS_PER_BATCH)
      if (tasks.length === 0) return
      const ofRuns = tasks.filter(({ resource }) => resource === 'runs')
      const ofThreads = tasks.filter(({ resource }) => resource === 'threads')
      if (ofRuns.length > 0)
        await this.#throttle(async () => {
          this.#count({ ...NO_COUNTS, purged_events: await purgeTasks.purgeEvents(ofRuns) })
        })
      for (const task of ofThreads)
        await this.#throttle(async () => {
          const key = { tenant_id: task.tenant_id, thread_id: task.resource_id }
          await purgeTasks.pruneHistory(task, await pruning.buildStatements(key, false))
        })
      await this.#renew()
    }
  }

  /** Ends when a release has no effect: the database was created without incremental vacuum. */
  async #returnSpace(): Promise<void> {
    const { freeSpace, log } = this.deps
    let pages = await freeSpace.countPages()
    while (pages > KEPT_FREE_PAGES) {
      await this.#throttle(() => freeSpace.release())
      await this.#renew()
      const remaining = await freeSpace.countPages()
      if (remaining >= pages) {
        if (!this.#hasLoggedSpace)
          log.info(
            'the space of purged runs is reused but not returned; stop the service and run heddle vacuum once',
          )
        this.#hasLoggedSpace = true
        return
      }
      pages = remaining
    }
  }

  async #throttle<T>(work: () => Promise<T>): Promise<T> {
    const { signal } = this.#abort
    signal.throwIfAborted()
    const startedAt = performance.now()
    const result = await work()
    const { pauseFactor = PAUSE_FACTOR } = this.deps
    const pauseMs = Math.min(MAX_PAUSE_MS, pauseFactor * (performance.now() - startedAt))
    await sleep(pauseMs, undefined, { signal })
    return result
  }

  #count(purged: PurgeCounts): void {
    const { purgedRows } = this.deps.metrics
    for (const name of Object.keys(purged) as (keyof PurgeCounts)[]) {
      this.#counts = { ...this.#counts, [name]: this.#counts[name] + purged[name] }
      purgedRows.inc({ kind: name.slice('purged_'.length) }, purged[name])
    }
  }
}
