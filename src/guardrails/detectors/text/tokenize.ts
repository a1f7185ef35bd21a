/** Splits a text into words and undoes common evasions. The input of the lexical detectors. */
import { foldWords } from './fold.js'
import { isKnownWord, splitIntoKnownWords } from './known-words.js'
import { composeMappings, type MappedText } from './mapped-text.js'
import { removeMarkup } from './markup.js'
import { normalizeText } from './normalize.js'
import { isImitation, toPlainWord, toShortWord } from './plain-word.js'
import { countInvisible } from './segments.js'
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

const ASCII_WORD = /[a-z0-9@$](?:[a-z0-9@$*]|'(?=[a-z])|[!|+(](?=[a-z0-9@$]))*|[!|](?=[a-z0-9])[a-z0-9@$*]+/g
const WORD =
  /[\p{L}\p{N}@$€£](?:[\p{L}\p{N}\p{M}@$*€£]|'(?=\p{L})|[!|+(](?=[\p{L}\p{N}@$]))*|[!|](?=[\p{L}\p{N}])[\p{L}\p{N}@$*]+/gu
const BEYOND_ASCII = /[^\x00-\x7f]/

interface Draft {
  text: string
  /** Offsets in the folded text. */
  from: number
  to: number
  lineBreak: LineBreak
  isQuoted: boolean
}

/** Lines and quotation marks between two words. */
const readGap = (gap: string, wasQuoted: boolean): Pick<Draft, 'lineBreak' | 'isQuoted'> => {
  // A line break ends a quotation, so that an unclosed one does not extend to the end of the text.
  const isQuoted = !gap.includes('\n') && (gap.split('"').length % 2 === 0 ? !wasQuoted : wasQuoted)
  if (/[.!?;\u3002\uff01\uff1f\u0964\u061f]/.test(gap)) return { lineBreak: 'sentence', isQuoted }
  const lines = gap.split(/\r\n|[\n\r\u2028\u2029\v\f]/).length - 1
  if (lines === 0) return { lineBreak: 'none', isQuoted }
  const isMarked = lines > 1 || /[\n\r][ \t]*(?:[-+>#|•]|\*[ \t])/.test(gap) || /[:)}\]|]/.test(gap)
  return { lineBreak: isMarked ? 'paragraph' : 'line', isQuoted }
}

const MIN_GLUED = 12

/** Splits words that are run together ("ignoreallrules"). */
const splitGlued = (token: string): string[] | undefined => {
  const plain = toPlainWord(token)
  const words = plain.length === token.length ? splitIntoKnownWords(plain) : undefined
  return words && words.length > 1 && words.length * 3 <= plain.length ? words : undefined
}

const JOINING_GAP = /^(?:[^\s\p{L}\p{N}"']{0,2}|-\s{1,2})$/u
const MAX_PARTS = 4

/** Joins the parts of a word that is split by a sign or a space ("ig-nore", "instruc-\ntions", "prev ious"). */
const joinParts = (drafts: readonly Draft[], text: string): Draft[] => {
  const joined: Draft[] = []
  for (let at = 0; at < drafts.length; at++) {
    const draft = drafts[at]
    if (!draft) break
    let best: { word: string; count: number } | undefined
    let word = draft.text
    let allKnown = isKnownWord(draft.text)
    for (let count = 1; count < MAX_PARTS && word.length <= 20; count++) {
      const [left, right] = [drafts[at + count - 1], drafts[at + count]]
      if (!left || !right || right.from - left.to > 3 || right.isQuoted !== left.isQuoted) break
      const gap = text.slice(left.to, right.from)
      const isSpace = gap === ' '
      if (isSpace ? count > 1 : !JOINING_GAP.test(gap)) break
      if (isSpace && isKnownWord(left.text) && isKnownWord(right.text)) break
      word += right.text
      allKnown &&= isKnownWord(right.text)
      if (!allKnown && word.length >= (isSpace ? 6 : 4) && isKnownWord(word)) best = { word, count }
    }
    const last = best && drafts[at + best.count]
    if (best && last) {
      joined.push({ ...draft, text: best.word, to: last.to })
      at += best.count
    } else joined.push(draft)
  }
  return joined
}

const collectDrafts = (text: string): Draft[] => {
  const spaced = findSpacedWords(text, toPlainWord)
  const drafts: Draft[] = []
  let previousEnd = 0
  let isQuoted = false
  let skipUntil = 0
  const add = (token: string, from: number, to: number): void => {
    const isPlainGap = from - previousEnd === 1 && text.charAt(previousEnd) === ' '
    const gap = isPlainGap
      ? { lineBreak: 'none' as const, isQuoted }
      : readGap(text.slice(previousEnd, from), isQuoted)
    drafts.push({ text: token, from, to, ...gap })
    isQuoted = gap.isQuoted
    previousEnd = to
  }
  for (const match of text.matchAll(BEYOND_ASCII.test(text) ? WORD : ASCII_WORD)) {
    const from = match.index
    if (from < skipUntil) continue
    const run = spaced.get(from)
    if (run) {
      for (const word of run.words) add(word.text, word.start, word.end)
      skipUntil = run.end
      continue
    }
    // Stars after a word are emphasis or a footnote, unless they replace letters ("f***").
    const token = match[0].length > 4 ? match[0].replace(/\*+$/, '') : match[0]
    const glued = token.length >= MIN_GLUED && !isKnownWord(token) ? splitGlued(token) : undefined
    if (!glued) add(token, from, from + token.length)
    let at = from
    for (const word of glued ?? []) {
      add(word, at, at + word.length)
      at += word.length
    }
  }
  return joinParts(drafts, text)
}

/** In a text in leetspeak, short tokens are words, too. One or two imitations can be chance. */
const MIN_IMITATIONS = 2

const toPlainWords = (tokens: readonly string[]): string[] => {
  const plains = tokens.map(toPlainWord)
  const imitations = tokens.filter((token, at) => isImitation(token, plains[at] ?? token)).length
  return imitations < MIN_IMITATIONS ? plains : plains.map(toShortWord)
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
  const plains = toPlainWords(drafts.map(({ text }) => text))
  const words = drafts.map((draft, at): Word => ({
    text: draft.text,
    plain: plains[at] ?? draft.text,
    ...folded.toSourceRange(draft.from, draft.to),
    startsSentence: starts[at] ?? false,
    isQuoted: draft.isQuoted && isQuotation,
  }))
  return { words, folded, invisibleCount: countInvisible(bare.text) }
}
