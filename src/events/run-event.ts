/** The events of a run: how they are stored, and how they look on the wire. */
import type { JsonObject } from '../schema/common.js'
import type { RunEventsRow } from '../store/runs/events.js'

const FINAL_TYPES = new Set(['run.completed', 'run.failed', 'run.cancelled'])

export const isFinalEvent = (type: string): boolean => FINAL_TYPES.has(type)

/** What LangGraph streams, for clients of its dialect: it is stored with the others, and shown to nobody else. */
const LANGGRAPH_PREFIX = 'lg.'
export const isLangGraphEvent = (type: string): boolean => type.startsWith(LANGGRAPH_PREFIX)
export const langGraphEventName = (type: string): string => type.slice(LANGGRAPH_PREFIX.length)

/** One event, numbered. `text` is its JSON, without the ids that all events of a run share. */
export interface RunEvent {
  seq: number
  type: string
  text: string
}

const MAX_EVENT_CHARS = 1_000_000

/** An event that is too large to be kept says so instead of holding up its stream. */
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

/** A row is read and sent as a whole, so it is not to be much larger than what a slow reader may hold in memory. */
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

/** A frame of the stream. */
export const toSseFrame = ({ seq, type, text }: RunEvent, run_id: string, thread_id: string): string =>
  `id: ${String(seq)}\nevent: ${type}\ndata: {"run_id":"${run_id}","thread_id":"${thread_id}",${text.slice(1)}\n\n`
