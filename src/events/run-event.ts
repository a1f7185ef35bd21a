/** The stored format and the SSE format of run events. */
import type { JsonObject } from '../schema/common.js'
import type { RunEventsRow } from '../store/runs/events.js'

const FINAL_TYPES = new Set(['run.completed', 'run.failed', 'run.cancelled'])

export const isFinalEvent = (type: string): boolean => FINAL_TYPES.has(type)

/** Events of the LangGraph API. They are stored with the others, and only sent to clients of the LangGraph API. */
const LANGGRAPH_PREFIX = 'lg.'
export const isLangGraphEvent = (type: string): boolean => type.startsWith(LANGGRAPH_PREFIX)
export const langGraphEventName = (type: string): string => type.slice(LANGGRAPH_PREFIX.length)

/** `text` is the JSON of the event without the ids that all events of a run share. */
export interface RunEvent {
  seq: number
  type: string
  text: string
}

const MAX_EVENT_CHARS = 1_000_000

/** An event that is too large to be stored is replaced by a note of its length. */
export const serializeEvent = (fields: { type: string } & JsonObject, now: number): string => {
  const timestamp = new Date(now).toISOString()
  const text = JSON.stringify({ ...fields, timestamp })
  if (text.length <= MAX_EVENT_CHARS) return text
  const { type, node_id } = fields
  return JSON.stringify({ type, node_id, timestamp, truncated: true, length: text.length })
}

export const numberEvents = (
  texts: readonly { type: string; text: string }[],
  firstSeq: number,
): RunEvent[] => texts.map(({ type, text }, index) => ({ seq: firstSeq + index, type, text }))

/** A row is read and sent as a whole, so its size limits the memory that a slow reader occupies. */
const ROW_CHARS = 65_536

export const toEventsRows = (
  tenant_id: string,
  run_id: string,
  events: readonly RunEvent[],
): RunEventsRow[] => {
  const rows: RunEvent[][] = []
  let chars = Infinity
  for (const event of events) {
    if (chars > ROW_CHARS) {
      rows.push([])
      chars = 0
    }
    rows.at(-1)?.push(event)
    chars += event.text.length
  }
  return rows.map((row) => toEventsRow(tenant_id, run_id, row))
}

const toEventsRow = (tenant_id: string, run_id: string, events: readonly RunEvent[]): RunEventsRow => ({
  tenant_id,
  run_id,
  first_seq: events[0]?.seq ?? 0,
  last_seq: events.at(-1)?.seq ?? 0,
  events: `[${events.map(({ text }) => text).join(',')}]`,
})

export const parseEventsRow = ({ first_seq, events }: RunEventsRow): RunEvent[] =>
  (JSON.parse(events) as { type: string }[]).map((event, index) => ({
    seq: first_seq + index,
    type: event.type,
    text: JSON.stringify(event),
  }))

export const toSseFrame = ({ seq, type, text }: RunEvent, run_id: string, thread_id: string): string =>
  `id: ${String(seq)}\nevent: ${type}\ndata: {"run_id":"${run_id}","thread_id":"${thread_id}",${text.slice(1)}\n\n`
