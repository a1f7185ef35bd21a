/** Decides which rows of events are replaced by fewer and smaller ones. */
import type { EventEncoder } from '../../store/runs/event-rows/event-encoder.js'
import type { BuiltRow } from '../../store/runs/event-rows/row-builder.js'
import type { RunEventsRow, StoredEvents } from '../../store/runs/decode-events.js'

/** Longer rows are not merged with others, because a row is read as a whole. */
const MAX_MERGED_CHARS = 16_384
/** A plain row with tokens becomes much shorter, so it is merged up to this length. Rows that are longer than this stay as they are. */
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

const hasPlainTokens = ({ events }: RunEventsRow): boolean =>
  events.startsWith('[') && (events.includes('"type":"llm.token"') || events.includes('"type":"lg.messages'))

const isMergeable = (row: RunEventsRow): boolean =>
  row.events.length <= MAX_MERGED_CHARS || (row.events.length <= MAX_ROW_CHARS && hasPlainTokens(row))

/** Divides rows into sequences of rows that are replaced together. Rows that stay as they are belong to none. */
export const groupRows = (rows: readonly RunEventsRow[]): RunEventsRow[][] => {
  const groups: RunEventsRow[][] = []
  let group: RunEventsRow[] | undefined
  for (const row of rows) {
    if (!isMergeable(row)) {
      group = undefined
      if (row.events.length <= MAX_ROW_CHARS) groups.push([row])
    } else if (group === undefined) groups.push((group = [row]))
    else group.push(row)
  }
  return groups.filter((members) => members.length > 1 || members[0]?.isPacked !== true)
}

/** Returns undefined if the group would not become smaller. */
export const compactGroup = (
  encoder: EventEncoder,
  group: readonly RunEventsRow[],
  decoded: readonly StoredEvents[],
): RowReplacement | undefined => {
  const first = group[0]
  const last = group.at(-1)
  // Without decoded rows, the run was deleted.
  if (first === undefined || last === undefined || decoded.length < group.length) return undefined
  const replaced = { first: first.last_seq, last: last.last_seq }
  if (!isMergeable(first)) return { replaced, rows: [first] }
  const rows = encoder.encode(decoded.flatMap(({ events }) => events))
  const isSmaller = rows.length < group.length || countChars(rows) < countChars(group)
  return isSmaller || group.some(({ isPacked }) => isPacked !== true) ? { replaced, rows } : undefined
}

const countChars = (rows: readonly { events: string }[]): number =>
  rows.reduce((sum, { events }) => sum + events.length, 0)
