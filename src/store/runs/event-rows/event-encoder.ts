/**
 * Turns the events of one run into rows. What is constant for the chunks of a message is stored once, in the first of them, and a row
 * contains only what differs. So a row is read with at most one earlier event for each of its messages.
 *
 * An encoder may only be used for events whose earlier rows are all stored: its rows refer to them.
 */
import { parseTimes, type EventTimes } from './event-times.js'
import { RowBuilder, type BuiltRow } from './row-builder.js'
import type { StoredEvent } from './row-format.js'
import { isStreamChunk } from './stream-chunk.js'
import {
  findSlots,
  makeTemplate,
  matchTemplate,
  splitLexemes,
  type Keyframe,
  type Template,
} from './template.js'

/** Events that differ in more places belong to another message. */
const MAX_SLOTS = 3
/** Messages that can be streamed at the same time, of each type of event. */
const MAX_KEYFRAMES = 32
/** Finding the slots of longer texts would take too long. */
const MAX_TEMPLATE_CHARS = 200_000

interface KnownKeyframe {
  keyframe: Keyframe
  lexemes?: readonly string[]
  template?: Template
  /** The values of the slots in the last event. */
  previous: readonly string[]
  /** Characters that rows repeated because the keyframe does not contain them. */
  repeatedChars: number
}

export class EventEncoder {
  /** By type, the last used ones first. */
  readonly #keyframes = new Map<string, KnownKeyframe[]>()

  /** The events must be numbered without gaps. */
  encode(events: readonly StoredEvent[]): BuiltRow[] {
    const rows: BuiltRow[] = []
    let row: RowBuilder | undefined
    for (const event of events) {
      if (row?.isFull === true) {
        rows.push(row.build())
        row = undefined
      }
      row ??= new RowBuilder(event.seq)
      if (!this.#add(row, event)) {
        rows.push(row.build())
        row = new RowBuilder(event.seq)
        this.#add(row, event)
      }
    }
    if (row !== undefined) rows.push(row.build())
    return rows
  }

  /** Returns false if the event must start another row. */
  #add(row: RowBuilder, { seq, type, text }: StoredEvent): boolean {
    const times = isStreamChunk(type) && text.length <= MAX_TEMPLATE_CHARS ? parseTimes(text) : undefined
    if (times === undefined) {
      row.addVerbatim(text)
      return true
    }
    const known = this.#getKeyframes(type)
    const match = findMatch(known, text, times) ?? learnTemplate(known, text, times)
    if (match !== undefined && !row.accepts(match.template)) return false
    if (match === undefined) {
      row.addVerbatim(text)
      known.unshift({ keyframe: { seq, type, text, ...times }, previous: [], repeatedChars: 0 })
      if (known.length > MAX_KEYFRAMES) known.pop()
      return true
    }
    const { entry, template, values } = match
    entry.repeatedChars += countRepeated(entry.previous, values, row.addFilled(template, values, times))
    entry.previous = values
    moveToFront(known, entry)
    // The next event becomes the keyframe of what the rows have repeated.
    if (entry.repeatedChars > text.length) known.shift()
    return true
  }

  #getKeyframes(type: string): KnownKeyframe[] {
    let known = this.#keyframes.get(type)
    if (known === undefined) this.#keyframes.set(type, (known = []))
    return known
  }
}

interface Match {
  entry: KnownKeyframe
  template: Template
  values: string[]
}

const findMatch = (known: readonly KnownKeyframe[], text: string, times: EventTimes): Match | undefined => {
  for (const entry of known) {
    const { template } = entry
    const values = template && matchTemplate(template, text, times)
    if (template !== undefined && values !== undefined) return { entry, template, values }
  }
  return undefined
}

/** Makes a template of a keyframe from which the text differs in a few places. */
const learnTemplate = (
  known: readonly KnownKeyframe[],
  text: string,
  times: EventTimes,
): Match | undefined => {
  if (known.length === 0) return undefined
  const lexemes = splitLexemes(text, times.bodyLength)
  for (const entry of known) {
    const { keyframe } = entry
    const ranges = findSlots(
      (entry.lexemes ??= splitLexemes(keyframe.text, keyframe.bodyLength)),
      lexemes,
      MAX_SLOTS,
    )
    if (ranges === undefined) continue
    const template = makeTemplate(keyframe, ranges)
    const values = matchTemplate(template, text, times)
    if (values === undefined) continue
    entry.template = template
    entry.previous = template.values
    return { entry, template, values }
  }
  return undefined
}

/** Of the characters that were written, those that the event before had in the same slots. */
const countRepeated = (
  previous: readonly string[],
  values: readonly string[],
  writtenChars: number,
): number => {
  const newChars = values.reduce((sum, value, index) => {
    const before = previous[index] ?? ''
    if (value === before) return sum
    return sum + value.length - (value.startsWith(before) ? before.length : 0)
  }, 0)
  return Math.max(0, writtenChars - newChars)
}

const moveToFront = (known: KnownKeyframe[], entry: KnownKeyframe): void => {
  if (known[0] === entry) return
  known.splice(known.indexOf(entry), 1)
  known.unshift(entry)
}
