/**
 * Returns memory to the operating system when a thread becomes idle. V8 collects garbage only while it allocates, so an idle thread keeps the
 * garbage of its start, or of its last load, and a young generation of the size that this load needed.
 */
import { getHeapStatistics, type HeapInfo } from 'node:v8'
import { collectNow, MAX_FULL_HEAP } from './collect-garbage.js'

/** V8 reduces the young generation if the thread has allocated little for five seconds. */
const CHECK_MS = 6_000
const MAX_IDLE_UTILIZATION = 0.05
/** A collection that can free less than this is not worth its pause. */
const MIN_GROWTH = 4_194_304

interface ThreadState {
  /** Returns the share of the time since the last call in which the thread was busy. */
  measureUtilization: () => number
  readHeap: () => Pick<HeapInfo, 'total_physical_size' | 'used_heap_size'>
  collect: (kind: 'minor' | 'full') => void
}

/** Returns a function to be called every CHECK_MS. */
export const makeIdleCheck = ({ measureUtilization, readHeap, collect }: ThreadState): (() => void) => {
  let wasPrepared = false
  let sizeAfterLastCollection = 0
  return () => {
    const isIdle = measureUtilization() < MAX_IDLE_UTILIZATION
    const { total_physical_size, used_heap_size } = readHeap()
    const hasGrown = total_physical_size - sizeAfterLastCollection >= MIN_GROWTH
    const isPrepared = wasPrepared
    wasPrepared = false
    if (!isIdle || !hasGrown || used_heap_size >= MAX_FULL_HEAP) return
    if (isPrepared) {
      collect('full')
      sizeAfterLastCollection = readHeap().total_physical_size
    } else {
      // V8 measures the rate of allocations from one collection to the next. A minor one takes a few milliseconds, and lets the full one see
      // that the thread allocates little.
      collect('minor')
      wasPrepared = true
    }
  }
}

/** Returns a function that ends the checks. */
export const collectWhenIdle = (): (() => void) => {
  let last = performance.eventLoopUtilization()
  const measureUtilization = (): number => {
    const current = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(current, last)
    last = current
    return utilization
  }
  const check = makeIdleCheck({
    measureUtilization,
    readHeap: getHeapStatistics,
    collect: (kind) => {
      collectNow(kind === 'minor' ? { type: 'minor' } : undefined)
    },
  })
  const timer = setInterval(check, CHECK_MS).unref()
  return () => {
    clearInterval(timer)
  }
}
