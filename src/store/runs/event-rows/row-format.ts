/**
 * The text of a row of `run_events`. Events without templates are a JSON array of them, which is the only format of programs before
 * migration 17. Otherwise it is an object that says for each event which template it fills and with which values.
 */
import type { SlotRanges } from './template.js'

/** `text` is the JSON of the event without the ids that all events of a run share. */
export interface StoredEvent {
  seq: number
  type: string
  text: string
}

/** An event that is to be stored. */
export interface NewEvent extends StoredEvent {
  /** What is stored instead of `text`, if a field of the event is stored elsewhere. */
  storedText?: string | undefined
}

/**
 * The value of a slot: a text, a text that is appended to the previous value of the slot, or one of the numbers below. The first event
 * of a template in a row has the values of the keyframe as its previous ones, so rows are read independently of each other.
 */
export type SlotValue = string | [appended: string] | number
export const UNCHANGED = 0
/** Appends the last text that is in the row before this value. */
export const APPEND_LAST = 1

export interface TemplateRow {
  /** The templates: the number of the event that is the keyframe, and the ranges of the slots. */
  k: (readonly [seq: number, ...ranges: SlotRanges])[]
  /**
   * One character for each event: VERBATIM, or a position in CODES, which is twice the index of the template, plus one if the event has a
   * single slot whose value is the last text that is in the row before it.
   */
  t: string
  /** The time that has passed since the last event with a template, at first since the keyframe of the first template; in tenths of a millisecond. */
  d: number[]
  v?: SlotValue[]
  /** The events without a template. */
  e?: { type: string }[]
}

/** True for a row without templates, which is a JSON array of its events. */
export const isPlainRow = (events: string): boolean => events.startsWith('[')

export const VERBATIM = '-'
export const CODES = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
export const MAX_TEMPLATES = CODES.length / 2
