/**
 * A template is the text of one event, the keyframe, with slots. Another event of the same shape is described by the values of the
 * slots: the tokens of a message differ from each other in their content only, and the metadata around it is long.
 */
import { parseTimes, type EventTimes } from './event-times.js'

export interface Keyframe extends EventTimes {
  seq: number
  type: string
  text: string
}

/** Ranges of the keyframe's text: the start and the length of each slot. */
export type SlotRanges = readonly number[]

export interface Template {
  keyframe: Keyframe
  ranges: SlotRanges
  /** The text before the first slot, between the slots, and after the last one. */
  literals: readonly string[]
  /** The values of the slots in the keyframe. */
  values: readonly string[]
}

export const toKeyframe = (seq: number, type: string, text: string): Keyframe | undefined => {
  const times = parseTimes(text)
  return times && { seq, type, text, ...times }
}

export const makeTemplate = (keyframe: Keyframe, ranges: SlotRanges): Template => {
  const literals: string[] = []
  const values: string[] = []
  let position = 0
  for (let index = 0; index < ranges.length; index += 2) {
    const start = ranges[index] ?? 0
    const end = start + (ranges[index + 1] ?? 0)
    literals.push(keyframe.text.slice(position, start))
    values.push(keyframe.text.slice(start, end))
    position = end
  }
  literals.push(keyframe.text.slice(position, keyframe.bodyLength))
  return { keyframe, ranges, literals, values }
}

/** Returns the values of the slots with which the template makes this text, or undefined. */
export const matchTemplate = (
  { literals, keyframe }: Template,
  text: string,
  { bodyLength, hasAt }: EventTimes,
): string[] | undefined => {
  const first = literals[0] ?? ''
  const last = literals.at(-1) ?? ''
  const end = bodyLength - last.length
  // Comparing slices is several times faster than `startsWith`, which compares character by character.
  if (hasAt !== keyframe.hasAt || end < 0 || text.slice(end, bodyLength) !== last) return undefined
  if (text.slice(0, first.length) !== first) return undefined
  if (literals.length === 1) return end === 0 ? [] : undefined
  const values: string[] = []
  let position = first.length
  for (let index = 1; index < literals.length - 1; index++) {
    const literal = literals[index] ?? ''
    const next = text.indexOf(literal, position)
    if (next < 0) return undefined
    values.push(text.slice(position, next))
    position = next + literal.length
  }
  if (position > end) return undefined
  values.push(text.slice(position, end))
  return values
}

/** The text without its times. */
export const fillTemplate = ({ literals }: Template, values: readonly string[]): string => {
  let text = literals[0] ?? ''
  for (const [index, value] of values.entries()) text += value + (literals[index + 1] ?? '')
  return text
}

/** Strings, and what is between them. */
const LEXEMES = /"(?:[^"\\]|\\.)*"|[^"]+/g

export const splitLexemes = (text: string, bodyLength: number): string[] =>
  text.slice(0, bodyLength).match(LEXEMES) ?? []

/** Finds the lexemes in which two texts of the same shape differ. Undefined: they differ in shape. */
export const findSlots = (
  keyframe: readonly string[],
  lexemes: readonly string[],
  maxSlots: number,
): SlotRanges | undefined => {
  if (keyframe.length !== lexemes.length) return undefined
  const ranges: number[] = []
  let position = 0
  for (const [index, lexeme] of keyframe.entries()) {
    const other = lexemes[index] ?? ''
    if (lexeme !== other) {
      const isString = lexeme.startsWith('"')
      if (isString !== other.startsWith('"') || ranges.length === 2 * maxSlots) return undefined
      const quote = isString ? 1 : 0
      ranges.push(position + quote, lexeme.length - 2 * quote)
    }
    position += lexeme.length
  }
  return ranges
}
