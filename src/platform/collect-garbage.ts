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
const MAX_FULL_HEAP = 134_217_728

let collect: Collect | undefined

/** Node has no API for this. The flag stays set, because it applies to all threads: another one may be about to create its context. */
const loadCollect = (): Collect => {
  setFlagsFromString('--expose-gc')
  return runInNewContext('globalThis.gc ?? (() => {})') as Collect
}

export const collectNow = (options?: { type: 'minor' }): void => {
  collect ??= loadCollect()
  collect(options)
}

/**
 * Returns a function that is called with the size of large values that are no longer used. `minor` is for the main thread: it only looks
 * at young objects, which takes a few milliseconds, and rarely at all; `full` is for threads with a small heap.
 */
export const makeCollector = (kind: 'minor' | 'full'): ((bytes: number) => void) => {
  let pending = 0
  let sinceFull = 0
  let timer: NodeJS.Immediate | undefined
  const collectPending = (): void => {
    timer = undefined
    sinceFull += pending
    pending = 0
    const isFull =
      kind === 'full' || (sinceFull >= FULL_BYTES && getHeapStatistics().used_heap_size < MAX_FULL_HEAP)
    if (isFull) sinceFull = 0
    collectNow(isFull ? undefined : { type: 'minor' })
  }
  return (bytes) => {
    pending += bytes
    // After the current turn, because its local variables still refer to the values.
    if (pending >= MIN_BYTES) timer ??= setImmediate(collectPending)
  }
}

/** For code that creates several large values before the next turn of the event loop. */
export const collectIfLarge = (bytes: number): void => {
  if (bytes >= MIN_BYTES) collectNow()
}
