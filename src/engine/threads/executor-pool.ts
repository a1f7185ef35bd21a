/**
 * The executor threads: as many as are needed up to a limit, replaced when they die. A run that is suspected of having
 * killed a thread is executed in a thread of its own, so that it can harm nobody else and is known for certain.
 */
import type { Logger } from '../../platform/log.js'
import type { Completion, CompletionRequest, StartRun } from './executor-protocol.js'
import {
  ExecutorThread,
  OUT_OF_MEMORY,
  type Execution,
  type ExecutionListener,
  type ThreadSettings,
} from './executor-thread.js'
import { SolitaryThreads } from './quarantine.js'

interface Settings extends ThreadSettings {
  threads: number
}

const CHECK_MS = 250
/** A thread with fewer executions than this is not worth a second one: it is their model they wait for. */
const ENOUGH = 4
const RETRY_MS = 1_000

export class Executors {
  readonly #threads: ExecutorThread[] = []
  readonly #solitary = new SolitaryThreads((ready) => this.#make(ready))
  #timer: NodeJS.Timeout | undefined
  #checkedAt = performance.now()
  #isUp: () => void = () => undefined
  readonly #ready = new Promise<void>((resolve) => {
    this.#isUp = resolve
  })
  #isStopped = false

  /** Threads with old code, as long as something runs in them. */
  readonly #retiring = new Set<ExecutorThread>()

  constructor(
    private settings: Settings,
    private readonly log: Logger,
  ) {}

  /** The first thread is made at once: loading LangGraph takes longer than most first runs. */
  begin(): void {
    if (this.#timer !== undefined) return
    this.#grow()
    this.#timer = setInterval(() => {
      this.#check()
    }, CHECK_MS).unref()
  }

  /** Until then a claimed run would only wait, and lose an attempt if the process died. */
  whenReady(): Promise<void> {
    return this.#ready
  }

  get threadCount(): number {
    return this.#all().length
  }

  start(start: StartRun, isSuspect: boolean, listener: ExecutionListener): Execution {
    if (isSuspect) return this.#solitary.start(start, listener)
    const thread = this.#leastLoaded()
    thread.start(start, listener)
    return {
      abort: () => {
        thread.abort(start.execution)
      },
    }
  }

  /** Asks a model, beside the runs. Throws CompletionFailed. */
  complete(request: CompletionRequest): Promise<Completion> {
    this.begin()
    return this.#leastLoaded().complete(request)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    await Promise.all(this.#all().map((thread) => thread.stop()))
  }

  /** Threads with new code take over; the old ones end when what runs in them has. */
  async restart(project: ThreadSettings['options']['project']): Promise<void> {
    this.settings = { ...this.settings, options: { ...this.settings.options, project } }
    const old = [...this.#threads.splice(0), ...this.#solitary.release()]
    for (const thread of old) this.#retiring.add(thread)
    this.#grow()
    await Promise.all(old.filter((thread) => thread.load === 0).map((thread) => this.#retire(thread)))
  }

  async #retire(thread: ExecutorThread): Promise<void> {
    this.#retiring.delete(thread)
    await thread.stop()
  }

  #all(): ExecutorThread[] {
    return [...this.#threads, ...this.#solitary.all, ...this.#retiring]
  }

  /** Of those that answer. One that is stuck may be replaced before it is given up, so that others need not wait. */
  #leastLoaded(): ExecutorThread {
    const usable = this.#threads.filter((thread) => thread.isResponsive)
    const [first] = usable
    if (first === undefined)
      return this.#threads.length <= this.settings.threads ? this.#grow() : this.#oldest()
    const best = usable.reduce((found, thread) => (thread.load < found.load ? thread : found), first)
    return best.load >= ENOUGH && usable.length < this.settings.threads ? this.#grow() : best
  }

  #oldest(): ExecutorThread {
    return this.#threads[0] ?? this.#grow()
  }

  #grow(): ExecutorThread {
    const thread = this.#make(this.#isUp)
    this.#threads.push(thread)
    return thread
  }

  #make(ready: () => void): ExecutorThread {
    return new ExecutorThread(this.settings, ready, (thread, reason) => {
      this.log.warn({ reason, runs: thread.load }, 'an executor thread died and is replaced')
      this.#solitary.forget(thread)
      this.#retiring.delete(thread)
      const place = this.#threads.indexOf(thread)
      if (place === -1) return
      this.#threads.splice(place, 1)
      // One that never came up would die again at once.
      setTimeout(() => this.#replace(), thread.wasReady ? 0 : RETRY_MS).unref()
    })
  }

  #replace(): void {
    if (!this.#isStopped && this.#threads.length === 0) this.#grow()
  }

  #check(): void {
    const rss = process.memoryUsage.rss()
    const now = performance.now()
    // Whoever was asleep itself (a laptop, a paused machine) cannot tell who hangs.
    const wasAsleep = now - this.#checkedAt > 4 * CHECK_MS
    this.#checkedAt = now
    for (const thread of this.#all()) {
      if (wasAsleep) thread.excuse()
      else thread.check(rss)
    }
    this.#stopGrowth(rss)
    for (const thread of this.#retiring) if (thread.load === 0) void this.#retire(thread)
    this.#solitary.check()
  }

  /**
   * Buffers are not counted by the limit on the heap, and a thread that takes them without a pause tells nobody. All that can be
   * seen is that the process grows: of the threads that are silent it is the one that was so while it grew the most. One at
   * a time, because the others may only have had to wait for it.
   */
  #stopGrowth(rss: number): void {
    const all = this.#all().sort((one, other) => other.growthSince(rss) - one.growthSince(rss))
    const [most] = all
    if (most === undefined || most.growthSince(rss) <= this.settings.memoryMb * 1_048_576) return
    for (const thread of all) thread.acceptGrowth(rss)
    most.kill(OUT_OF_MEMORY)
  }
}
