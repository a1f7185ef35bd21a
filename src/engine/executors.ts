/**
 * The executor threads: as many as are needed up to a limit, replaced when they die. A run that is suspected of having
 * killed a thread is executed in a thread of its own, so that it can harm nobody else and is known for certain.
 */
import type { Logger } from '../log.js'
import type { Completion, CompletionRequest, StartRun } from './executor-protocol.js'
import { ExecutorThread, type ExecutionListener, type ThreadSettings } from './executor-thread.js'

interface Settings extends ThreadSettings {
  threads: number
}

const CHECK_MS = 250
/** A thread with fewer executions than this is not worth a second one: it is their model they wait for. */
const ENOUGH = 4
const SOLITARY_IDLE_MS = 10_000
const RETRY_MS = 1_000

export interface Execution {
  abort(): void
}

export class Executors {
  readonly #threads: ExecutorThread[] = []
  readonly #solitary = new Set<ExecutorThread>()
  #timer: NodeJS.Timeout | undefined
  #idleSince = 0
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
    const thread = isSuspect ? this.#freeSolitary() : this.#leastLoaded()
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
    const old = this.#threads.splice(0)
    for (const thread of old) this.#retiring.add(thread)
    this.settings = { ...this.settings, options: { ...this.settings.options, project } }
    this.#grow()
    await Promise.all(old.filter((thread) => thread.load === 0).map((thread) => this.#retire(thread)))
  }

  async #retire(thread: ExecutorThread): Promise<void> {
    this.#retiring.delete(thread)
    await thread.stop()
  }

  #all(): ExecutorThread[] {
    return [...this.#threads, ...this.#solitary, ...this.#retiring]
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

  #freeSolitary(): ExecutorThread {
    for (const thread of this.#solitary) if (thread.load === 0) return thread
    const thread = this.#make()
    this.#solitary.add(thread)
    return thread
  }

  #grow(): ExecutorThread {
    const thread = this.#make()
    this.#threads.push(thread)
    return thread
  }

  #make(): ExecutorThread {
    return new ExecutorThread(this.settings, this.#isUp, (thread, reason) => {
      this.log.warn({ reason, runs: thread.load }, 'an executor thread died and is replaced')
      this.#solitary.delete(thread)
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
    for (const thread of this.#retiring) if (thread.load === 0) void this.#retire(thread)
    const idle = [...this.#solitary].filter((thread) => thread.load === 0)
    if (idle.length === 0) this.#idleSince = performance.now()
    else if (performance.now() - this.#idleSince > SOLITARY_IDLE_MS) {
      for (const thread of idle) {
        this.#solitary.delete(thread)
        void thread.stop()
      }
    }
  }
}
