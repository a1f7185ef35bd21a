/**
 * The newest version of each large value that this thread has loaded or stored, of all executions. It spares the next run of a thread
 * the transport of the whole state. An execution asks for a version that the database refers to, so a version that was never stored is
 * never used.
 */
import { LRUCache } from 'lru-cache'
import type { ValueVersion } from '../../store/threads/value-versions.js'

export interface CachedVersion extends ValueVersion {
  /** Of a list of messages: where its elements end in the text; see message-texts.ts. */
  ends?: readonly number[]
}

/** The values of one tenant. A key names a value, without its version. */
export interface CachedValues {
  get(key: string, version: string): CachedVersion | undefined
  set(key: string, version: CachedVersion): void
}

const MAX_CHARS = 16_000_000
/** A larger value would replace those of many other threads. The next run of its thread reads it from the database. */
const MAX_VALUE_PART = 1 / 4

export const makeValueCache = (maxChars = MAX_CHARS) => {
  const cache = new LRUCache<string, CachedVersion>({
    maxSize: maxChars,
    maxEntrySize: maxChars * MAX_VALUE_PART,
    sizeCalculation: ({ text }) => text.length + 1,
  })
  return {
    forTenant: (tenantId: string): CachedValues => ({
      get: (key, version) => {
        const cached = cache.get(`${tenantId} ${key}`)
        return cached?.version === version ? cached : undefined
      },
      set: (key, version) => {
        cache.set(`${tenantId} ${key}`, version)
      },
    }),
  }
}
