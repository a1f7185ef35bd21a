/** How many this node may send at a time, to all receivers together; those that found none free are served when one is. */
interface Waiter {
  serve: () => void
}

export class Slots {
  readonly #waiting = new Set<Waiter>()

  constructor(private free: number) {}

  /** How many are free, of those that are wanted. */
  offer(wanted: number, waiter: Waiter): number {
    if (wanted > 0 && this.free <= 0) this.#waiting.add(waiter)
    return Math.min(wanted, this.free)
  }

  take(): void {
    this.free--
  }

  giveBack(): void {
    this.free++
    const [first] = this.#waiting
    if (first === undefined) return
    this.#waiting.delete(first)
    first.serve()
  }
}
