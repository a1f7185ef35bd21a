/** Decides which checkpoints of a run are packed into one row. */

/** A packed row is read as a whole, and in the main thread. */
const MAX_SEGMENT_CHARS = 65_536
const MAX_SEGMENT_CHECKPOINTS = 128

interface SizedCheckpoint {
  checkpoint_ns: string
  checkpoint_id: string
  /** The length of its texts, with those of its writes. */
  chars: number
}

export interface Segment {
  checkpoint_ns: string
  /** The IDs of the first and of the last checkpoint. */
  first: string
  last: string
}

/**
 * Divides checkpoints, which are sorted by namespace and ID, into segments. `others` contains the IDs in each namespace that a segment
 * must not span. Checkpoints that are too large belong to no segment, and no segment spans them.
 */
export const splitSegments = (
  checkpoints: readonly SizedCheckpoint[],
  others: ReadonlyMap<string, readonly string[]>,
): Segment[] => {
  const segments: Segment[] = []
  let open: (Segment & { chars: number; count: number }) | undefined
  for (const { checkpoint_ns, checkpoint_id, chars } of checkpoints) {
    if (chars > MAX_SEGMENT_CHARS) {
      open = undefined
      continue
    }
    const { last = '' } = open ?? {}
    const isSeparated = (others.get(checkpoint_ns) ?? []).some((id) => id > last && id < checkpoint_id)
    const isFull =
      open !== undefined && (open.chars + chars > MAX_SEGMENT_CHARS || open.count >= MAX_SEGMENT_CHECKPOINTS)
    if (open === undefined || open.checkpoint_ns !== checkpoint_ns || isSeparated || isFull) {
      open = { checkpoint_ns, first: checkpoint_id, last: checkpoint_id, chars: 0, count: 0 }
      segments.push(open)
    }
    open.last = checkpoint_id
    open.chars += chars
    open.count++
  }
  return segments.map(({ checkpoint_ns, first, last }) => ({ checkpoint_ns, first, last }))
}
