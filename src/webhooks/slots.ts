/** How many this node may send at a time, to all receivers together; those that found none free are served when one is. */
interface Waiter {
  wake: () => void
}

export class Slots {
  readonly #waiters = new Set<Waiter>()

  constructor(private free: number) {}

  /** As many as are free, of those that are wanted. Each must be given back. */
  acquire(requested: number, waiter: Waiter): number {
    if (requested > 0 && this.free === 0) this.#waiters.add(waiter)
    const granted = Math.max(0, Math.min(requested, this.free))
    this.free -= granted
    return granted
  }

  release(count: number): void {
    this.free += count
    const woken = [...this.#waiters].slice(0, count)
    for (const waiter of woken) this.#waiters.delete(waiter)
    for (const waiter of woken) waiter.wake()
  }
}
