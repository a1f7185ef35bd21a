/**
 * The readings of a text: its parts, and the texts that are encoded in them. All of a text is read. A long text is read in
 * parts, so that memory stays small, and so that weak signals that are far apart do not add up.
 */
import { findEncodedText } from './encoded-text.js'
import { tokenize, type TokenizedText } from './tokenize.js'

export interface Reading {
  text: string
  tokenized: TokenizedText
  /** Maps a range of `text` to the original text. */
  toSourceRange: (start: number, end: number) => { start: number; end: number }
  /** True if the text was encoded, in base64 for example. */
  isDecoded: boolean
}

export const PART_LENGTH = 16_384
/** A phrase at the end of a part is complete in the next one. */
const OVERLAP = 512
const MAX_DEPTH = 2
const MAX_DECODED_READINGS = 20

/** Cuts at a space, so that no word is split. */
const splitIntoParts = (text: string): { text: string; start: number }[] => {
  if (text.length <= PART_LENGTH) return [{ text, start: 0 }]
  const parts: { text: string; start: number }[] = []
  for (let start = 0; start < text.length;) {
    const limit = start + PART_LENGTH
    const space = limit >= text.length ? text.length : text.lastIndexOf(' ', limit)
    const end = space > start + PART_LENGTH / 2 ? space : Math.min(limit, text.length)
    parts.push({ text: text.slice(start, end), start })
    if (end >= text.length) break
    start = end - OVERLAP
  }
  return parts
}

function* readDecoded(reading: Reading, depth: number): Generator<Reading> {
  for (const { text, start, end } of findEncodedText(reading.text, reading.tokenized.words)) {
    const range = reading.toSourceRange(start, end)
    const part = text.slice(0, PART_LENGTH)
    const decoded = { text: part, tokenized: tokenize(part), toSourceRange: () => range, isDecoded: true }
    yield decoded
    if (depth < MAX_DEPTH) yield* readDecoded(decoded, depth + 1)
  }
}

function* readParts(text: string): Generator<Reading> {
  let remaining = MAX_DECODED_READINGS
  for (const part of splitIntoParts(text)) {
    const reading: Reading = {
      text: part.text,
      tokenized: tokenize(part.text),
      toSourceRange: (start, end) => ({ start: part.start + start, end: part.start + end }),
      isDecoded: false,
    }
    yield reading
    for (const decoded of readDecoded(reading, 1)) {
      if (remaining-- <= 0) break
      yield decoded
    }
  }
}

let lastRead: { text: string; readings: Reading[] } | undefined

/** Several guardrails check the same text one after the other, so the readings of the last text are cached. */
const MAX_CACHED_LENGTH = 262_144

export const getReadings = (text: string): Iterable<Reading> => {
  if (text.length > MAX_CACHED_LENGTH) return readParts(text)
  if (lastRead?.text !== text) lastRead = { text, readings: [...readParts(text)] }
  return lastRead.readings
}
