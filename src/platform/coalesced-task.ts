/** Runs a task one at a time. All requests during a run lead to one more run after it. */
export class CoalescedTask {
  #current: Promise<void> | undefined
  #isRequested = false
  #isStopped = false

  constructor(private readonly run: () => Promise<void>) {}

  request(): void {
    if (this.#isStopped) return
    if (this.#current !== undefined) {
      this.#isRequested = true
      return
    }
    this.#current = this.run().finally(() => {
      this.#current = undefined
      if (!this.#isRequested) return
      this.#isRequested = false
      this.request()
    })
  }

  /** Ignores later requests, and waits for the current run. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#current
  }
}
