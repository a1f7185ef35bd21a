/**
 * Measures how long a worker thread has been silent, on the side of the main thread. On an overloaded machine every thread falls silent,
 * but none of them hangs, so not all time counts. Of each step from one poll to the next, these parts count:
 *
 * - the time that the thread had a core: it computes without a pause;
 * - the time that it neither had a core nor waited for one: it is blocked, for example in a synchronous call.
 *
 * The time that it waits for a core does not count, and neither does the time that the host takes from a virtual machine: the thread then
 * stays runnable without running. Only Linux reports this for each thread. Elsewhere, and for blocked threads, a step counts for
 * at most MAX_STEP_MS: a main thread that polls late does not get the time either.
 */
import { readFileSync } from 'node:fs'
import { HEARTBEAT_SLOT, OS_THREAD_ID_SLOT } from './heartbeat.js'

/** Shorter silences are normal for every busy thread. */
export const MIN_SILENCE_MS = 300
/** Twice the interval at which threads are checked. */
const MAX_STEP_MS = 500

/** How long a thread has had a core, and has waited for one, since it started. */
interface CpuTimes {
  ranMs: number
  waitedMs: number
}

interface MonitorDeps {
  now: () => number
  /** Returns undefined where the operating system does not report it. */
  readCpuTimes: (osThreadId: number) => CpuTimes | undefined
  /** True if the thread has a core or waits for one, and is not blocked. */
  isRunnable: (osThreadId: number) => boolean
}

const readThreadFile = (osThreadId: number, name: string): string | undefined => {
  if (osThreadId === 0) return undefined
  try {
    return readFileSync(`/proc/self/task/${String(osThreadId)}/${name}`, 'utf8')
  } catch {
    return undefined
  }
}

const systemDeps: MonitorDeps = {
  now: () => performance.now(),
  // The file holds three numbers: nanoseconds on a core, nanoseconds waiting for one, and the number of time slices.
  readCpuTimes: (osThreadId) => {
    const [ran, waited] = readThreadFile(osThreadId, 'schedstat')?.split(' ').map(Number) ?? []
    return ran === undefined || waited === undefined
      ? undefined
      : { ranMs: ran / 1e6, waitedMs: waited / 1e6 }
  },
  // The state is the first letter after the name of the thread, which is in parentheses and may contain any text.
  isRunnable: (osThreadId) => {
    const stat = readThreadFile(osThreadId, 'stat') ?? ''
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('R')
  },
}

export class HeartbeatMonitor {
  #lastHeartbeat = 0
  /** The silence that counts, up to the last poll. */
  #silentMs = 0
  #polledAt: number
  #cpuTimes: CpuTimes | undefined

  constructor(
    private readonly sharedMemory: Int32Array,
    private readonly deps: MonitorDeps = systemDeps,
  ) {
    this.#polledAt = deps.now()
  }

  /** Returns true if there was a heartbeat since the last poll. Must be called a few times a second. */
  poll(): boolean {
    const hasHeartbeat = this.#hasHeartbeat()
    if (hasHeartbeat) {
      this.resetTimer()
    } else {
      this.#silentMs += this.#measureStep()
      this.#startStep()
    }
    return hasHeartbeat
  }

  /** The silence until now no longer counts. */
  resetTimer(): void {
    this.#lastHeartbeat = Atomics.load(this.sharedMemory, HEARTBEAT_SLOT)
    this.#silentMs = 0
    this.#startStep()
  }

  get silentMs(): number {
    return this.#hasHeartbeat() ? 0 : this.#silentMs + this.#measureStep()
  }

  #hasHeartbeat(): boolean {
    return Atomics.load(this.sharedMemory, HEARTBEAT_SLOT) !== this.#lastHeartbeat
  }

  #startStep(): void {
    this.#polledAt = this.deps.now()
    this.#cpuTimes = this.deps.readCpuTimes(this.#osThreadId)
  }

  /** Returns how much of the time since the last poll counts as silence. */
  #measureStep(): number {
    const elapsed = this.deps.now() - this.#polledAt
    const times = this.deps.readCpuTimes(this.#osThreadId)
    if (times === undefined || this.#cpuTimes === undefined) return Math.min(elapsed, MAX_STEP_MS)
    const ran = Math.max(0, times.ranMs - this.#cpuTimes.ranMs)
    if (this.deps.isRunnable(this.#osThreadId)) return ran
    const waited = Math.max(0, times.waitedMs - this.#cpuTimes.waitedMs)
    return ran + Math.min(MAX_STEP_MS, Math.max(0, elapsed - ran - waited))
  }

  get #osThreadId(): number {
    return Atomics.load(this.sharedMemory, OS_THREAD_ID_SLOT)
  }
}
