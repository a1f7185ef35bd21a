/**
 * Starts runs over several turns of the event loop. Started together, many short runs would go through their steps in lockstep, and this
 * thread and the main thread would wait for each other in turns; started one by one, they would share no commits. With 64 concurrent runs,
 * eight per turn were a third faster than all at once and a quarter faster than one at a time.
 *
 * While other runs wait for tokens, one run starts per turn, because sockets are not read before the turn ends: while 100 runs of the built-in agent
 * started, the longest turns took 100 to 200 ms of CPU, with one start per turn 48 to 63 ms (November 2026, ADR 0070).
 */
const MAX_STARTS_PER_TURN = 8

export class StartQueue<Start extends { executionId: number }> {
  #queued: Start[] = []
  #isScheduled = false

  constructor(
    private readonly start: (start: Start) => void,
    private readonly isStreaming: () => boolean,
  ) {}

  add(start: Start): void {
    this.#queued.push(start)
    this.#schedule()
  }

  /** Returns false if the run is not in the queue. */
  remove(executionId: number): boolean {
    const count = this.#queued.length
    this.#queued = this.#queued.filter((start) => start.executionId !== executionId)
    return this.#queued.length < count
  }

  #schedule(): void {
    if (this.#isScheduled || this.#queued.length === 0) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      const starts = this.#queued.splice(0, this.isStreaming() ? 1 : MAX_STARTS_PER_TURN)
      for (const start of starts) this.start(start)
      this.#schedule()
    })
  }
}
