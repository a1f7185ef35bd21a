/** The stored format and the SSE format of run events. */
import type { JsonObject } from '../schema/common.js'
import type { NewEvent, StoredEvent } from '../store/runs/event-rows/row-format.js'
import { addJsonField, toEventReference } from '../store/runs/stored-values.js'

const FINAL_TYPES = new Set(['run.completed', 'run.failed', 'run.cancelled'])

export const isFinalEvent = (type: string): boolean => FINAL_TYPES.has(type)

/** Events of the LangGraph API. They are stored with the others, and only sent to clients of the LangGraph API. */
const LANGGRAPH_PREFIX = 'lg.'
export const isLangGraphEvent = (type: string): boolean => type.startsWith(LANGGRAPH_PREFIX)
export const langGraphEventName = (type: string): string => type.slice(LANGGRAPH_PREFIX.length)

export type RunEvent = NewEvent

/** Larger events are not stored. */
export const MAX_EVENT_CHARS = 1_000_000

/** An event before it is stored. */
export type EventFields = {
  type: string
  /** When it happened, in milliseconds since the Unix epoch with tenths; by default the time at which it is stored. */
  at?: number
  /**
   * A field that is already serialized. With a version, it is stored as a value of the thread, and the event refers to it. The text is
   * missing if it is too large for an event; then only its length is known.
   */
  json?: { field: string; text: string | undefined; length: number; version?: string | undefined }
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
  const length =
    json === undefined ? fields.length : addJsonField(fields, json.field, '').length + json.length
  if (length <= MAX_EVENT_CHARS)
    return {
      text: json?.text === undefined ? fields : insertJson(fields, json),
      storedText:
        json?.version === undefined ? undefined : toEventReference(fields, json.field, json.version),
    }
  const { node_id, task_id, step, parent } = event
  const note = { type, node_id, task_id, step, parent, ...times, truncated: true, length }
  return { text: JSON.stringify(note) }
}

const TIMESTAMP = /,"timestamp":"[^"]*"\}$/

/**
 * The times of an event stay at its end, where store/runs/event-rows/ expects them: otherwise each token would be stored whole. Events of the
 * native API end with `at`, and the field follows it; so does a value of the thread, which the store adds in the same way when it is read.
 */
const insertJson = (
  fields: string,
  { field, text = 'null', version }: NonNullable<EventFields['json']>,
): string => {
  const start = version === undefined ? TIMESTAMP.exec(fields)?.index : undefined
  return start === undefined
    ? addJsonField(fields, field, text)
    : `${fields.slice(0, start)},${JSON.stringify(field)}:${text}${fields.slice(start)}`
}

/** The last event of a run that an earlier execution has stored. */
export interface LastEvent {
  seq: number
  type: string
  at: number
}

export const toLastEvent = ({ seq, type, text }: StoredEvent): LastEvent => {
  const { at, timestamp } = JSON.parse(text) as { timestamp: string; at?: number }
  return { seq, type, at: at ?? Date.parse(timestamp) }
}

export const toSseFrame = ({ seq, type, text }: RunEvent, run_id: string, thread_id: string): string =>
  `id: ${String(seq)}\nevent: ${type}\ndata: {"run_id":"${run_id}","thread_id":"${thread_id}",${text.slice(1)}\n\n`
