/** How many this node may send at a time, to all receivers together; those that found none free are served when one is. */
interface Waiter {
  serve: () => void
}

export class Slots {
  readonly #waiting = new Set<Waiter>()

  constructor(private free: number) {}

  /** As many as are free, of those that are wanted. Each must be given back. */
  take(wanted: number, waiter: Waiter): number {
    if (wanted > 0 && this.free === 0) this.#waiting.add(waiter)
    const taken = Math.max(0, Math.min(wanted, this.free))
    this.free -= taken
    return taken
  }

  giveBack(count: number): void {
    this.free += count
    const next = [...this.#waiting].slice(0, count)
    for (const waiter of next) this.#waiting.delete(waiter)
    for (const waiter of next) waiter.serve()
  }
}
