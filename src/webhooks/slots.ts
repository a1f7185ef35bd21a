/** Limits the concurrent webhook requests of a node. Waiters are woken in order when slots become free. */
interface Waiter {
  wake: () => void
}

export class Slots {
  readonly #waiters = new Set<Waiter>()

  constructor(private free: number) {}

  /** Returns how many of the requested slots are granted. Each granted slot must be released. */
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
