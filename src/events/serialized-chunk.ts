/**
 * Chunks of streamed output as executor threads post them. A chunk is serialized once, where it is created: the main thread numbers it, stores
 * it and sends it without looking into its text.
 */
import { formatTimes } from '../store/runs/event-rows/event-times.js'
import type { JsonObject } from '../schema/common.js'
import { isLangGraphEvent, MAX_EVENT_CHARS, serializeEvent, type EventFields } from './run-event.js'

export interface SerializedChunk {
  type: string
  /** The time in `text`, in milliseconds since the Unix epoch with tenths. */
  at: number
  text: string
}

/** Returns the same text as `serializeEvent`, in a fraction of its time. */
export const serializeChunk = (event: EventFields, at: number): string => {
  const { json, at: _, ...fields } = event
  const hasAt = !isLangGraphEvent(event.type)
  const isPlain = json === undefined || (!hasAt && json.text !== undefined && json.version === undefined)
  if (!isPlain) return serializeEvent(event, at).text
  const body = JSON.stringify(fields).slice(0, -1)
  const field = json === undefined ? '' : `,${JSON.stringify(json.field)}:${json.text ?? ''}`
  const text = body + field + formatTimes(Math.round(at * 10), hasAt)
  return text.length <= MAX_EVENT_CHARS ? text : serializeEvent(event, at).text
}

/** Replaces the time of a chunk, which happens only if the clocks of two threads or nodes differ. */
export const setChunkTime = ({ text }: SerializedChunk, at: number): string => {
  const fields = JSON.parse(text) as JsonObject
  if (fields['at'] !== undefined) fields['at'] = at
  fields['timestamp'] = new Date(at).toISOString()
  return JSON.stringify(fields)
}

/** The fields of a chunk, for webhooks. */
export const parseChunk = ({ text }: SerializedChunk): EventFields => {
  const { timestamp: _, ...fields } = JSON.parse(text) as EventFields
  return fields
}
