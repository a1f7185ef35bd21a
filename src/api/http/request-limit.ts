/**
 * Decides how many requests may be pending. The limit is fixed as long as requests are fast. If even the fastest of them have taken
 * long for a second, requests only wait for each other: more of them are handled no sooner, and those that have to be rejected
 * wait, too. The limit is then reduced until the wait is short again. A burst that is over within a second is accepted.
 */

/** So many requests are accepted at any time. */
const MIN_LIMIT = 128
/** The wait that is tolerated in addition to the time that requests take without load. */
const MAX_WAIT_MS = 250
/** Requests have to wait for this long before the limit is reduced. */
const PATIENCE_MS = 1_000
const SHRINK = 0.5
const GROW = 1.1

export class RequestLimit {
  #limit: number
  readonly #min: number
  /** The time of the fastest request since the last adaptation. */
  #fastestMs = Infinity
  /** The time that requests take while few are pending. It rises slowly: one slow moment is not the normal state. */
  #unloadedMs = 0
  #waitingSince: number | undefined

  constructor(private readonly max: number) {
    this.#limit = max
    this.#min = Math.min(MIN_LIMIT, max)
  }

  get limit(): number {
    return this.#limit
  }

  recordRequest(ms: number): void {
    this.#fastestMs = Math.min(this.#fastestMs, ms)
  }

  /** Called ten times a second, or less often by a busy thread, with the number of pending requests. */
  adapt(pending: number, now: number): void {
    const fastestMs = this.#fastestMs
    this.#fastestMs = Infinity
    // Without a response there is nothing to learn from: a database that does not respond is not made faster by rejections.
    if (fastestMs === Infinity) return
    if (pending < this.#min / 2) this.#unloadedMs = Math.min(fastestMs, this.#unloadedMs * GROW + 1)
    const isWaiting = pending >= this.#min && fastestMs > this.#unloadedMs + MAX_WAIT_MS
    if (!isWaiting) {
      this.#waitingSince = undefined
      this.#limit = Math.min(this.max, Math.ceil(this.#limit * GROW))
      return
    }
    this.#waitingSince ??= now
    if (now - this.#waitingSince >= PATIENCE_MS)
      this.#limit = Math.max(this.#min, Math.floor(Math.min(this.#limit, pending) * SHRINK))
  }
}
