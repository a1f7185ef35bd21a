/**
 * Stores the large values of one execution in the format of the API: its output, and the values in its stream. Each is stored as a version
 * of one value of the thread, so that a conversation that grows by one message stores one message.
 */
import type { VersionRow } from '../../store/threads/read-version.js'
import { addVersion, restoreVersion, type ValueVersion } from '../../store/threads/value-versions.js'

/** Shorter values are stored where they are used. */
const MIN_CHARS = 2_000

export class ThreadValues {
  #latest: ValueVersion | undefined
  #added: VersionRow[] = []

  /** `latestRows` are the rows of the newest version of the thread, that version first. */
  constructor(private latestRows: readonly VersionRow[] = []) {}

  /** Returns the version as which a text is stored, or undefined for a short one. */
  add(text: string): string | undefined {
    if (text.length < MIN_CHARS) return undefined
    const previous = this.#getLatest()
    if (previous?.text === text) return previous.version
    const version = toNextVersion(previous?.version)
    const { value, added } = addVersion(previous, version, text)
    this.#latest = added
    this.#added.push({ version, value })
    return version
  }

  /** Returns the rows that were added since the last call. */
  takeRows(): VersionRow[] {
    const rows = this.#added
    this.#added = []
    return rows
  }

  #getLatest(): ValueVersion | undefined {
    const [newest] = this.latestRows
    if (newest === undefined) return this.#latest
    this.#latest = restoreVersion(
      newest.version,
      new Map(this.latestRows.map(({ version, value }) => [version, value])),
    )
    this.latestRows = []
    return this.#latest
  }
}

/** Versions sort by age. The random fraction keeps those of two executions distinct. */
const toNextVersion = (version = '0'): string => {
  const number = Math.floor(Number(version)) + 1
  const fraction = Math.floor(Math.random() * 1e9)
  return `${String(number).padStart(8, '0')}.${String(fraction).padStart(9, '0')}`
}
