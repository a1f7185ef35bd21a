/**
 * Threads for runs that are suspected of having killed one. Each has one run at a time: if it dies, that run was the one.
 *
 * They come up one after the other. To load LangGraph takes most of a second of a core, and many threads that did so at once
 * kept each other from their beat until all were taken for hanging, and their innocent runs for guilty.
 */
import { noRecords, type StartRun } from './executor-protocol.js'
import type { Execution, ExecutionListener, ExecutorThread } from './executor-thread.js'

/** However many runs are suspected, the machine has to bear their threads. */
const MOST = 16
const IDLE_MS = 10_000

interface Waiting {
  start: StartRun
  listener: ExecutionListener
  /** Once there is one for it. */
  thread?: ExecutorThread
}

export class SolitaryThreads {
  readonly #threads = new Set<ExecutorThread>()
  #waiting: Waiting[] = []
  #idleSince = performance.now()

  /** `make` is given what to call when the thread has come up. */
  constructor(private readonly make: (ready: () => void) => ExecutorThread) {}

  get all(): ExecutorThread[] {
    return [...this.#threads]
  }

  start(start: StartRun, listener: ExecutionListener): Execution {
    const run: Waiting = { start, listener }
    this.#waiting.push(run)
    this.#seat()
    return {
      abort: () => {
        if (run.thread !== undefined) run.thread.abort(start.execution)
        else this.#drop(run)
      },
    }
  }

  /** Gives away its threads, whose code is old; runs that wait get new ones. */
  release(): ExecutorThread[] {
    const released = this.all
    this.#threads.clear()
    this.#seat()
    return released
  }

  /** A thread has died. */
  forget(thread: ExecutorThread): void {
    this.#threads.delete(thread)
    this.#seat()
  }

  /** Looked at a few times a second. */
  check(): void {
    this.#seat()
    const idle = this.all.filter(isIdle)
    if (idle.length === 0) this.#idleSince = performance.now()
    if (performance.now() - this.#idleSince <= IDLE_MS) return
    for (const thread of idle) {
      this.#threads.delete(thread)
      void thread.stop()
    }
  }

  #seat(): void {
    for (;;) {
      const [next] = this.#waiting
      if (next === undefined) return
      const thread = this.all.find(isIdle) ?? this.#another()
      if (thread === undefined) return
      this.#waiting.shift()
      next.thread = thread
      thread.start(next.start, next.listener)
    }
  }

  #another(): ExecutorThread | undefined {
    const isComingUp = this.all.some(({ wasReady }) => !wasReady)
    if (isComingUp || this.#threads.size >= MOST) return undefined
    const thread = this.make(() => {
      this.#seat()
    })
    this.#threads.add(thread)
    return thread
  }

  #drop(run: Waiting): void {
    if (!this.#waiting.includes(run)) return
    this.#waiting = this.#waiting.filter((other) => other !== run)
    run.listener.ended({ records: noRecords(), outcome: { status: 'aborted', usage: null } })
  }
}

const isIdle = ({ load }: ExecutorThread): boolean => load === 0
