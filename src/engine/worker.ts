/**
 * The worker claims runs while it has free slots and executes them. It wakes up when a run is queued on any
 * node or an execution ends, and polls every two seconds in case a notification was lost.
 *
 * Leases last ten seconds and are renewed every three, all with one statement. A run that is missing from the
 * renewed leases was taken away, and its execution is stopped. When a worker crashes, the sweep of any other
 * worker requeues its runs. Stopping a worker releases the runs that do not end in time; this costs them no
 * attempt.
 */
import type { Clock } from '../platform/clock.js'
import { AppError } from '../errors.js'
import { executeRun, type ExecuteRunDeps, type RunExecution } from './execute-run.js'
import { adaptConcurrency, BUSY_RUNS } from './adapt-concurrency.js'
import { RunClaims, type Slots } from './run-claims.js'
import { SUSPECT_TRIES, sweepRuns } from './sweep.js'
import type { Isolation, ThreadLoad } from './threads/executor-pool.js'
import { newId } from '../platform/ids.js'
import { LRUCache } from 'lru-cache'
import type { RunCancellation } from '../domain/runs/run-cancellation.js'
import type { Metrics } from '../platform/metrics.js'
import type { Lease } from '../store/runs/queue.js'

const LEASE_MS = 10_000
const HEARTBEAT_MS = 3_000
const SWEEP_MS = 2_000
/** So many runs for each thread are executed even if they leave it no idle time. */
const MIN_RUNS_PER_THREAD = 2
/** A tenant whose last run started longer ago does not count as a user of this node. */
const TENANT_MS = 30_000
/**
 * Far more than run here at a time. Entries of runs that another node has claimed since are evicted by this
 * limit.
 */
const MAX_SUSPECTS = 10_000

interface WorkerDeps extends ExecuteRunDeps {
  cancellation: RunCancellation
  metrics: Metrics
  clock: Clock
  concurrency: number
  /** Limit of the runs of one tenant that are in progress on all nodes; 0 means no limit. */
  maxRunningPerTenant: number
  /** True if other nodes may hold leases. */
  isClustered: boolean
}

export class Worker {
  readonly #owner = newId()
  readonly #claims: RunClaims
  /** At most `concurrency`; see adapt-concurrency.ts. */
  #maxRunning: number
  readonly #running = new Map<string, RunExecution>()
  /** The executions that have ended since #maxRunning was set. */
  #ended = 0
  /** The tenants that use this node, with the time at which their last run started. */
  readonly #tenants = new Map<string, number>()
  /** Runs that were executing when a thread crashed, with the number of crashes that count against them. */
  readonly #suspects = new LRUCache<string, number>({ max: MAX_SUSPECTS })
  #timers: NodeJS.Timeout[] = []
  #delayedTimer: NodeJS.Timeout | undefined
  #unsubscribe: (() => void)[] = []
  #claiming: Promise<void> | undefined
  #claimAgain = false
  #isReady = false
  #isStopping = false
  #isPaused = false
  #drained: Promise<void> | undefined

  constructor(private readonly deps: WorkerDeps) {
    this.#maxRunning = Math.min(deps.concurrency, BUSY_RUNS)
    this.#claims = new RunClaims({ ...deps, owner: this.#owner, leaseMs: LEASE_MS })
  }

  get load(): number {
    return this.#running.size
  }

