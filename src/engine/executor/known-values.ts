/**
 * The versions of channel values that one execution has loaded or stored last. A new version is stored as the change against them. Those
 * of other executions are only used if the loaded checkpoint refers to them, because what another execution has written may never be
 * stored.
 */
import type { LongText } from '../../platform/joined-text.js'
import type { ChannelValueRow } from '../../store/threads/channel-values.js'
import { restoreRows } from '../../store/threads/read-version.js'
import { addVersion } from '../../store/threads/value-versions.js'
import type { CachedValues, CachedVersion } from './value-cache.js'

/** Versions by channel. */
export type Versions = Record<string, number | string>

/** The checkpoints of a graph, or of a nested graph, in a thread. */
export interface ValueSet {
  thread_id: string
  checkpoint_ns: string
}

/** Limits the memory of an execution that calls nested graphs often: each call has values of its own. */
const MAX_CHARS = 16_000_000
const LARGE_CHARS = 1_000_000

export class KnownValues {
  /** The versions that were used last come last. */
  readonly #versions = new Map<string, CachedVersion>()
  #chars = 0

  constructor(private readonly cache?: CachedValues) {}

  /** Returns the text of a version, or undefined if it is not known. */
  getText(set: ValueSet, channel: string, version: number | string): LongText | undefined {
    const known = this.#versions.get(toKey(set, channel))
    return known?.version === String(version) ? known.text : undefined
  }

  /** Returns what has to be stored for a new version. `messages` are those of a list of messages. */
  add(
    set: ValueSet,
    channel: string,
    version: number | string,
    text: LongText,
    messages?: readonly object[],
  ): string {
    const key = toKey(set, channel)
    const { value, added } = addVersion(this.#versions.get(key), String(version), text)
    this.#remember(key, messages === undefined ? added : { ...added, messages })
    return value
  }

  /** Leaves the messages to the next execution. The graph of this one must not use them any more. Returns the keys of the values. */
  keepMessages(): string[] {
    return Array.from(this.#versions)
      .filter(([key, version]) => version.messages !== undefined && this.cache?.keepMessages(key, version))
      .map(([key]) => key)
  }

  /** Forgets large values of channels that the newest checkpoint does not contain, for example the input of the graph. */
  forgetLarge(set: ValueSet, channels: object): void {
    const used = new Set(Object.keys(channels).map((channel) => toKey(set, channel)))
    const prefix = toKey(set)
    for (const [key, { text }] of this.#versions)
      if (text.length > LARGE_CHARS && key.startsWith(prefix) && !used.has(key)) this.#forget(key)
  }

  /** Returns the versions whose rows have to be read. */
  listMissing(set: ValueSet, versions: Versions): Versions {
    return Object.fromEntries(
      Object.entries(versions).filter(
        ([channel, version]) => this.cache?.has(toKey(set, channel), String(version)) !== true,
      ),
    )
  }

  /** Returns stored values by channel. `rows` are those of the versions that are not cached. */
  restore(set: ValueSet, versions: Versions, rows: readonly ChannelValueRow[]): [string, CachedVersion][] {
    const read = restoreValues(versions, rows)
    const cached = Object.entries(versions).flatMap(([channel, version]): [string, CachedVersion][] => {
      const found = read.has(channel) ? undefined : this.cache?.take(toKey(set, channel), String(version))
      return found === undefined ? [] : [[channel, found]]
    })
    const restored = [...read, ...cached]
    for (const [channel, version] of restored) this.#remember(toKey(set, channel), version)
    return restored
  }

  /** The newest version is always kept. Without the version before it, a value is stored whole. */
  #remember(key: string, version: CachedVersion): void {
    this.#forget(key)
    this.#versions.set(key, version)
    this.cache?.set(key, version)
    this.#chars += version.text.length
    for (const oldest of this.#versions.keys()) {
      if (this.#chars <= MAX_CHARS || oldest === key) return
      this.#forget(oldest)
    }
  }

  #forget(key: string): void {
    this.#chars -= this.#versions.get(key)?.text.length ?? 0
    this.#versions.delete(key)
  }
}

const restoreValues = (versions: Versions, rows: readonly ChannelValueRow[]): Map<string, CachedVersion> => {
  const rowsByChannel = new Map<string, ChannelValueRow[]>()
  for (const row of rows) rowsByChannel.set(row.channel, [...(rowsByChannel.get(row.channel) ?? []), row])
  return new Map(
    [...rowsByChannel].map(([channel, channelRows]) => [
      channel,
      restoreRows(String(versions[channel]), channelRows),
    ]),
  )
}

const toKey = ({ thread_id, checkpoint_ns }: ValueSet, channel = ''): string =>
  `${JSON.stringify([thread_id, checkpoint_ns])} ${channel}`
