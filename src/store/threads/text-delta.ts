/**
 * The difference between two texts, as ranges to copy from the first one and text to insert. It is made for JSON texts of values that
 * grow or change in a few places, such as lists of messages: it finds a common start, a common end and, between them, ranges that
 * moved as a whole. Texts without unpaired surrogates give literals without unpaired surrogates.
 */

import { countCommonEnd, countCommonStart, type LongText } from '../../platform/joined-text.js'

/** Copies a range of the base, or takes a number of characters from the literal. */
export type TextOp = [from: number, to: number] | number

export interface TextDelta {
  ops: TextOp[]
  literal: string
}

/** A copied range must be longer than its representation. */
const MIN_COPY = 32
/** The text that is searched in the base. It has to be long enough to be rare. */
const PROBE = 64
/** The distance between two searches in text that was not found. */
const STRIDE = 256
/** Limits the time for texts that have nothing in common: each failed search reads the whole base. */
const MAX_FAILED_SEARCHES = 32

/** The parts that both texts start or end with are not compared again. */
export const diffLongText = (base: LongText, text: LongText): TextDelta => {
  if (typeof base === 'string' || typeof text === 'string') return diffText(String(base), String(text))
  const first = countCommonStart(base.parts, text.parts)
  const last = countCommonEnd(base.parts, text.parts, first)
  const start = skipShort(text.getStart(first))
  const end = skipShort(text.length - text.getStart(text.parts.length - last))
  const { ops, literal } = diffText(
    base.slice(start, base.length - end),
    text.slice(start, text.length - end),
  )
  const moved = ops.map((op): TextOp => (typeof op === 'number' ? op : [op[0] + start, op[1] + start]))
  const before: TextOp[] = start === 0 ? [] : [[0, start]]
  const after: TextOp[] = end === 0 ? [] : [[base.length - end, base.length]]
  return { ops: [...before, ...moved, ...after], literal }
}

const skipShort = (length: number): number => (length < MIN_COPY ? 0 : length)

export const diffText = (base: string, text: string): TextDelta => {
  const builder = new DeltaBuilder(text)
  const start = alignDown(text, findCommonPrefix(base, text))
  const maxEnd = Math.min(base.length, text.length) - start
  const end = alignSuffix(text, Math.min(findCommonSuffix(base, text), maxEnd))
  if (start >= MIN_COPY) builder.copy(0, start)
  const firstChanged = start >= MIN_COPY ? start : 0
  const lastChanged = end >= MIN_COPY ? text.length - end : text.length
  addMovedRanges(builder, base, text, firstChanged, lastChanged)
  if (end >= MIN_COPY) builder.copy(base.length - end, base.length)
  return builder.finish()
}

class DeltaBuilder {
  readonly #ops: TextOp[] = []
  readonly #literals: string[] = []

  constructor(private readonly text: string) {}

  copy(from: number, to: number): void {
    this.#ops.push([from, to])
  }

  insert(from: number, to: number): void {
    if (from === to) return
    this.#ops.push(to - from)
    this.#literals.push(this.text.slice(from, to))
  }

  finish(): TextDelta {
    return { ops: this.#ops, literal: this.#literals.join('') }
  }
}

/** Adds the text between two positions: ranges that occur somewhere in the base as copies, and the rest as insertions. */
const addMovedRanges = (
  builder: DeltaBuilder,
  base: string,
  text: string,
  first: number,
  last: number,
): void => {
  let inserted = first
  let position = first
  let searches = 0
  while (position + PROBE <= last && searches < MAX_FAILED_SEARCHES) {
    const found = base.indexOf(text.slice(position, position + PROBE))
    if (found === -1) {
      position += STRIDE
      searches++
      continue
    }
    // The probe may have hit the middle of a range that moved.
    const before = Math.min(position - inserted, found, countEqualBefore(base, found, text, position))
    const from = alignUp(text, position - before)
    const length = PROBE + findCommonPrefix(base.slice(found + PROBE), text.slice(position + PROBE, last))
    const to = alignDown(text, position + length)
    builder.insert(inserted, from)
    builder.copy(found - (position - from), found + (to - position))
    inserted = position = to
  }
  builder.insert(inserted, last)
}

/** Only looks back as far as one stride, because the probe before did not match. */
const countEqualBefore = (base: string, baseEnd: number, text: string, textEnd: number): number => {
  let count = 0
  while (
    count < STRIDE &&
    baseEnd - count > 0 &&
    textEnd - count > 0 &&
    base.charCodeAt(baseEnd - count - 1) === text.charCodeAt(textEnd - count - 1)
  )
    count++
  return count
}

/** Compares halves instead of characters: comparing two parts of strings is a native operation. */
const findCommonPrefix = (a: string, b: string): number => {
  let equal = 0
  let limit = Math.min(a.length, b.length)
  while (equal < limit) {
    const middle = (equal + limit + 1) >> 1
    if (a.slice(equal, middle) === b.slice(equal, middle)) equal = middle
    else limit = middle - 1
  }
  return equal
}

const findCommonSuffix = (a: string, b: string): number => {
  let equal = 0
  let limit = Math.min(a.length, b.length)
  while (equal < limit) {
    const middle = (equal + limit + 1) >> 1
    const isEqual =
      a.slice(a.length - middle, a.length - equal) === b.slice(b.length - middle, b.length - equal)
    if (isEqual) equal = middle
    else limit = middle - 1
  }
  return equal
}

/** A cut before the second half of a surrogate pair would leave two texts that cannot be stored. */
const splitsPair = (text: string, position: number): boolean => {
  const code = text.charCodeAt(position)
  return position > 0 && code >= 0xdc_00 && code <= 0xdf_ff
}

const alignDown = (text: string, position: number): number =>
  splitsPair(text, position) ? position - 1 : position

const alignUp = (text: string, position: number): number =>
  splitsPair(text, position) ? position + 1 : position

const alignSuffix = (text: string, length: number): number =>
  text.length - alignUp(text, text.length - length)
