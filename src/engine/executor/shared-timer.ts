/**
 * One timer for all executions of a thread. What they add within `delayMs` is handled together, in one turn of the event loop: the tokens of
 * a hundred streams then cost one message to the main thread and one transaction every few milliseconds, instead of one for each token.
 */
export class SharedTimer {
  #callbacks = new Set<() => void>()
  #timer: NodeJS.Timeout | undefined

  constructor(private readonly delayMs: number) {}

  /** Calls the function once, after at most `delayMs`. */
  schedule(callback: () => void): void {
    this.#callbacks.add(callback)
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      const callbacks = this.#callbacks
      this.#callbacks = new Set()
      for (const call of callbacks) call()
    }, this.delayMs)
  }

  cancel(callback: () => void): void {
    this.#callbacks.delete(callback)
  }
}
