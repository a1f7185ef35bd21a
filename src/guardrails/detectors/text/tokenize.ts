/** Splits a text into words and undoes common evasions. The input of the lexical detectors. */
import { foldWords } from './fold.js'
import { toIdentityMapping, composeMappings, type MappedText } from './mapped-text.js'
import { normalizeText } from './normalize.js'
import { countInvisible } from './segments.js'

/** Offsets are those of the original text. */
export interface Word {
  readonly text: string
  /** The word with leetspeak ("h4te") and stretched letters undone; equal to `text` for ordinary words. */
  readonly plain: string
  readonly start: number
  readonly end: number
  /** True if a sentence or a line ends before this word. */
  readonly startsSentence: boolean
  /** True inside quotation marks. */
  readonly isQuoted: boolean
}

export interface TokenizedText {
  readonly words: readonly Word[]
  /** The folded text of the words. A long text is cut in the middle. */
  readonly folded: MappedText
  readonly invisibleCount: number
}

/** The number of units scanned at either end, so that the time for a text is bounded. */
export const SCANNED_PER_END = 65_536

/** Inserts a full stop at the cut, so that the two ends do not form one sentence. */
const cutMiddle = (text: string): MappedText => {
  const gap = text.length - 2 * SCANNED_PER_END
  if (gap <= 0) return toIdentityMapping(text)
  const toSourceOffset = (at: number): number => (at > SCANNED_PER_END ? at + gap - 1 : at)
  return {
    text: `${text.slice(0, SCANNED_PER_END)}.${text.slice(-SCANNED_PER_END)}`,
    toSourceRange: (start, end) => ({ start: toSourceOffset(start), end: toSourceOffset(end) }),
  }
}

const LEET = new Map([...'4a@a3e1i!i0o5s$s7t8b'.matchAll(/(.)(.)/g)].map((pair) => [pair[1], pair[2]]))
const LEET_SIGN = /[430157@$!8*]/
const ASCII_WORD = /[a-z0-9@$](?:[a-z0-9@$*]|'(?=[a-z])|!(?=[a-z]))*/g
const WORD = /[\p{L}\p{N}@$](?:[\p{L}\p{N}@$*]|'(?=\p{L})|!(?=\p{L}))*/gu
const BEYOND_ASCII = /[^\x00-\x7f]/
const ENDS_SENTENCE = /[.!?;\n\r\u3002\uff01\uff1f]/
const IS_STRETCHED = /(.)\1{2}/u
const STRETCHED = /(.)\1{2,}/gu

/** Replaces digits and signs by the letters they imitate if the word has letters: "h4te"; "401k" and "base64" stay. */
const toPlainWord = (token: string): string => {
  let plain = token
  if (LEET_SIGN.test(token) && /\p{L}/u.test(token) && !/^\d+\p{L}{1,2}$|^\p{L}+\d{2,}$/u.test(token)) {
    plain = Array.from(token, (sign) => LEET.get(sign) ?? sign).join('')
  }
  return IS_STRETCHED.test(plain) ? plain.replace(STRETCHED, '$1') : plain
}

const SPACED_OUT = /(?<![\p{L}\p{N}'])\p{L}(?:[ ._*-]{1,2}\p{L}(?![\p{L}\p{N}'])){2,40}/gu

/** Finds words with spaced letters ("k i l l"). An "i" in front of them is most likely a separate word. */
const findSpacedOutWords = (text: string): Map<number, number> => {
  const runs = new Map<number, number>()
  for (const match of text.matchAll(SPACED_OUT)) {
    const lead = /^i [a-z]/.test(match[0]) && match[0].length > 6 ? 2 : 0
    runs.set(match.index + lead, match.index + match[0].length)
  }
  return runs
}

/** Several guardrails check the same text one after the other, so the last result is cached, unless the text is long. */
let lastTokenized: { text: string; words: TokenizedText } | undefined
const MAX_CACHED_LENGTH = 10_000

export const tokenize = (text: string): TokenizedText => {
  if (lastTokenized?.text === text) return lastTokenized.words
  const words = tokenizeUncached(text)
  if (text.length <= MAX_CACHED_LENGTH) lastTokenized = { text, words }
  return words
}

const tokenizeUncached = (original: string): TokenizedText => {
  const ends = cutMiddle(original)
  const folded = foldWords(composeMappings(ends, normalizeText(ends.text)))
  const { text } = folded
  const runs = findSpacedOutWords(text)
  const words: Word[] = []
  let previousEnd = 0
  let isQuoted = false
  let skipUntil = 0
  for (const match of text.matchAll(BEYOND_ASCII.test(text) ? WORD : ASCII_WORD)) {
    const start = match.index
    if (start < skipUntil) continue
    const runEnd = runs.get(start)
    const end = runEnd ?? start + match[0].length
    skipUntil = end
    const token = runEnd === undefined ? match[0] : text.slice(start, end).replace(/[ ._*-]/g, '')
    let startsSentence = words.length === 0
    if (start - previousEnd !== 1 || text.charAt(previousEnd) !== ' ') {
      const between = text.slice(previousEnd, start)
      if (between.split('"').length % 2 === 0) isQuoted = !isQuoted
      // A line break ends a quotation, so that an unclosed one does not extend to the end of the text.
      if (between.includes('\n')) isQuoted = false
      startsSentence ||= ENDS_SENTENCE.test(between)
    }
    words.push({
      text: token,
      plain: toPlainWord(token),
      ...folded.toSourceRange(start, end),
      startsSentence,
      isQuoted,
    })
    previousEnd = end
  }
  return { words, folded, invisibleCount: countInvisible(ends.text) }
}
