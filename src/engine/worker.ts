/**
 * The worker: claims runs as long as it has room for them and executes them. It is woken by what happens (a run was
 * made, one ended, another node says so) and looks by itself every two seconds, in case it was not told.
 *
 * Leases last ten seconds and are renewed every three, all with one statement; a run that is no longer among the renewed
 * ones was taken away, and its execution is stopped. When a worker dies its runs are found by the sweep of any other.
 * Stopping hands runs back that do not end in time; that uses up none of their attempts.
 */
import type { Clock } from '../platform/clock.js'
import { AppError } from '../errors.js'
import { executeRun, type ExecuteRunDeps, type RunExecution } from './execute-run.js'
import { sweepRuns } from './sweep.js'
import { newId } from '../platform/ids.js'
import { makeLruCache } from '../platform/lru-cache.js'
import type { RunCancellation } from '../domain/runs/run-cancellation.js'
import type { Metrics } from '../platform/metrics.js'

const LEASE_MS = 10_000
const HEARTBEAT_MS = 3_000
const SWEEP_MS = 2_000
/** Claims of one statement; more only make it longer. */
const MAX_CLAIMS_PER_STATEMENT = 32
/** Remembered of those that another node may have taken up since; of as many as ever run here at a time, by far. */
const MAX_SUSPECTS = 10_000

interface WorkerDeps extends ExecuteRunDeps {
  cancellation: RunCancellation
  metrics: Metrics
  clock: Clock
  concurrency: number
  /** Whether other nodes may hold leases. */
  isClustered: boolean
}

export class Worker {
  readonly #owner = newId()
  readonly #running = new Map<string, RunExecution>()
  /** Runs that were there when a thread died, and how often. */
  readonly #suspects = makeLruCache<number>(MAX_SUSPECTS)
  #timers: NodeJS.Timeout[] = []
  #delayedTimer: NodeJS.Timeout | undefined
  #unsubscribe: (() => void)[] = []
  #claiming: Promise<void> | undefined
  #claimAgain = false
  #isReady = false
  #isStopping = false
  #drained: Promise<void> | undefined

  constructor(private readonly deps: WorkerDeps) {}

  get load(): number {
    return this.#running.size
  }

  /** A node that is alone takes up at once what a crash left behind. */
  async start(): Promise<void> {
    const { bus, executors, queue, isClustered } = this.deps
    if (!isClustered) await queue.expireAll()
    await this.#sweep()
    this.#unsubscribe = [
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
    void executors.whenReady().then(() => {
      this.#isReady = true
      this.#claim()
    })
  }

  /** Takes nothing new, waits for what runs, then hands the rest back. */
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

  #claim(): void {
    if (this.#isStopping || !this.#isReady) return
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
    const { queue, clock, concurrency } = this.deps
    try {
      for (;;) {
        const freeSlots = Math.min(MAX_CLAIMS_PER_STATEMENT, concurrency - this.#running.size)
        if (freeSlots <= 0 || this.#isStopping) return
        this.#claimAgain = false
        const now = clock.now()
        const claimed = await queue.claim(this.#owner, now, now + LEASE_MS, freeSlots)
        for (const run of claimed) this.#startExecution(run)
        if (claimed.length < freeSlots) return
      }
    } catch (error) {
      // Two nodes that take runs of one thread at the same moment: the index lets one of them. The sweep tries again.
      const isExpected = error instanceof AppError && error.code !== 'internal_error'
      this.deps.log[isExpected ? 'debug' : 'error']({ err: error }, 'runs could not be claimed')
    }
  }

  #startExecution(run: RunExecution['run']): void {
    const { metrics, clock } = this.deps
    // Later claims follow a wait that was not the queue's.
    if (run.fence === 1)
      metrics.pickupTime.observe(Math.max(0, clock.now() - Math.max(run.created_at, run.available_at)) / 1000)
    const execution = executeRun(this.deps, run, (this.#suspects.get(run.run_id) ?? 0) > 0)
    this.#running.set(run.run_id, execution)
    void execution.outcome.then((outcome) => {
      this.#running.delete(run.run_id)
      metrics.executions.inc({ fate: outcome })
      if (outcome === 'died') this.#recordCrash(execution)
      else this.#suspects.remove(run.run_id)
      // There is room again, and perhaps another run of the same thread.
      this.#claim()
    })
  }

  /** The prime suspect at once, the others when it happens to them again. */
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
        if (fences.get(execution.run.run_id) !== execution.run.fence) execution.stop('cancelled')
      }
    } catch (error) {
      // Without the store nothing can be written either; the fence keeps the rest right.
      this.deps.log.warn({ err: error }, 'leases could not be renewed')
    }
  }

  async #sweep(): Promise<void> {
    try {
      await sweepRuns(this.deps)
      await this.#wakeForDelayed()
    } catch (error) {
      this.deps.log.warn({ err: error }, 'abandoned runs could not be looked for')
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
