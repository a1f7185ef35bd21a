/**
 * The newest version of each large value that this thread has loaded or stored, of all executions. It spares the next run of a thread
 * the transport of the whole state. An execution asks for a version that the database refers to, so a version that was never stored is
 * never used.
 */
import { LRUCache } from 'lru-cache'
import type { SharedVersions } from '../../platform/shared-text.js'
import type { ValueVersion } from '../../store/threads/value-versions.js'

export interface CachedVersion extends ValueVersion {
  /** Of a list of messages: the messages themselves, which the next execution does not have to read from the text. */
  messages?: readonly object[]
  /** Has shared this text or an earlier one, if the main thread has received it. */
  shared?: SharedVersions | undefined
}

/** The values of one tenant. A key names a value, without its version. */
export interface CachedValues {
  has(key: string, version: string): boolean
  /** Returns a version, and its messages only to the first caller: graphs may change messages, so two executions never share them. */
  take(key: string, version: string): CachedVersion | undefined
  set(key: string, version: CachedVersion): void
  /** Adds the messages of a version, unless the list is short or a later version was cached since. Returns true if they were added. */
  keepMessages(key: string, version: CachedVersion): boolean
  /** Returns the messages that are kept for the next execution. */
  findMessages(key: string): readonly object[] | undefined
}

/** Limits the memory, measured in characters. */
const MAX_SIZE = 32_000_000
/** A larger text would replace those of many other threads. The next run of its thread reads it from the database. */
const MAX_TEXT_PART = 1 / 8
/** With its messages, a list takes about this many times the memory of its text. */
const MESSAGES_FACTOR = 4
/** The messages of shorter lists are read faster than they are worth keeping in memory. */
const MIN_KEPT_CHARS = 65_536

export const makeValueCache = (maxSize = MAX_SIZE) => {
  const cache = new LRUCache<string, CachedVersion>({
    maxSize,
    maxEntrySize: maxSize * MAX_TEXT_PART * MESSAGES_FACTOR,
    sizeCalculation: ({ text, messages, shared }) =>
      (messages === undefined ? text.length : text.length * MESSAGES_FACTOR) + (shared?.byteLength ?? 0) + 1,
  })
  const maxChars = maxSize * MAX_TEXT_PART
  const forTenant = (tenantId: string): CachedValues => {
    const find = (key: string, version: string): CachedVersion | undefined => {
      const cached = cache.get(`${tenantId} ${key}`)
      return cached?.version === version ? cached : undefined
    }
    const set = (key: string, version: CachedVersion): void => {
      const { length } = version.text
      if (length <= maxChars) cache.set(`${tenantId} ${key}`, version)
      else cache.delete(`${tenantId} ${key}`)
    }
    return {
      has: (key, version) => find(key, version) !== undefined,
      take: (key, version) => {
        const cached = find(key, version)
        if (cached?.messages !== undefined) set(key, withoutMessages(cached))
        return cached
      },
      set: (key, version) => {
        set(key, withoutMessages(version))
      },
      keepMessages: (key, version) => {
        if (version.text.length < MIN_KEPT_CHARS || find(key, version.version) === undefined) return false
        set(key, version)
        return version.text.length <= maxChars
      },
      findMessages: (key) => cache.peek(`${tenantId} ${key}`)?.messages,
    }
  }
  return { forTenant }
}

const withoutMessages = ({ messages: _, ...version }: CachedVersion): CachedVersion => version
