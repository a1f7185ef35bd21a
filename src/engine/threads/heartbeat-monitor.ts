/**
 * How long a thread has been silent, on the side of the main thread. The time that it stood in line for a core is not counted
 * where the machine tells it: on one that has too much to do every thread falls silent, and none of them hangs.
 */
import { readFileSync } from 'node:fs'
import { BEAT, MACHINE_ID } from './heartbeat.js'

/** Less than this is silence of every thread that has work. */
export const NOTICEABLE_MS = 300

interface Senses {
  now: () => number
  /** Of a thread, since it began. */
  waitedMs: (machineId: number) => number
}

const senses: Senses = {
  now: () => performance.now(),
  // Nanoseconds on a core, nanoseconds in line for one, and how often.
  waitedMs: (machineId) => {
    if (machineId === 0) return 0
    try {
      const [, waited] = readFileSync(`/proc/self/task/${String(machineId)}/schedstat`, 'utf8').split(' ')
      return Number(waited) / 1e6
    } catch {
      return 0
    }
  },
}

export class Pulse {
  #beat = 0
  #since: number
  #waited = 0

  constructor(
    private readonly shared: Int32Array,
    private readonly parts: Senses = senses,
  ) {
    this.#since = parts.now()
  }

  /** Whether it gave a sign since the last look. */
  look(): boolean {
    const beat = Atomics.load(this.shared, BEAT)
    if (beat === this.#beat) return false
    this.#beat = beat
    this.excuse()
    return true
  }

  /** Its silence until now does not count. */
  excuse(): void {
    this.#since = this.parts.now()
    this.#waited = this.#waitedMs()
  }

  get silentMs(): number {
    const silent = this.parts.now() - this.#since
    return silent < NOTICEABLE_MS ? silent : silent - Math.max(0, this.#waitedMs() - this.#waited)
  }

  #waitedMs(): number {
    return this.parts.waitedMs(Atomics.load(this.shared, MACHINE_ID))
  }
}
