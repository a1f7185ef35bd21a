/**
 * Bounds the values of a metric label that users choose, such as model names: each value is a time series that Prometheus stores. The first
 * `max` values get their own series, further ones are counted as `other`. The place of a value that was not used for an hour is given to a
 * new one, so that a long-running service keeps reporting the values in use.
 */
const IDLE_MS = 3_600_000
const MAX_LENGTH = 100
export const OTHER = 'other'

export class BoundedLabel {
  /** The time of the last use of each value, least recently used first. */
  readonly #usedAt = new Map<string, number>()

  constructor(
    private readonly max: number,
    /** Removes the series of a value whose place is taken by another one. */
    private readonly onEvict: (value: string) => void,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Returns the label value to use for `value`. */
  resolve(value: string): string {
    const label = value.slice(0, MAX_LENGTH).toWellFormed()
    const now = this.now()
    if (!this.#usedAt.delete(label) && !this.#hasRoom(now)) return OTHER
    this.#usedAt.set(label, now)
    return label
  }

  #hasRoom(now: number): boolean {
    if (this.#usedAt.size < this.max) return true
    const [oldest] = this.#usedAt
    if (oldest === undefined || now - oldest[1] < IDLE_MS) return false
    this.#usedAt.delete(oldest[0])
    this.onEvict(oldest[0])
    return true
  }
}
