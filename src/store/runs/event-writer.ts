/**
 * Makes the statements that store the events of one execution. At the pace of a model, each batch has one token, and a row with its index
 * entry takes several times as much as the token. So after some batches of tokens, the next one replaces their rows by one row.
 */
import type { Statement } from '../sql/statement.js'
import type { RunEventsRow, RunKey } from './decode-events.js'
import { EventEncoder } from './event-rows/event-encoder.js'
import type { NewEvent, StoredEvent } from './event-rows/row-format.js'
import { isStreamChunk } from './event-rows/stream-chunk.js'

const MERGED_BATCHES = 32
/** The size of the events that are kept in memory until they are merged. */
const MAX_KEPT_CHARS = 131_072

interface Statements {
  insert: (rows: RunEventsRow[]) => Statement[]
  /** Removes the rows whose last events have the numbers `first` to `last`. */
  remove: (range: RunKey & { first: number; last: number }) => Statement
  markForCompaction: (key: RunKey) => Statement
}

export const toStoredEvent = ({ seq, type, text, storedText = text }: NewEvent): StoredEvent => ({
  seq,
  type,
  text: storedText,
})

/** The batches must be stored in the order of the calls, because rows refer to earlier ones. */
export const makeEventWriter = (
  { insert, remove, markForCompaction }: Statements,
  { tenant_id, run_id }: RunKey,
): ((events: readonly NewEvent[]) => Statement[]) => {
  const encoder = new EventEncoder()
  // It encodes each event once. The other encoder has used some of the merged events as keyframes, which cannot refer to themselves.
  const mergeEncoder = new EventEncoder()
  let isMarked = false
  let kept: StoredEvent[][] = []
  let keptChars = 0

  const insertRows = (rows: ReturnType<EventEncoder['encode']>): Statement[] =>
    insert(rows.map((row) => ({ tenant_id, run_id, ...row })))

  const forget = (): void => {
    kept = []
    keptChars = 0
  }

  /** Returns undefined if the batch is stored as a row of its own. */
  const merge = (events: StoredEvent[]): Statement[] | undefined => {
    const first = kept[0]?.at(-1)?.seq
    const last = kept.at(-1)?.at(-1)?.seq
    kept.push(events)
    keptChars += countChars(events)
    if (keptChars > MAX_KEPT_CHARS || !events.every(({ type }) => isStreamChunk(type))) forget()
    if (kept.length < MERGED_BATCHES || first === undefined || last === undefined) return undefined
    const merged = mergeEncoder.encode(kept.flat())
    forget()
    return [remove({ tenant_id, run_id, first, last }), ...insertRows(merged)]
  }

  return (newEvents) => {
    const events = newEvents.map(toStoredEvent)
    const rows = encoder.encode(events)
    // In the first batch, so that the mark exists however the execution ends.
    const markStatements = isMarked ? [] : [markForCompaction({ tenant_id, run_id })]
    isMarked = true
    if (rows.length > 1) forget()
    const merged = rows.length === 1 ? merge(events) : undefined
    return [...(merged ?? insertRows(rows)), ...markStatements]
  }
}

const countChars = (events: readonly StoredEvent[]): number =>
  events.reduce((sum, { text }) => sum + text.length, 0)
