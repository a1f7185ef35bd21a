/** Decides which versions of a value are packed together. */

/**
 * A packed row is read as a whole. A row of pieces has at most 25 pieces of 8,192 characters, so it fits. Larger rows are not packed.
 */
const MAX_GROUP_BYTES = 262_144
/** More than the changes between two rows of pieces, for values whose versions are stored whole. */
const MAX_GROUP_ROWS = 32

export interface SizedVersion {
  version: string
  number: number
  bytes: number
  /** True for a row of pieces, which contains the texts of the changes before it. */
  isPieces: boolean
}

/**
 * Divides versions, which are sorted by number, into groups. A group ends with a row of pieces, or when it is full. The versions after the
 * last group are left out: more of them will follow.
 */
export const groupVersions = (versions: readonly SizedVersion[]): SizedVersion[][] => {
  const groups: SizedVersion[][] = []
  let open: SizedVersion[] = []
  let bytes = 0
  const close = (): void => {
    if (open.length > 0) groups.push(open)
    open = []
    bytes = 0
  }
  for (const version of versions) {
    if (version.bytes > MAX_GROUP_BYTES) continue
    if (bytes + version.bytes > MAX_GROUP_BYTES) close()
    open.push(version)
    bytes += version.bytes
    if (version.isPieces || open.length >= MAX_GROUP_ROWS) close()
  }
  return groups
}
