/** Turns the rows of `run_events` back into events. */
import { formatTimes } from './event-times.js'
import {
  APPEND_LAST,
  CODES,
  UNCHANGED,
  VERBATIM,
  type SlotValue,
  type StoredEvent,
  type TemplateRow,
} from './row-format.js'
import { fillTemplate, makeTemplate, toKeyframe, type Keyframe, type Template } from './template.js'

interface EventsRow {
  first_seq: number
  events: string
}

/** The events of other rows that a row refers to, by number. */
export type References = ReadonlyMap<number, Keyframe>

/** A row whose JSON is parsed, before its keyframes are known. */
export interface ParsedRow {
  first_seq: number
  last_seq: number
  /** The events that are stored as a whole, by number. */
  verbatim: ReadonlyMap<number, { type: string }>
  templates: TemplateRow | undefined
}

export const parseRow = ({ first_seq, events }: EventsRow): ParsedRow => {
  const parsed = JSON.parse(events) as { type: string }[] | TemplateRow
  if (Array.isArray(parsed)) {
    const last_seq = first_seq + parsed.length - 1
    const verbatim = new Map(parsed.map((event, index) => [first_seq + index, event]))
    return { first_seq, last_seq, verbatim, templates: undefined }
  }
  const verbatim = new Map<number, { type: string }>()
  for (let index = parsed.t.indexOf(VERBATIM); index >= 0; index = parsed.t.indexOf(VERBATIM, index + 1)) {
    const event = parsed.e?.[verbatim.size]
    if (event === undefined) throw new Error(`Event ${String(first_seq + index)} is missing in its row`)
    verbatim.set(first_seq + index, event)
  }
  return { first_seq, last_seq: first_seq + parsed.t.length - 1, verbatim, templates: parsed }
}

/** The numbers of the events of other rows that this row refers to. */
export const listReferences = ({ first_seq, templates }: ParsedRow): number[] =>
  templates?.k.map(([seq]) => seq).filter((seq) => seq < first_seq) ?? []

/** Returns the events after the number `after`. `references` contains the events that the row refers to. */
export const decodeRow = (row: ParsedRow, references: References, after = 0): StoredEvent[] => {
  const fillNext = row.templates && makeFiller(row, row.templates, references)
  const decoded: StoredEvent[] = []
  for (let seq = row.first_seq; seq <= row.last_seq; seq++) {
    const event = row.verbatim.get(seq)
    if (event === undefined) {
      const filled = fillNext?.(seq)
      if (seq > after && filled !== undefined) decoded.push(filled)
    } else if (seq > after) decoded.push({ seq, type: event.type, text: JSON.stringify(event) })
  }
  return decoded
}

interface FilledTemplate {
  template: Template
  values: string[]
}

/** Returns a function that makes the events with templates, which must be called for each of them in order. */
const makeFiller = (row: ParsedRow, templates: TemplateRow, references: References) => {
  const values = templates.v ?? []
  let valueIndex = 0
  let deltaIndex = 0
  let lastText = ''
  const used: FilledTemplate[] = []
  const useTemplate = (index: number): FilledTemplate =>
    (used[index] ??= openTemplate(row, templates.k[index] ?? [0], references))
  let { tenths } = useTemplate(0).template.keyframe

  const readValue = (previous: string): string => {
    const value: SlotValue = values[valueIndex++] ?? UNCHANGED
    if (value === UNCHANGED) return previous
    if (value === APPEND_LAST) return previous + lastText
    if (typeof value === 'string') return (lastText = value)
    if (typeof value === 'number') throw new Error(`Unknown value ${String(value)} in a row of events`)
    return previous + (lastText = value[0])
  }

  return (seq: number): StoredEvent => {
    const code = CODES.indexOf(templates.t.charAt(seq - row.first_seq))
    const slots = useTemplate(code >> 1)
    const { type, hasAt } = slots.template.keyframe
    if (code % 2 === 1) slots.values = [lastText]
    else slots.values = slots.values.map(readValue)
    tenths += templates.d[deltaIndex++] ?? 0
    return { seq, type, text: fillTemplate(slots.template, slots.values) + formatTimes(tenths, hasAt) }
  }
}

const openKeyframe = (row: ParsedRow, seq: number, references: References): Keyframe => {
  const stored = row.verbatim.get(seq)
  const keyframe =
    stored === undefined ? references.get(seq) : toKeyframe(seq, stored.type, JSON.stringify(stored))
  if (keyframe === undefined)
    throw new Error(`Event ${String(seq)}, which row ${String(row.first_seq)} refers to, is missing`)
  return keyframe
}

const openTemplate = (
  row: ParsedRow,
  [seq, ...ranges]: TemplateRow['k'][number],
  references: References,
): FilledTemplate => {
  const template = makeTemplate(openKeyframe(row, seq, references), ranges)
  return { template, values: [...template.values] }
}
