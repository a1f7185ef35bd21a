/**
 * The versions of channel values that one execution has loaded or stored last. A new version is stored as the change against them. They
 * are not shared between executions, because what another execution has written may never be stored.
 */
import type { ChannelValueRow } from '../../store/threads/channel-values.js'
import { addVersion, restoreVersion, type ValueVersion } from '../../store/threads/value-versions.js'

/** Versions by channel. */
type Versions = Record<string, number | string>

/** The checkpoints of a graph, or of a nested graph, in a thread. */
export interface ValueSet {
  thread_id: string
  checkpoint_ns: string
}

/** Limits the memory of an execution that calls nested graphs often: each call has values of its own. */
const MAX_CHARS = 16_000_000

export class KnownValues {
  /** The versions that were used last come last. */
  readonly #versions = new Map<string, ValueVersion>()
  #chars = 0

  has(set: ValueSet, channel: string, version: number | string): boolean {
    return this.#versions.get(toKey(set, channel))?.version === String(version)
  }

  /** Returns what has to be stored for a new version. */
  add(set: ValueSet, channel: string, version: number | string, text: string): string {
    const key = toKey(set, channel)
    const { value, added } = addVersion(this.#versions.get(key), String(version), text)
    this.#remember(key, added)
    return value
  }

  /** Returns the texts of stored values, by channel. */
  restore(set: ValueSet, versions: Versions, rows: readonly ChannelValueRow[]): [string, string][] {
    return restoreValues(versions, rows).map(([channel, restored]) => {
      this.#remember(toKey(set, channel), restored)
      return [channel, restored.text]
    })
  }

  /** The newest version is always kept. Without the version before it, a value is stored whole. */
  #remember(key: string, version: ValueVersion): void {
    this.#forget(key)
    this.#versions.set(key, version)
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

const restoreValues = (
  versions: Versions,
  rows: readonly ChannelValueRow[],
): [channel: string, restored: ValueVersion][] => {
  const rowsByChannel = new Map<string, Map<string, string>>()
  for (const { channel, version, value } of rows) {
    const channelRows = rowsByChannel.get(channel) ?? new Map<string, string>()
    rowsByChannel.set(channel, channelRows.set(version, value))
  }
  return [...rowsByChannel].map(([channel, channelRows]) => [
    channel,
    restoreVersion(String(versions[channel]), channelRows),
  ])
}

const toKey = ({ thread_id, checkpoint_ns }: ValueSet, channel: string): string =>
  JSON.stringify([thread_id, checkpoint_ns, channel])
