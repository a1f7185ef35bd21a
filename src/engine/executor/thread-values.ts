/**
 * Stores the large values of one execution in the format of the API: its output, and the values in its stream. Each is stored as a version
 * of one value of the thread, so that a conversation that grows by one message stores one message.
 */
import { areEqualTexts, JoinedText, type LongText } from '../../platform/joined-text.js'
import {
  MIN_SHARED_CHARS,
  SharedVersions,
  type OutputText,
  type ShareText,
} from '../../platform/shared-text.js'
import { restoreRows, type VersionRow } from '../../store/threads/read-version.js'
import { addVersion, MIN_VERSION_CHARS } from '../../store/threads/value-versions.js'
import type { CachedValues, CachedVersion } from './value-cache.js'

export class ThreadValues {
  #latest: CachedVersion | undefined
  #added: VersionRow[] = []
  readonly #key: string

  constructor(
    threadId: string,
    private readonly cache?: CachedValues,
  ) {
    this.#key = `values of ${threadId}`
  }

  /** Loads the newest version of the thread. `readRows` reads its rows, and none if the thread was deleted. */
  async load(version: string, readRows: () => Promise<VersionRow[]>): Promise<void> {
    this.#latest = this.cache?.take(this.#key, version)
    if (this.#latest !== undefined) return
    const rows = await readRows()
    if (rows.length === 0) return
    this.#setLatest(restoreRows(version, rows))
  }

  /** Returns the version as which a text is stored, or undefined for a short one. */
  add(text: LongText): string | undefined {
    if (text.length < MIN_VERSION_CHARS) return undefined
    const previous = this.#latest
    if (previous !== undefined && areEqualTexts(previous.text, text)) return previous.version
    const version = toNextVersion(previous?.version)
    const { value, added } = addVersion(previous, version, text)
    this.#setLatest({ ...added, shared: previous?.shared })
    this.#added.push({ version, value })
    return version
  }

  /** Returns the text of the latest version in shared memory. */
  shareLatest(share: ShareText): OutputText | undefined {
    const latest = this.#latest
    if (latest === undefined) return undefined
    const { text, version, shared = new SharedVersions() } = latest
    if (!(text instanceof JoinedText) || text.length < MIN_SHARED_CHARS) return share(text)
    // Memory for the next version is only worthwhile if this one is kept: too large a text is not.
    if (this.cache?.has(this.#key, version) !== true) return share(text)
    const pieces = shared.share(text)
    this.#setLatest({ ...latest, shared })
    return pieces
  }

  /** Returns the rows that were added since the last call. */
  takeRows(): VersionRow[] {
    const rows = this.#added
    this.#added = []
    return rows
  }

  #setLatest(version: CachedVersion): void {
    this.#latest = version
    this.cache?.set(this.#key, version)
  }
}

/** Versions sort by age. The random fraction keeps those of two executions distinct. */
const toNextVersion = (version = '0'): string => {
  const number = Math.floor(Number(version)) + 1
  const fraction = Math.floor(Math.random() * 1e9)
  return `${String(number).padStart(8, '0')}.${String(fraction).padStart(9, '0')}`
}
