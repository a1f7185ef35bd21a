/** Builds the text of one row of events. */
import type { EventTimes } from './event-times.js'
import {
  APPEND_LAST,
  CODES,
  MAX_TEMPLATES,
  UNCHANGED,
  VERBATIM,
  type SlotValue,
  type TemplateRow,
} from './row-format.js'
import type { Template } from './template.js'

/** A row is read as a whole. */
const MAX_ROW_CHARS = 65_536
const MAX_ROW_EVENTS = 2_048
/** Shorter values are not stored as an extension of the previous one: tokens are often prefixes of each other. */
const MIN_EXTENDED_CHARS = 16

export interface BuiltRow {
  first_seq: number
  last_seq: number
  events: string
}

export class RowBuilder {
  #count = 0
  #chars = 0
  /** With the current values of their slots. */
  readonly #templates = new Map<Template, { index: number; values: readonly string[] }>()
  #codes = ''
  readonly #deltas: number[] = []
  readonly #values: SlotValue[] = []
  readonly #verbatim: string[] = []
  #tenths = 0
  #lastText: string | undefined

  constructor(private readonly firstSeq: number) {}

  get isFull(): boolean {
    return this.#chars > MAX_ROW_CHARS || this.#count >= MAX_ROW_EVENTS
  }

  /** False if the row has no place for one more template. */
  accepts(template: Template): boolean {
    return this.#templates.has(template) || this.#templates.size < MAX_TEMPLATES
  }

  addVerbatim(text: string): void {
    this.#codes += VERBATIM
    this.#verbatim.push(text)
    this.#chars += text.length
    this.#count++
  }

  /** Returns the number of characters that the values of the slots take. */
  addFilled(template: Template, values: readonly string[], times: EventTimes): number {
    const slots = this.#useTemplate(template)
    this.#addTime(times)
    this.#count++
    const isRepeated = values.length === 1 && values[0] === this.#lastText
    this.#codes += CODES.charAt(2 * slots.index + Number(isRepeated))
    let chars = 0
    if (!isRepeated)
      for (const [index, value] of values.entries()) {
        const change = this.#toSlotValue(value, slots.values[index] ?? '')
        this.#values.push(change)
        chars += countChars(change)
      }
    slots.values = values
    this.#chars += chars + 8
    return chars
  }

  build(): BuiltRow {
    return {
      first_seq: this.firstSeq,
      last_seq: this.firstSeq + this.#count - 1,
      events: this.#templates.size === 0 ? `[${this.#verbatim.join(',')}]` : this.#buildTemplateRow(),
    }
  }

  #useTemplate(template: Template): { index: number; values: readonly string[] } {
    let slots = this.#templates.get(template)
    if (slots === undefined) {
      if (this.#templates.size === 0) this.#tenths = template.keyframe.tenths
      this.#templates.set(template, (slots = { index: this.#templates.size, values: template.values }))
    }
    return slots
  }

  #addTime({ tenths, hasAt }: EventTimes): void {
    // Events without tenths are copies of others that have just been added, so the millisecond is mostly the same.
    const isSame = !hasAt && Math.floor(this.#tenths / 10) * 10 === tenths
    this.#deltas.push(isSame ? 0 : tenths - this.#tenths)
    if (!isSame) this.#tenths = tenths
  }

  #toSlotValue(value: string, previous: string): SlotValue {
    if (value === previous) return UNCHANGED
    const isExtended = previous.length >= MIN_EXTENDED_CHARS && value.startsWith(previous)
    const text = isExtended ? value.slice(previous.length) : value
    if (isExtended && text === this.#lastText) return APPEND_LAST
    this.#lastText = text
    return isExtended ? [text] : text
  }

  #buildTemplateRow(): string {
    const row: Record<keyof Omit<TemplateRow, 'e'>, unknown> = {
      k: [...this.#templates.keys()].map(({ keyframe, ranges }) => [keyframe.seq, ...ranges]),
      t: this.#codes,
      d: this.#deltas,
      v: this.#values.length === 0 ? undefined : this.#values,
    }
    const text = JSON.stringify(row)
    return this.#verbatim.length === 0 ? text : `${text.slice(0, -1)},"e":[${this.#verbatim.join(',')}]}`
  }
}

const countChars = (value: SlotValue): number =>
  typeof value === 'number' ? 0 : typeof value === 'string' ? value.length : value[0].length
