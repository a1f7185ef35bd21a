/**
 * Frees the memory of large values soon after their last use. V8 sees only the small object that refers to a shared buffer, so it would
 * free the buffers of many large values at once, much later; and it keeps large strings until its heap has grown by half.
 */
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (options?: { type: 'minor' }) => void

/** Values of this many bytes together are worth a collection. */
const MIN_BYTES = 4_194_304
/** A minor collection does not find values that have survived two of them. After this many bytes, a full one frees them. */
const FULL_BYTES = 16_777_216
/** A full collection of this heap takes about 60 ms; a larger one is left to V8. */
export const MAX_FULL_HEAP = 134_217_728

let collect: Collect | undefined

/**
 * Node has no API for this. The flag applies to all threads, and V8 rejects code caches that were written with other flags, so it is reset at once:
 * executor threads that start later would compile their bundle. Returns undefined if another thread has just reset it.
 */
const loadCollect = (): Collect | undefined => {
  setFlagsFromString('--expose-gc')
  const exposed = runInNewContext('globalThis.gc') as Collect | undefined
  setFlagsFromString('--no-expose-gc')
  return exposed
}

export const collectNow = (options?: { type: 'minor' }): void => {
  collect ??= loadCollect()
  collect?.(options)
}

/**
 * Which objects are collected. `young` takes a few milliseconds; `mostly young` is for values that may have become old in the main thread;
 * `all` is for threads with a small heap.
 */
type CollectedObjects = 'young' | 'mostly young' | 'all'

/** Returns a function that is called with the size of large values that are no longer used. */
export const makeCollector = (objects: CollectedObjects, minBytes = MIN_BYTES): ((bytes: number) => void) => {
  let pending = 0
  let sinceFull = 0
  let timer: NodeJS.Immediate | undefined
  const collectPending = (): void => {
    timer = undefined
    sinceFull += pending
    pending = 0
    const isFull =
      objects === 'all' ||
      (objects === 'mostly young' &&
        sinceFull >= FULL_BYTES &&
        getHeapStatistics().used_heap_size < MAX_FULL_HEAP)
    if (isFull) sinceFull = 0
    collectNow(isFull ? undefined : { type: 'minor' })
  }
  return (bytes) => {
    pending += bytes
    // After the current turn, because its local variables still refer to the values.
    if (pending >= minBytes) timer ??= setImmediate(collectPending)
  }
}

/** For large values that pass through the main thread. */
export const collectAfterUse = makeCollector('mostly young')

/** For code that creates several large values before the next turn of the event loop. */
export const collectIfLarge = (bytes: number): void => {
  if (bytes >= MIN_BYTES) collectNow()
}

/** Collects after the current turn of the event loop. */
export const collectSoon = (): void => {
  setImmediate(() => {
    collectNow()
  })
}
