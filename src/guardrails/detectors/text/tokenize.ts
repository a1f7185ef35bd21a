/** Splits a text into words and undoes common evasions. The input of the lexical detectors. */
import { endsWithSurrogatePair } from './code-points.js'
import { foldWords } from './fold.js'
import { isKnownWord } from './known-words.js'
import { getLexeme, type Lexeme } from './lexemes.js'
import { composeMappings, type MappedText } from './mapped-text.js'
import { removeMarkup } from './markup.js'
import { normalizeText } from './normalize.js'
import { isImitation, toPlainWord, toShortWord } from './plain-word.js'
import { countInvisible, isAscii } from './segments.js'
import { markSentences, type LineBreak } from './sentence-breaks.js'
import { findSpacedWords } from './spaced-letters.js'

/** Offsets are those of the original text. */
export interface Word {
  readonly text: string
  /** The word with leetspeak ("h4te") and stretched letters undone; equal to `text` for ordinary words. */
  readonly plain: string
  readonly start: number
  readonly end: number
  /** True if a sentence ends before this word. A line break alone does not end a sentence. */
  readonly startsSentence: boolean
  /** True if the word is inside quotation marks. It is false if the whole text is quoted, because then the text quotes no other speaker. */
  readonly isQuoted: boolean
}

export interface TokenizedText {
  readonly words: readonly Word[]
  readonly folded: MappedText
  readonly invisibleCount: number
}

interface WordPattern {
  /** The first character of a word. */
  start: RegExp
  /** A word, at a given offset. */
  word: RegExp
}

