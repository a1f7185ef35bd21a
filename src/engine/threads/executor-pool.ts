/**
 * The executor threads: as many as are needed up to a limit, replaced when they die. A run that is suspected of having
 * killed a thread is executed in a thread of its own, so that it can harm nobody else and is known for certain.
 */
import type { Logger } from '../../platform/log.js'
import type { Completion, CompletionRequest, StartRun } from './executor-protocol.js'
import {
  ExecutorThread,
  OUT_OF_MEMORY,
  type ExecutionHandle,
  type ExecutionListener,
  type ThreadSettings,
} from './executor-thread.js'
import { Quarantine } from './quarantine.js'

interface PoolSettings extends ThreadSettings {
  maxThreads: number
}

const CHECK_MS = 250
/** A thread with fewer executions than this is not worth a second one: it is their model they wait for. */
const MIN_LOAD_TO_GROW = 4
const RESTART_DELAY_MS = 1_000

export class ExecutorPool {
  readonly #threads: ExecutorThread[] = []
  readonly #quarantine = new Quarantine((ready) => this.#createThread(ready))
  #timer: NodeJS.Timeout | undefined
  #lastCheckAt = performance.now()
  #resolveReady: () => void = () => undefined
  readonly #ready = new Promise<void>((resolve) => {
    this.#resolveReady = resolve
  })
  #isStopped = false

  /** Threads with old code, as long as something runs in them. */
  readonly #retiring = new Set<ExecutorThread>()

  constructor(
    private settings: PoolSettings,
    private readonly log: Logger,
  ) {}

  /** The first thread is made at once: loading LangGraph takes longer than most first runs. */
  launch(): void {
    if (this.#timer !== undefined) return
    this.#addThread()
    this.#timer = setInterval(() => {
      this.#checkThreads()
    }, CHECK_MS).unref()
  }

  /** Until then a claimed run would only wait, and lose an attempt if the process died. */
  whenReady(): Promise<void> {
    return this.#ready
  }

  get threadCount(): number {
    return this.#allThreads().length
  }

  start(start: StartRun, isQuarantined: boolean, listener: ExecutionListener): ExecutionHandle {
    if (isQuarantined) return this.#quarantine.start(start, listener)
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
    this.launch()
    return this.#leastLoaded().complete(request)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    await Promise.all(this.#allThreads().map((thread) => thread.stop()))
  }

  /** Threads with new code take over; the old ones end when what runs in them has. */
  async restart(project: ThreadSettings['options']['project']): Promise<void> {
    this.settings = { ...this.settings, options: { ...this.settings.options, project } }
    const oldThreads = [...this.#threads.splice(0), ...this.#quarantine.detachThreads()]
    for (const thread of oldThreads) this.#retiring.add(thread)
    this.#addThread()
    await Promise.all(oldThreads.filter((thread) => thread.load === 0).map((thread) => this.#retire(thread)))
  }

  async #retire(thread: ExecutorThread): Promise<void> {
    this.#retiring.delete(thread)
    await thread.stop()
  }

  #allThreads(): ExecutorThread[] {
    return [...this.#threads, ...this.#quarantine.threads, ...this.#retiring]
  }

  /** Of those that answer. One that is stuck may be replaced before it is given up, so that others need not wait. */
  #leastLoaded(): ExecutorThread {
    const usable = this.#threads.filter((thread) => thread.isResponsive)
    const [first] = usable
    if (first === undefined)
      return this.#threads.length <= this.settings.maxThreads ? this.#addThread() : this.#oldestThread()
    const best = usable.reduce((least, thread) => (thread.load < least.load ? thread : least), first)
    return best.load >= MIN_LOAD_TO_GROW && usable.length < this.settings.maxThreads
      ? this.#addThread()
      : best
  }

  #oldestThread(): ExecutorThread {
    return this.#threads[0] ?? this.#addThread()
  }

  #addThread(): ExecutorThread {
    const thread = this.#createThread(this.#resolveReady)
    this.#threads.push(thread)
    return thread
  }

  #createThread(onReady: () => void): ExecutorThread {
    return new ExecutorThread(this.settings, onReady, (thread, reason) => {
      this.log.warn({ reason, runs: thread.load }, 'an executor thread died and is replaced')
      this.#quarantine.removeThread(thread)
      this.#retiring.delete(thread)
      const index = this.#threads.indexOf(thread)
      if (index === -1) return
      this.#threads.splice(index, 1)
      // One that never came up would die again at once.
      setTimeout(() => this.#replaceLastThread(), thread.hasStarted ? 0 : RESTART_DELAY_MS).unref()
    })
  }

  #replaceLastThread(): void {
    if (!this.#isStopped && this.#threads.length === 0) this.#addThread()
  }

  #checkThreads(): void {
    const rss = process.memoryUsage.rss()
    const now = performance.now()
    // Whoever was asleep itself (a laptop, a paused machine) cannot tell who hangs.
    const wasAsleep = now - this.#lastCheckAt > 4 * CHECK_MS
    this.#lastCheckAt = now
    for (const thread of this.#allThreads()) {
      if (wasAsleep) thread.resetTimer()
      else thread.check(rss)
    }
    this.#killGrowingThread(rss)
    for (const thread of this.#retiring) if (thread.load === 0) void this.#retire(thread)
    this.#quarantine.check()
  }

  /**
   * Buffers are not counted by the limit on the heap, and a thread that takes them without a pause tells nobody. All that can be
   * seen is that the process grows: of the threads that are silent it is the one that was so while it grew the most. One at
   * a time, because the others may only have had to wait for it.
   */
  #killGrowingThread(rss: number): void {
    const threads = this.#allThreads().sort(
      (a, b) => b.getGrowthSinceHeartbeat(rss) - a.getGrowthSinceHeartbeat(rss),
    )
    const [fastestGrowing] = threads
    if (
      fastestGrowing === undefined ||
      fastestGrowing.getGrowthSinceHeartbeat(rss) <= this.settings.memoryMb * 1_048_576
    )
      return
    for (const thread of threads) thread.acceptGrowth(rss)
    fastestGrowing.kill(OUT_OF_MEMORY)
  }
}
