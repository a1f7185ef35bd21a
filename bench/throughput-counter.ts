/**
 * Counts completions within a time window. Concurrent runs tend to finish together, so the window starts and ends with a
 * completion; otherwise it would depend on chance whether the last group of 64 is counted.
 */
export class ThroughputCounter {
  readonly #begins: number
  #ends: number
  #first: number | undefined
  #last = 0
  #counted = 0
  completed = 0
  isOver = false

  constructor(
    warmUpMs: number,
    private readonly seconds: number,
  ) {
    this.#begins = performance.now() + warmUpMs
    this.#ends = Infinity
  }

  /** Records a completion and returns whether it is inside the window. */
  count(): boolean {
    this.completed++
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
