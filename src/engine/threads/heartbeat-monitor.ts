/**
 * How long a thread has been silent, on the side of the main thread. The time that it stood in line for a core is not counted
 * where the machine tells it: on one that has too much to do every thread falls silent, and none of them hangs.
 */
import { readFileSync } from 'node:fs'
import { HEARTBEAT_SLOT, OS_THREAD_ID_SLOT } from './heartbeat.js'

/** Less than this is silence of every thread that has work. */
export const MIN_SILENCE_MS = 300

interface MonitorDeps {
  now: () => number
  /** Of a thread, since it began. */
  cpuWaitMs: (osThreadId: number) => number
}

const systemDeps: MonitorDeps = {
  now: () => performance.now(),
  // Nanoseconds on a core, nanoseconds in line for one, and how often.
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

  /** Whether it gave a sign since the last look. */
  poll(): boolean {
    const heartbeat = Atomics.load(this.sharedMemory, HEARTBEAT_SLOT)
    if (heartbeat === this.#lastHeartbeat) return false
    this.#lastHeartbeat = heartbeat
    this.resetTimer()
    return true
  }

  /** Its silence until now does not count. */
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
