/**
 * Threads for runs that are suspected of having killed one. Each has one run at a time: if it dies, that run was the one.
 *
 * They come up one after the other. To load LangGraph takes most of a second of a core, and many threads that did so at once
 * kept each other from their beat until all were taken for hanging, and their innocent runs for guilty.
 */
import { emptyJournalEntries, type StartRun } from './executor-protocol.js'
import type { ExecutionHandle, ExecutionListener, ExecutorThread } from './executor-thread.js'

/** However many runs are suspected, the machine has to bear their threads. */
const MAX_THREADS = 16
const IDLE_MS = 10_000

interface WaitingRun {
  start: StartRun
  listener: ExecutionListener
  /** Once there is one for it. */
  thread?: ExecutorThread
}

export class Quarantine {
  readonly #threads = new Set<ExecutorThread>()
  #waiting: WaitingRun[] = []
  #idleSince = performance.now()

  /** `make` is given what to call when the thread has come up. */
  constructor(private readonly createThread: (onReady: () => void) => ExecutorThread) {}

  get threads(): ExecutorThread[] {
    return [...this.#threads]
  }

  start(start: StartRun, listener: ExecutionListener): ExecutionHandle {
    const run: WaitingRun = { start, listener }
    this.#waiting.push(run)
    this.#assignThreads()
    return {
      abort: () => {
        if (run.thread !== undefined) run.thread.abort(start.execution)
        else this.#cancelWaiting(run)
      },
    }
  }

  /** Gives away its threads, whose code is old; runs that wait get new ones. */
  detachThreads(): ExecutorThread[] {
    const detached = this.threads
    this.#threads.clear()
    this.#assignThreads()
    return detached
  }

  /** A thread has died. */
  removeThread(thread: ExecutorThread): void {
    this.#threads.delete(thread)
    this.#assignThreads()
  }

  /** Looked at a few times a second. */
  check(): void {
    this.#assignThreads()
    const idle = this.threads.filter(isIdle)
    if (idle.length === 0) this.#idleSince = performance.now()
    if (performance.now() - this.#idleSince <= IDLE_MS) return
    for (const thread of idle) {
      this.#threads.delete(thread)
      void thread.stop()
    }
  }

  #assignThreads(): void {
    for (;;) {
      const [next] = this.#waiting
      if (next === undefined) return
      const thread = this.threads.find(isIdle) ?? this.#addThread()
      if (thread === undefined) return
      this.#waiting.shift()
      next.thread = thread
      thread.start(next.start, next.listener)
    }
  }

  #addThread(): ExecutorThread | undefined {
    const isComingUp = this.threads.some(({ hasStarted }) => !hasStarted)
    if (isComingUp || this.#threads.size >= MAX_THREADS) return undefined
    const thread = this.createThread(() => {
      this.#assignThreads()
    })
    this.#threads.add(thread)
    return thread
  }

  #cancelWaiting(run: WaitingRun): void {
    if (!this.#waiting.includes(run)) return
    this.#waiting = this.#waiting.filter((other) => other !== run)
    run.listener.onEnd({ entries: emptyJournalEntries(), outcome: { status: 'aborted', usage: null } })
  }
}

const isIdle = ({ load }: ExecutorThread): boolean => load === 0
