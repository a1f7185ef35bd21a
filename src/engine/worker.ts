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
import { executeRun, type ExecuteParts, type RunExecution } from './execute-run.js'
import { sweep } from './sweep.js'
import { newId } from '../platform/ids.js'
import { makeRecent } from '../platform/lru-cache.js'
import type { RunStops } from '../domain/runs/run-cancellation.js'
import type { Metrics } from '../platform/metrics.js'

const LEASE_MS = 10_000
const HEARTBEAT_MS = 3_000
const SWEEP_MS = 2_000
/** Claims of one statement; more only make it longer. */
const CLAIM = 32
/** Remembered of those that another node may have taken up since; of as many as ever run here at a time, by far. */
const MOST_SUSPECTS = 10_000

interface WorkerParts extends ExecuteParts {
  stops: RunStops
  metrics: Metrics
  clock: Clock
  concurrency: number
  /** Whether other nodes may hold leases. */
  shared: boolean
}

export class Worker {
  readonly #owner = newId()
  readonly #running = new Map<string, RunExecution>()
  /** Runs that were there when a thread died, and how often. */
  readonly #suspects = makeRecent<number>(MOST_SUSPECTS)
  #timers: NodeJS.Timeout[] = []
  #delayed: NodeJS.Timeout | undefined
  #unsubscribe: (() => void)[] = []
  #claiming: Promise<void> | undefined
  #isAskedAgain = false
  #isReady = false
  #isStopping = false
  #stopped: Promise<void> | undefined

  constructor(private readonly parts: WorkerParts) {}

  get load(): number {
    return this.#running.size
  }

  /** A node that is alone takes up at once what a crash left behind. */
  async start(): Promise<void> {
    const { bus, executors, queue, shared } = this.parts
    if (!shared) await queue.expireAll()
    await this.#sweep()
    this.#unsubscribe = [
      bus.onQueued((availableAt) => {
        if (availableAt > this.parts.clock.now()) void this.#sweep()
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
    return (this.#stopped ??= this.#drain(graceMs))
  }

  async #drain(graceMs: number): Promise<void> {
    this.#isStopping = true
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
    clearTimeout(this.#delayed)
    await this.#claiming
    const ended = Promise.all([...this.#running.values()].map(({ fate }) => fate))
    const late = new Promise((resolve) => setTimeout(resolve, graceMs).unref())
    await Promise.race([ended, late])
    for (const execution of this.#running.values()) execution.stop('drained')
    await Promise.all([...this.#running.values()].map(({ fate }) => fate))
    for (const timer of this.#timers) clearInterval(timer)
  }

  #claim(): void {
    if (this.#isStopping || !this.#isReady) return
    if (this.#claiming !== undefined) {
      this.#isAskedAgain = true
      return
    }
    this.#claiming = this.#claimAll().finally(() => {
      this.#claiming = undefined
      if (this.#isAskedAgain) {
        this.#isAskedAgain = false
        this.#claim()
      }
    })
  }

  async #claimAll(): Promise<void> {
    const { queue, clock, concurrency } = this.parts
    try {
      for (;;) {
        const room = Math.min(CLAIM, concurrency - this.#running.size)
        if (room <= 0 || this.#isStopping) return
        this.#isAskedAgain = false
        const now = clock.now()
        const claimed = await queue.claim(this.#owner, now, now + LEASE_MS, room)
        for (const run of claimed) this.#execute(run)
        if (claimed.length < room) return
      }
    } catch (error) {
      // Two nodes that take runs of one thread at the same moment: the index lets one of them. The sweep tries again.
      const isUsual = error instanceof AppError && error.code !== 'internal_error'
      this.parts.log[isUsual ? 'debug' : 'error']({ err: error }, 'runs could not be claimed')
    }
  }

  #execute(run: RunExecution['run']): void {
    const { metrics, clock } = this.parts
    // Later claims follow a wait that was not the queue's.
    if (run.fence === 1)
      metrics.pickUp.observe(Math.max(0, clock.now() - Math.max(run.created_at, run.available_at)) / 1000)
    const execution = executeRun(this.parts, run, (this.#suspects.get(run.run_id) ?? 0) > 0)
    this.#running.set(run.run_id, execution)
    void execution.fate.then((fate) => {
      this.#running.delete(run.run_id)
      metrics.executions.inc({ fate })
      if (fate === 'died') this.#suspect(execution)
      else this.#suspects.remove(run.run_id)
      // There is room again, and perhaps another run of the same thread.
      this.#claim()
    })
  }

  /** The prime suspect at once, the others when it happens to them again. */
  #suspect({ run, isSuspect }: RunExecution): void {
    const deaths = this.#suspects.get(run.run_id)
    if (isSuspect || deaths !== undefined) this.#suspects.set(run.run_id, (deaths ?? 0) + 1)
    else this.#suspects.set(run.run_id, 0)
  }

  async #heartbeat(): Promise<void> {
    if (this.#running.size === 0) return
    const before = [...this.#running.values()]
    try {
      const held = await this.parts.queue.heartbeat(this.#owner, this.parts.clock.now() + LEASE_MS)
      const fences = new Map(held.map(({ run_id, fence }) => [run_id, fence]))
      for (const execution of before) {
        if (fences.get(execution.run.run_id) !== execution.run.fence) execution.stop('cancelled')
      }
    } catch (error) {
      // Without the store nothing can be written either; the fence keeps the rest right.
      this.parts.log.warn({ err: error }, 'leases could not be renewed')
    }
  }

  async #sweep(): Promise<void> {
    try {
      await sweep(this.parts)
      await this.#wakeForDelayed()
    } catch (error) {
      this.parts.log.warn({ err: error }, 'abandoned runs could not be looked for')
    }
    this.#claim()
  }

  async #wakeForDelayed(): Promise<void> {
    const now = this.parts.clock.now()
    const at = await this.parts.queue.nextDelayed(now)
    clearTimeout(this.#delayed)
    if (at !== null && at - now < SWEEP_MS * 2 && !this.#isStopping) {
      this.#delayed = setTimeout(() => {
        this.#claim()
      }, at - now)
    }
  }
}
