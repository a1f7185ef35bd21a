/**
 * Measures how late the event loop of a thread is. A thread reports into memory that it shares with the main thread, because it cannot reply
 * to a message while it is blocked.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface EventLoopDelay {
  p99Seconds: number
  maxSeconds: number
}

const RESOLUTION_MS = 20
/** Each report covers the time since the last one. */
const REPORT_MS = 5_000

/** The slots of the shared memory, in microseconds. */
const P99_SLOT = 0
const MAX_SLOT = 1
const SLOT_COUNT = 2

export const makeDelayMemory = (): Int32Array<SharedArrayBuffer> =>
  new Int32Array(new SharedArrayBuffer(4 * SLOT_COUNT))

/** Starts to report the delay of the calling thread. The returned function ends it. */
export const reportEventLoopDelay = (memory: Int32Array): (() => void) => {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  histogram.enable()
  const timer = setInterval(() => {
    Atomics.store(memory, P99_SLOT, toMicroseconds(histogram.percentile(99)))
    Atomics.store(memory, MAX_SLOT, toMicroseconds(histogram.max))
    histogram.reset()
  }, REPORT_MS).unref()
  return () => {
    clearInterval(timer)
    histogram.disable()
  }
}

export const readEventLoopDelay = (memory: Int32Array): EventLoopDelay => ({
  p99Seconds: Atomics.load(memory, P99_SLOT) / 1e6,
  maxSeconds: Atomics.load(memory, MAX_SLOT) / 1e6,
})

/** The histogram contains the time between two ticks of its timer, so a loop without delay has the resolution. */
const toMicroseconds = (nanoseconds: number): number =>
  Number.isFinite(nanoseconds) ? Math.max(0, Math.round(nanoseconds / 1e3 - RESOLUTION_MS * 1e3)) : 0
