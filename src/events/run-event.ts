/** The stored format and the SSE format of run events. */
import type { JsonObject } from '../schema/common.js'
import { addJsonField, toEventReference } from '../store/runs/stored-values.js'
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
  /** What is stored instead of `text`, if a field of the event is stored elsewhere. */
  storedText?: string | undefined
}

const MAX_EVENT_CHARS = 1_000_000

/** An event before it is stored. */
export type EventFields = {
  type: string
  /** When it happened, in milliseconds since the Unix epoch with tenths; by default the time at which it is stored. */
  at?: number
  /** A field that is already serialized. With a version, it is stored as a value of the thread, and the event refers to it. */
  json?: { field: string; text: string; version?: string | undefined }
} & JsonObject

/** Identifies the task that an event belongs to: loops, map nodes and parallel branches have several tasks with the same node id. */
export type TaskFields = {
  node_id: string
  /** Null outside of any node. */
  task_id: string | null
  /** The step of the graph that contains the node; null if LangGraph does not report it. */
  step: number | null
  /** The task that runs the nested graph which contains this one; null in the graph of the run. */
  parent: string | null
}

/**
 * An event has its time twice: `timestamp` for people, and `at` with tenths of a millisecond. Events of the LangGraph API have only
 * the first, because they repeat what other events report. An event that is too large to be stored is replaced by a note of its length.
 */
export const serializeEvent = (
  { json, ...event }: EventFields,
  at: number,
): { text: string; storedText?: string | undefined } => {
  const { type } = event
  const times = { timestamp: new Date(at).toISOString(), at: isLangGraphEvent(type) ? undefined : at }
  const fields = JSON.stringify({ ...event, ...times })
  const text = json === undefined ? fields : addJsonField(fields, json.field, json.text)
  if (text.length <= MAX_EVENT_CHARS)
    return {
      text,
      storedText:
        json?.version === undefined ? undefined : toEventReference(fields, json.field, json.version),
    }
  const { node_id, task_id, step, parent } = event
  const note = { type, node_id, task_id, step, parent, ...times, truncated: true, length: text.length }
  return { text: JSON.stringify(note) }
}

export const numberEvents = (events: readonly Omit<RunEvent, 'seq'>[], firstSeq: number): RunEvent[] =>
  events.map((event, index) => ({ seq: firstSeq + index, ...event }))

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
  events: `[${events.map(({ text, storedText = text }) => storedText).join(',')}]`,
})

export const parseEventsRow = ({ first_seq, events }: RunEventsRow): RunEvent[] =>
  (JSON.parse(events) as { type: string }[]).map((event, index) => ({
    seq: first_seq + index,
    type: event.type,
    text: JSON.stringify(event),
  }))

/** The last event of a run that an earlier execution has stored. */
export interface LastEvent {
  seq: number
  type: string
  at: number
}

export const toLastEvent = ({ last_seq, events }: RunEventsRow): LastEvent => {
  const last = (JSON.parse(events) as { type: string; timestamp: string; at?: number }[]).at(-1)
  return { seq: last_seq, type: last?.type ?? '', at: last?.at ?? Date.parse(last?.timestamp ?? '') }
}

export const toSseFrame = ({ seq, type, text }: RunEvent, run_id: string, thread_id: string): string =>
  `id: ${String(seq)}\nevent: ${type}\ndata: {"run_id":"${run_id}","thread_id":"${thread_id}",${text.slice(1)}\n\n`
