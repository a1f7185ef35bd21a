/**
 * Threads for runs that are suspected of having crashed a thread. Each thread executes one run at a time: if
 * it crashes, that run is the culprit.
 *
 * The threads start one after the other. Loading LangGraph takes most of a second of CPU time; many threads
 * that loaded it at once starved each other until all of them counted as hanging, and their innocent runs as
 * culprits.
 */
import { emptyJournalEntries, type StartRun } from './executor-protocol.js'
import type { ExecutionHandle, ExecutionListener, ExecutorThread } from './executor-thread.js'

const IDLE_MS = 10_000

interface WaitingRun {
  start: StartRun
  listener: ExecutionListener
  /** Set once a thread is assigned. */
  thread?: ExecutorThread
}

export class Quarantine {
  readonly #threads = new Set<ExecutorThread>()
  #waiting: WaitingRun[] = []
  #idleSince = performance.now()

  /** `createThread` receives a callback for the moment when the thread is ready. */
  constructor(
    private readonly maxThreads: number,
    private readonly createThread: (onReady: () => void) => ExecutorThread,
  ) {}

  get threads(): ExecutorThread[] {
    return [...this.#threads]
  }

  start(start: StartRun, listener: ExecutionListener): ExecutionHandle {
    const run: WaitingRun = { start, listener }
    this.#waiting.push(run)
    this.#assignThreads()
    return {
      abort: () => {
        if (run.thread !== undefined) run.thread.abort(start.executionId)
        else this.#cancelWaiting(run)
      },
    }
  }

  /** Removes and returns all threads, because their code is old. Waiting runs get new threads. */
  detachThreads(): ExecutorThread[] {
    const detached = this.threads
    this.#threads.clear()
    this.#assignThreads()
    return detached
  }

  /** Called when a thread has crashed. */
  removeThread(thread: ExecutorThread): void {
    this.#threads.delete(thread)
    this.#assignThreads()
  }

  /** Called a few times a second. */
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
    const isStarting = this.threads.some(({ hasStarted }) => !hasStarted)
    if (isStarting || this.#threads.size >= this.maxThreads) return undefined
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