  listExecutingRuns(): string[] {
    return [...this.#running.keys()]
  }

  /** A single node expires all leases at start, so that runs left by a crash restart at once. */
  async start(): Promise<void> {
    const { bus, executors, queue, isClustered } = this.deps
    if (!isClustered) await queue.expireAll()
    await this.#sweep()
    this.#unsubscribe = [
      bus.onExpected((run) => {
        if (this.#canClaim) executors.expectRun(run)
      }),
      bus.onQueued((availableAt) => {
        if (availableAt > this.deps.clock.now()) void this.#sweep()
        else this.#claim()
      }),
      bus.onStopped((runId) => {
        this.#running.get(runId)?.stop('cancelled')
      }),
    ]
    this.#timers = [
      setInterval(() => void this.#heartbeat(), HEARTBEAT_MS),
      setInterval(() => void this.#sweep(), SWEEP_MS),
    ]
    executors.onLoad = (load) => {
      this.#adaptConcurrency(load)
    }
    void executors.whenReady().then(() => {
      this.#isReady = true
      this.#claim()
    })
  }

  /** While paused, the worker claims no runs; those that it executes go on. */
  setPaused(isPaused: boolean): void {
    this.#isPaused = isPaused
    this.#claim()
  }

  /** Stops claiming, waits up to `graceMs` for executions to end, then releases the remaining runs. */
  stop(graceMs: number): Promise<void> {
    return (this.#drained ??= this.#drain(graceMs))
  }

  async #drain(graceMs: number): Promise<void> {
    this.#isStopping = true
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
    clearTimeout(this.#delayedTimer)
    await this.#claiming
    const ended = Promise.all([...this.#running.values()].map(({ outcome }) => outcome))
    const graceElapsed = new Promise((resolve) => setTimeout(resolve, graceMs).unref())
    await Promise.race([ended, graceElapsed])
    for (const execution of this.#running.values()) execution.stop('drained')
    await Promise.all([...this.#running.values()].map(({ outcome }) => outcome))
    for (const timer of this.#timers) clearInterval(timer)
  }

  get #canClaim(): boolean {
    return this.#isReady && !this.#isStopping && !this.#isPaused
  }

  #claim(): void {
    if (!this.#canClaim) return
    if (this.#claiming !== undefined) {
      this.#claimAgain = true
      return
    }
    this.#claiming = this.#claimUntilFull().finally(() => {
      this.#claiming = undefined
      if (this.#claimAgain) {
        this.#claimAgain = false
        this.#claim()
      }
    })
  }

  async #claimUntilFull(): Promise<void> {
    try {
      for await (const claimed of this.#claims.claimUntilFull(() => this.#getSlots()))
        for (const run of claimed) this.#startExecution(run)
    } catch (error) {
      // When two nodes claim runs of the same thread, the unique index accepts only one claim. The next sweep
      // tries again.
      const isExpected = error instanceof AppError && error.code !== 'internal_error'
      this.deps.log[isExpected ? 'debug' : 'error']({ err: error }, 'claiming runs failed')
    }
  }

  #getSlots(): Slots {
    // The claim that follows sees the runs that were queued until now.
    this.#claimAgain = false
    return {
      free: this.#isStopping || this.#isPaused ? 0 : this.#maxRunning - this.#running.size,
      countRunning: () => {
        const counts = new Map<string, number>()
        for (const { run } of this.#running.values())
          counts.set(run.tenant_id, (counts.get(run.tenant_id) ?? 0) + 1)
        return counts
      },
    }
  }

  #adaptConcurrency({ utilization, memoryShare }: ThreadLoad): void {
    const { concurrency, executors } = this.deps
    const before = this.#maxRunning
    this.#forgetTenants()
    this.#maxRunning = adaptConcurrency(before, {
      running: this.#running.size,
      ended: this.#ended,
      utilization,
      memoryShare,
      tenants: this.#tenants.size,
      min: Math.min(concurrency, MIN_RUNS_PER_THREAD * executors.maxThreads),
      max: concurrency,
    })
    this.#ended = 0
    if (this.#maxRunning > before) this.#claim()
  }

  #forgetTenants(): void {
    const oldest = this.deps.clock.now() - TENANT_MS
    for (const [tenant, startedAt] of this.#tenants) if (startedAt < oldest) this.#tenants.delete(tenant)
  }

  #startExecution(run: RunExecution['run']): void {
    const { metrics, clock } = this.deps
    this.#tenants.set(run.tenant_id, clock.now())
    // Only the first claim measures time in the queue.
    if (run.fence === 1)
      metrics.pickupTime.observe(Math.max(0, clock.now() - Math.max(run.created_at, run.available_at)) / 1000)
    const execution = executeRun(this.deps, run, this.#chooseIsolation(run))
    this.#running.set(run.run_id, execution)
    void execution.outcome.then((outcome) => {
      this.#running.delete(run.run_id)
      this.#ended++
      metrics.executions.inc({ outcome })
      if (outcome === 'crashed') this.#recordCrash(execution)
      else this.#suspects.delete(run.run_id)
      // A slot is free, and the next run of the same thread may be claimable.
      this.#claim()
    })
  }

  /**
   * A process of its own is necessary only if whole workers have died with the run; for a run that crashes its executor thread,
   * a thread of its own is enough.
   */
  #chooseIsolation({ run_id, crashes, tries }: RunExecution['run']): Isolation {
    if (crashes > 0 && tries >= Math.min(SUSPECT_TRIES, this.deps.maxAttempts)) return 'process'
    return (this.#suspects.get(run_id) ?? 0) > 0 ? 'thread' : 'none'
  }

  /**
   * The run that the thread was executing is a suspect at once; the others become suspects with their second
   * crash.
   */
  #recordCrash({ run, isSuspect }: RunExecution): void {
    const crashes = this.#suspects.get(run.run_id)
    if (isSuspect || crashes !== undefined) this.#suspects.set(run.run_id, (crashes ?? 0) + 1)
    else this.#suspects.set(run.run_id, 0)
  }

  async #heartbeat(): Promise<void> {
    if (this.#running.size === 0) return
    const executions = [...this.#running.values()]
    try {
      const renewed = await this.deps.queue.heartbeat(this.#owner, this.deps.clock.now() + LEASE_MS)
      const fences = new Map(renewed.map(({ run_id, fence }) => [run_id, fence]))
      for (const execution of executions) {
        if (fences.get(execution.run.run_id) !== execution.run.fence) execution.stop('fenced')
      }
      // A run that has ended since is not unknown. If its execution failed, the next heartbeat finds it.
      const known = new Set(executions.map(({ run }) => run.run_id))
      await this.#abandonUnknown(renewed.filter(({ run_id }) => !known.has(run_id)))
    } catch (error) {
      // Without the store the executions cannot write either; the fence rejects what they write after losing
      // the lease.
      this.deps.log.warn({ err: error }, 'renewing leases failed')
    }
  }

  /**
   * Ends the leases of runs that this worker does not execute: the response to the claim was lost, or the execution failed. As
   * long as the worker has other runs, the heartbeat would renew those leases too.
   */
  async #abandonUnknown(renewed: readonly Lease[]): Promise<void> {
    // The runs of a claim whose response has not arrived yet are not in the map.
    await this.#claiming
    for (const lease of renewed) if (!this.#running.has(lease.run_id)) await this.deps.queue.expire(lease)
  }

  async #sweep(): Promise<void> {
    try {
      await sweepRuns(this.deps)
      await this.#wakeForDelayed()
    } catch (error) {
      this.deps.log.warn({ err: error }, 'sweeping abandoned runs failed')
    }
    this.#claim()
  }

  async #wakeForDelayed(): Promise<void> {
    const now = this.deps.clock.now()
    const nextAt = await this.deps.queue.getNextDelayed(now)
    clearTimeout(this.#delayedTimer)
    if (nextAt !== null && nextAt - now < SWEEP_MS * 2 && !this.#isStopping) {
      this.#delayedTimer = setTimeout(() => {
        this.#claim()
      }, nextAt - now)
    }
  }
}
