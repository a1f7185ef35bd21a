/** Decides which rows of events are replaced by fewer and smaller ones. */
import type { EventEncoder } from '../../store/runs/event-rows/event-encoder.js'
import type { BuiltRow } from '../../store/runs/event-rows/row-builder.js'
import type { RunEventsRow, StoredEvents } from '../../store/runs/decode-events.js'

/** Rows of tokens that are at least so long are not worth being written again. */
const COMPACT_ROW_CHARS = 16_384
/** Rows without tokens are merged into those around them if they are not longer than this. */
const MAX_MERGED_CHARS = 4_096
/** A row with a large state and a few tokens stays as it is. */
const MAX_ROW_CHARS = 1_000_000

export interface RowRange {
  /** The `last_seq` of the first and of the last row. */
  first: number
  last: number
}

export interface RowReplacement {
  replaced: RowRange
  rows: BuiltRow[]
}

const isTemplateRow = ({ events }: RunEventsRow): boolean => events.startsWith('{')

const hasTokens = (row: RunEventsRow): boolean =>
  isTemplateRow(row) ||
  row.events.includes('"type":"llm.token"') ||
  row.events.includes('"type":"lg.messages')

const isCompactable = (row: RunEventsRow): boolean => {
  const { length } = row.events
  if (isTemplateRow(row)) return length < COMPACT_ROW_CHARS
  return length <= MAX_MERGED_CHARS || (length <= MAX_ROW_CHARS && hasTokens(row))
}

/** Divides rows into sequences of rows that are replaced together. */
export const groupRows = (rows: readonly RunEventsRow[]): RunEventsRow[][] => {
  const groups: RunEventsRow[][] = []
  let group: RunEventsRow[] | undefined
  for (const row of rows) {
    if (!isCompactable(row)) group = undefined
    else if (group === undefined) groups.push((group = [row]))
    else group.push(row)
  }
  return groups.filter((group) => group.some(hasTokens))
}

/** Returns undefined if the group would not become smaller. */
export const compactGroup = (
  encoder: EventEncoder,
  group: readonly RunEventsRow[],
  decoded: readonly StoredEvents[],
): RowReplacement | undefined => {
  const first = group[0]
  const last = group.at(-1)
  if (first === undefined || last === undefined) return undefined
  const rows = encoder.encode(decoded.flatMap(({ events }) => events))
  if (rows.length >= group.length && countChars(rows) >= countChars(group)) return undefined
  return { replaced: { first: first.last_seq, last: last.last_seq }, rows }
}

const countChars = (rows: readonly { events: string }[]): number =>
  rows.reduce((sum, { events }) => sum + events.length, 0)