const ASCII_WORD: WordPattern = {
  start: /[a-z0-9@$]|[!|](?=[a-z0-9])/g,
  word: /[a-z0-9@$](?:[a-z0-9@$*]|'(?=[a-z])|[!|+(](?=[a-z0-9@$]))*|[!|][a-z0-9@$*]+/y,
}
const UNICODE_WORD: WordPattern = {
  start: /[\p{L}\p{N}@$€£]|[!|](?=[\p{L}\p{N}])/gu,
  word: /[\p{L}\p{N}@$€£](?:[\p{L}\p{N}\p{M}@$*€£]|'(?=\p{L})|[!|+(](?=[\p{L}\p{N}@$]))*|[!|][\p{L}\p{N}@$*]+/uy,
}

interface Draft {
  lexeme: Lexeme
  /** Offsets in the folded text. */
  from: number
  to: number
  lineBreak: LineBreak
  isQuoted: boolean
}

/** What is between two words. */
interface Gap {
  lineBreak: LineBreak
  hasNewline: boolean
  /** True if a quotation starts or ends in the gap, but not both. */
  togglesQuotation: boolean
}

const readLineBreak = (gap: string): LineBreak => {
  if (/[.!?;\u3002\uff01\uff1f\u0964\u061f]/.test(gap)) return 'sentence'
  const lines = gap.split(/\r\n|[\n\r\u2028\u2029\v\f]/).length - 1
  if (lines === 0) return 'none'
  const isMarked = lines > 1 || /[\n\r][ \t]*(?:[-+>#|•]|\*[ \t])/.test(gap) || /[:)}\]|]/.test(gap)
  return isMarked ? 'paragraph' : 'line'
}

// A few gaps such as ", " and ".\n" occur in nearly every text.
const gaps = new Map<string, Gap>()
const MAX_CACHED_GAPS = 1_000
const MAX_CACHED_GAP_LENGTH = 8

const readGap = (gap: string): Gap => {
  const cached = gaps.get(gap)
  if (cached) return cached
  const result: Gap = {
    lineBreak: readLineBreak(gap),
    hasNewline: gap.includes('\n'),
    togglesQuotation: gap.split('"').length % 2 === 0,
  }
  if (gaps.size >= MAX_CACHED_GAPS) gaps.clear()
  if (gap.length <= MAX_CACHED_GAP_LENGTH) gaps.set(gap, result)
  return result
}

const JOINING_GAP = /^(?:[^\s\p{L}\p{N}"']{0,2}|-\s{1,2})$/u
const MAX_PARTS = 4
const MAX_JOINED = 20

/** Finds the longest known word that starts with the part at `at` and continues in the parts after it. */
const findJoined = (
  drafts: readonly Draft[],
  at: number,
  text: string,
): { word: string; last: number } | undefined => {
  const first = drafts[at]
  if (!first?.lexeme.startsKnownWord) return undefined
  let best: { word: string; last: number } | undefined
  let word = first.lexeme.text
  let allKnown = first.lexeme.isKnown
  for (let count = 1; count < MAX_PARTS && word.length <= MAX_JOINED; count++) {
    const [left, right] = [drafts[at + count - 1], drafts[at + count]]
    if (!left || !right || right.from - left.to > 3 || right.isQuoted !== left.isQuoted) break
    const isSpace = right.from - left.to === 1 && text.charAt(left.to) === ' '
    if (isSpace && (count > 1 || (left.lexeme.isKnown && right.lexeme.isKnown))) break
    if (!isSpace && !JOINING_GAP.test(text.slice(left.to, right.from))) break
    word += right.lexeme.text
    allKnown &&= right.lexeme.isKnown
    if (!allKnown && word.length >= (isSpace ? 6 : 4) && isKnownWord(word)) best = { word, last: at + count }
  }
  return best
}

/** Joins the parts of a word that is split by a sign or a space ("ig-nore", "instruc-\ntions", "prev ious"). */
const joinParts = (drafts: Draft[], text: string): void => {
  let count = 0
  for (let at = 0; at < drafts.length; at++) {
    const draft = drafts[at]
    if (!draft) break
    const found = findJoined(drafts, at, text)
    const last = found && drafts[found.last]
    if (found && last) {
      draft.lexeme = getLexeme(found.word)
      draft.to = last.to
      at = found.last
    }
    drafts[count++] = draft
  }
  drafts.length = count
}

/**
 * Calls `visit` with the range of each word. `test` moves `lastIndex` without allocating a match, which `exec` does for every
 * word.
 */
const forEachWord = (text: string, visit: (from: number, to: number) => void): void => {
  const { start, word } = isAscii(text) ? ASCII_WORD : UNICODE_WORD
  start.lastIndex = 0
  while (start.test(text)) {
    const from = start.lastIndex - (endsWithSurrogatePair(text, start.lastIndex) ? 2 : 1)
    word.lastIndex = from
    if (!word.test(text)) break
    start.lastIndex = word.lastIndex
    visit(from, word.lastIndex)
  }
}

const collectDrafts = (text: string): Draft[] => {
  const spaced = findSpacedWords(text, toPlainWord)
  const drafts: Draft[] = []
  let previousEnd = 0
  let isQuoted = false
  let skipUntil = 0
  const add = (lexeme: Lexeme, from: number, to: number): void => {
    let lineBreak: LineBreak = 'none'
    if (from - previousEnd !== 1 || text.charAt(previousEnd) !== ' ') {
      const gap = readGap(text.slice(previousEnd, from))
      lineBreak = gap.lineBreak
      // A line break ends a quotation, so that an unclosed one does not extend to the end of the text.
      isQuoted = !gap.hasNewline && isQuoted !== gap.togglesQuotation
    }
    drafts.push({ lexeme, from, to, lineBreak, isQuoted })
    previousEnd = to
  }
  forEachWord(text, (from, to) => {
    if (from < skipUntil) return
    const run = spaced.get(from)
    if (run) {
      for (const word of run.words) add(getLexeme(word.text), word.start, word.end)
      skipUntil = run.end
      return
    }
    const lexeme = getLexeme(removeTrailingStars(text.slice(from, to)))
    if (!lexeme.gluedWords) {
      add(lexeme, from, from + lexeme.text.length)
      return
    }
    let at = from
    for (const word of lexeme.gluedWords) {
      add(getLexeme(word), at, at + word.length)
      at += word.length
    }
  })
  joinParts(drafts, text)
  return drafts
}

/** Stars after a word are emphasis or a footnote, unless they replace letters ("f***"). */
const removeTrailingStars = (written: string): string =>
  written.length > 4 && written.endsWith('*') ? written.replace(/\*+$/, '') : written

/** In a text in leetspeak, short tokens are words, too. One or two imitations can be chance. */
const MIN_IMITATIONS = 2

const isLeetspeak = (drafts: readonly Draft[]): boolean => {
  let imitations = 0
  for (const { lexeme } of drafts) if (isImitation(lexeme.text, lexeme.plain)) imitations++
  return imitations >= MIN_IMITATIONS
}

/** Several guardrails check the same text one after the other, so the last result is cached, unless the text is long. */
let lastTokenized: { text: string; words: TokenizedText } | undefined
const MAX_CACHED_LENGTH = 20_000

export const tokenize = (text: string): TokenizedText => {
  if (lastTokenized?.text === text) return lastTokenized.words
  const words = tokenizeUncached(text)
  if (text.length <= MAX_CACHED_LENGTH) lastTokenized = { text, words }
  return words
}

const tokenizeUncached = (original: string): TokenizedText => {
  const bare = removeMarkup(original)
  const folded = foldWords(composeMappings(bare, normalizeText(bare.text)))
  const drafts = collectDrafts(folded.text)
  const isQuotation = drafts.some(({ isQuoted }) => !isQuoted)
  const starts = markSentences(drafts.map(({ lineBreak }) => lineBreak))
  const readsShortWords = isLeetspeak(drafts)
  const words = drafts.map(({ lexeme, from, to, isQuoted }, at): Word => {
    const { start, end } = folded.toSourceRange(from, to)
    return {
      text: lexeme.text,
      plain: readsShortWords ? toShortWord(lexeme.plain) : lexeme.plain,
      start,
      end,
      startsSentence: starts[at] ?? false,
      isQuoted: isQuoted && isQuotation,
    }
  })
  return { words, folded, invisibleCount: countInvisible(bare.text) }
}
