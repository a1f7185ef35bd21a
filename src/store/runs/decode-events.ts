/** Reads the events of rows of `run_events`, and the earlier events that those rows refer to. */
import { LRUCache } from 'lru-cache'
import type { Row } from '../sql/tables.js'
import { decodeRow, listReferences, parseRow, type ParsedRow } from './event-rows/event-decoder.js'
import type { StoredEvent } from './event-rows/row-format.js'
import { toKeyframe, type Keyframe } from './event-rows/template.js'

/** A row whose text is not compressed. */
export interface RunEventsRow extends Omit<Row<'run_events'>, 'packed'> {
  /** True if the text is compressed in the database. */
  isPacked?: boolean
}

export interface RunKey {
  tenant_id: string
  run_id: string
}

/** The events of one row. */
export interface StoredEvents {
  first_seq: number
  last_seq: number
  /** The length of the row's text, which can be much shorter than the texts of its events. */
  chars: number
  events: readonly StoredEvent[]
}

/** The size of all keyframes that are kept for further reads of the same runs, in characters. */
const CACHE_CHARS = 4_000_000

export const makeEventDecoder = (
  readRows: (key: RunKey, after: number, limit: number) => Promise<RunEventsRow[]>,
) => {
  /** The event with a number never changes, so nothing has to be removed when rows are compacted. */
  const keyframes = new LRUCache<string, Keyframe>({
    maxSize: CACHE_CHARS,
    sizeCalculation: ({ text }) => text.length,
  })

  const getKeyframe = async (key: RunKey, seq: number): Promise<Keyframe | undefined> => {
    const cacheKey = `${key.tenant_id} ${key.run_id} ${String(seq)}`
    const cached = keyframes.get(cacheKey)
    if (cached !== undefined) return cached
    const [row] = await readRows(key, seq - 1, 1)
    const event = row && (await findEvent(key, parseRow(row), seq))
    const keyframe = event && toKeyframe(seq, event.type, event.text)
    if (keyframe !== undefined) keyframes.set(cacheKey, keyframe)
    return keyframe
  }

  /** A keyframe is stored as a whole, until its row is compacted. */
  const findEvent = async (key: RunKey, row: ParsedRow, seq: number): Promise<StoredEvent | undefined> => {
    const event = row.verbatim.get(seq)
    if (event !== undefined) return { seq, type: event.type, text: JSON.stringify(event) }
    const references = await readReferences(key, [row])
    return references && decodeRow(row, references, seq - 1)[0]
  }

  /** Returns the events of other rows to which these rows refer, or undefined if the run was deleted. */
  const readReferences = async (
    key: RunKey,
    rows: readonly ParsedRow[],
  ): Promise<Map<number, Keyframe> | undefined> => {
    const references = new Map<number, Keyframe>()
    for (const seq of new Set(rows.flatMap(listReferences))) {
      const stored = rows.find(({ verbatim }) => verbatim.has(seq))?.verbatim.get(seq)
      const keyframe =
        stored === undefined
          ? await getKeyframe(key, seq)
          : toKeyframe(seq, stored.type, JSON.stringify(stored))
      if (keyframe === undefined) {
        if ((await readRows(key, 0, 1)).length === 0) return undefined
        throw new Error(`Event ${String(seq)} of run ${key.run_id} is missing`)
      }
      references.set(seq, keyframe)
    }
    return references
  }

  /** Returns the events after the number `after`. Returns no rows if the run was deleted meanwhile. */
  return async (key: RunKey, rows: readonly RunEventsRow[], after = 0): Promise<StoredEvents[]> => {
    const parsedRows = rows.map(parseRow)
    const references = await readReferences(key, parsedRows)
    if (references === undefined) return []
    return parsedRows.map((row, index) => ({
      first_seq: row.first_seq,
      last_seq: rows[index]?.last_seq ?? row.last_seq,
      chars: rows[index]?.events.length ?? 0,
      events: decodeRow(row, references, after),
    }))
  }
}
