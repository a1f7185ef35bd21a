/** Finds text that is encoded in a way that a model can read: base64, hexadecimal, binary, rot13, reversed, tag characters. */
import { computeOnce } from '../compute-once.js'
import { getKnownWords, isKnownWord } from './known-words.js'
import { measureRuns, type LongestRuns } from './longest-runs.js'
import { isAscii } from './segments.js'
import type { Word } from './tokenize.js'

export interface EncodedText {
  /** The decoded text. */
  text: string
  start: number
  end: number
}

const MIN_DECODED = 6
const MAX_RUNS = 50

const BASE64 = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{12,}(?:\r?\n[A-Za-z0-9+/_-]{12,})*={0,2}/g
const HEX = /(?<![0-9a-z])(?:(?:0x|\\x)?[0-9a-f]{2}[ :,]{0,2}){6,}(?![0-9a-z])/gi
const BINARY = /(?<!\d)(?:[01]{8}[ ,]{0,2}){4,}(?!\d)/g
const TAGS = /[\u{e0020}-\u{e007e}]{4,}/gu

/** True if the bytes are written text: letters and spaces, hardly any control character. */
const isWrittenText = (text: string): boolean => {
  if (text.length < MIN_DECODED || text.includes('\ufffd')) return false
  const letters = text.match(/[\p{L}\s.,!?']/gu)?.length ?? 0
  return letters >= 0.85 * Array.from(text).length && !/[\0-\x08\x0e-\x1f]/.test(text)
}

const toText = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

const decodeBase64 = (run: string): string => {
  const compact = run
    .replace(/[\r\n=]/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
  // A word of a path or an identifier has no upper case, digit or sign inside.
  if (!/[A-Z0-9+/]/.test(compact) || compact.length % 4 === 1) return ''
  return toText(Uint8Array.from(atob(compact), (unit) => unit.charCodeAt(0)))
}

const decodeHex = (run: string): string =>
  toText(
    Uint8Array.from(run.replace(/0x|\\x/gi, '').match(/[0-9a-f]{2}/gi) ?? [], (byte) => parseInt(byte, 16)),
  )

const decodeBinary = (run: string): string =>
  toText(Uint8Array.from(run.match(/[01]{8}/g) ?? [], (byte) => parseInt(byte, 2)))

const decodeTags = (run: string): string =>
  Array.from(run, (tag) => String.fromCodePoint((tag.codePointAt(0) ?? 0) - 0xe0000)).join('')

interface Decoder {
  pattern: RegExp
  decode: (run: string) => string
  /** False if the text cannot contain a match. */
  isPossible: (runs: LongestRuns, text: string) => boolean
}

const DECODERS: readonly Decoder[] = [
  { pattern: BASE64, decode: decodeBase64, isPossible: ({ base64 }) => base64 >= 12 },
  { pattern: HEX, decode: decodeHex, isPossible: ({ hex }) => hex >= 12 },
  { pattern: BINARY, decode: decodeBinary, isPossible: ({ binary }) => binary >= 32 },
  { pattern: TAGS, decode: decodeTags, isPossible: (_, text) => !isAscii(text) },
]

const findEncodedRuns = (text: string): EncodedText[] => {
  const found: EncodedText[] = []
  const runs = measureRuns(text)
  for (const { pattern, decode, isPossible } of DECODERS) {
    if (!isPossible(runs, text)) continue
    let remaining = MAX_RUNS
    for (const { 0: run, index } of text.matchAll(pattern)) {
      const decoded = decode(run)
      if (isWrittenText(decoded)) found.push({ text: decoded, start: index, end: index + run.length })
      if (--remaining === 0) break
    }
  }
  return found
}

const rotate13 = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const base = letter < 'a' ? 65 : 97
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base)
  })
const reverse = (text: string): string => Array.from(text).reverse().join('')

const MIN_LETTERS = 3
const isClearWord = (word: string): boolean => word.length >= MIN_LETTERS && isKnownWord(word)

/** The encoded forms of the known words, so that an ordinary word costs one lookup. */
const getRotatedWords = computeOnce(() => transformKnownWords(rotate13))
const getReversedWords = computeOnce(() => transformKnownWords(reverse))
const transformKnownWords = (transform: (word: string) => string): ReadonlySet<string> =>
  new Set([...getKnownWords()].filter(({ length }) => length >= MIN_LETTERS).map(transform))

/** The words of an encoded sentence are close to each other. In a long text, two ordinary words that are known backwards are not. */
const MAX_DISTANCE = 12

const isConvincing = (lastUses: ReadonlyMap<string, number>, at: number): boolean => {
  let words = 0
  let letters = 0
  lastUses.forEach((lastUse, { length }) => {
    if (at - lastUse > MAX_DISTANCE) return
    words++
    letters += length
  })
  return words >= 2 && letters >= 9
}

/** Several words that are unknown as they are written, but known in the encoded form, are convincing. */
const isTransformed = (words: readonly Word[], encodedWords: ReadonlySet<string>): boolean => {
  const lastUses = new Map<string, number>()
  for (let at = 0; at < words.length; at++) {
    const word = words[at]?.text ?? ''
    if (!encodedWords.has(word) || isKnownWord(word)) continue
    lastUses.set(word, at)
    if (isConvincing(lastUses, at)) return true
  }
  return false
}

const WORD = /[\p{L}\d@$!']+/gu

/** Replaces the words that `transform` turns into known ones, and the short words beside them. */
const transformWords = (text: string, transform: (word: string) => string): string =>
  text.replace(WORD, (word) => {
    const lower = word.toLowerCase()
    return isClearWord(lower) && !isClearWord(transform(lower)) ? word : transform(word)
  })

/** Decoded parts of a text with these words. */
export const findEncodedText = (text: string, words: readonly Word[]): EncodedText[] => {
  const whole = { start: 0, end: text.length }
  const found = findEncodedRuns(text)
  if (isTransformed(words, getRotatedWords())) found.push({ text: transformWords(text, rotate13), ...whole })
  if (isTransformed(words, getReversedWords())) {
    found.push({ text: reverse(text), ...whole }, { text: transformWords(text, reverse), ...whole })
  }
  return found
}
