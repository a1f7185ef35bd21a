/**
 * Counts what ends within a time. What runs at once tends to end at once, so the clock starts and stops with something
 * that ended: otherwise the last group of 64 falls into the window or out of it, by chance.
 */
export class ThroughputCounter {
  readonly #begins: number
  #ends: number
  #first: number | undefined
  #last = 0
  #counted = 0
  answered = 0
  isOver = false

  constructor(
    warmUpMs: number,
    private readonly seconds: number,
  ) {
    this.#begins = performance.now() + warmUpMs
    this.#ends = Infinity
  }

  /** Something ended; whether it counts. */
  count(): boolean {
    this.answered++
    const now = performance.now()
    if (this.isOver || now < this.#begins) return false
    if (this.#first === undefined) {
      this.#first = now
      this.#ends = now + this.seconds * 1000
      return false
    }
    this.#counted++
    this.#last = now
    this.isOver = now >= this.#ends
    return true
  }

  get perSecond(): number {
    return (this.#counted / (this.#last - (this.#first ?? 0))) * 1000
  }
}
