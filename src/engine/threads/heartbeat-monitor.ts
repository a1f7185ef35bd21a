/**
 * Measures how long a worker thread has been silent, on the side of the main thread. Time that the thread
 * spent waiting for a CPU core does not count where Linux reports it: on an overloaded machine every thread
 * falls silent, but none of them hangs.
 */
import { readFileSync } from 'node:fs'
import { HEARTBEAT_SLOT, OS_THREAD_ID_SLOT } from './heartbeat.js'

/** Shorter silences are normal for every busy thread. */
export const MIN_SILENCE_MS = 300

interface MonitorDeps {
  now: () => number
  /** How long a thread has waited for a CPU core since it started. */
  cpuWaitMs: (osThreadId: number) => number
}

const systemDeps: MonitorDeps = {
  now: () => performance.now(),
  // The file holds three numbers: nanoseconds on a core, nanoseconds waiting for one, and the number of time
  // slices.
  cpuWaitMs: (osThreadId) => {
    if (osThreadId === 0) return 0
    try {
      const [, waited] = readFileSync(`/proc/self/task/${String(osThreadId)}/schedstat`, 'utf8').split(' ')
      return Number(waited) / 1e6
    } catch {
      return 0
    }
  },
}

export class HeartbeatMonitor {
  #lastHeartbeat = 0
  #since: number
  #cpuWaitAtStart = 0

  constructor(
    private readonly sharedMemory: Int32Array,
    private readonly deps: MonitorDeps = systemDeps,
  ) {
    this.#since = deps.now()
  }

  /** Returns true if there was a heartbeat since the last poll. */
  poll(): boolean {
    const heartbeat = Atomics.load(this.sharedMemory, HEARTBEAT_SLOT)
    if (heartbeat === this.#lastHeartbeat) return false
    this.#lastHeartbeat = heartbeat
    this.resetTimer()
    return true
  }

  /** The silence until now no longer counts. */
  resetTimer(): void {
    this.#since = this.deps.now()
    this.#cpuWaitAtStart = this.#cpuWaitMs()
  }

  get silentMs(): number {
    const silent = this.deps.now() - this.#since
    return silent < MIN_SILENCE_MS ? silent : silent - Math.max(0, this.#cpuWaitMs() - this.#cpuWaitAtStart)
  }

  #cpuWaitMs(): number {
    return this.deps.cpuWaitMs(Atomics.load(this.sharedMemory, OS_THREAD_ID_SLOT))
  }
}
