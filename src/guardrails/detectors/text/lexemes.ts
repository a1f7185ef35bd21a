/**
 * What the tokenizer knows about a written word. A few thousand words make up nearly every text, so the results are cached. Words
 * of all texts share the strings of the cache, which makes later lookups of the same word cheap.
 */
import { computeOnce } from '../compute-once.js'
import { getKnownWords, splitIntoKnownWords } from './known-words.js'
import { toPlainWord } from './plain-word.js'

export interface Lexeme {
  readonly text: string
  /** The word with leetspeak and stretched letters undone; equal to `text` for ordinary words. */
  readonly plain: string
  readonly isKnown: boolean
  /** True if a known word starts with `text`. */
  readonly startsKnownWord: boolean
  /** The words of "ignoreallrules"; undefined if it is one word. */
  readonly gluedWords: readonly string[] | undefined
}

const MIN_GLUED = 12

const splitGlued = (token: string, plain: string): string[] | undefined => {
  const words = plain.length === token.length ? splitIntoKnownWords(plain) : undefined
  return words && words.length > 1 && words.length * 3 <= plain.length ? words : undefined
}

const getPrefixes = computeOnce((): ReadonlySet<string> => {
  const prefixes = new Set<string>()
  for (const word of getKnownWords())
    for (let length = 1; length <= word.length; length++) prefixes.add(word.slice(0, length))
  return prefixes
})

const lexemes = new Map<string, Lexeme>()
const MAX_CACHED = 20_000
const MAX_CACHED_LENGTH = 40

export const getLexeme = (token: string): Lexeme => {
  const cached = lexemes.get(token)
  if (cached) return cached
  const plain = toPlainWord(token)
  const isKnown = getKnownWords().has(token)
  const lexeme: Lexeme = {
    text: token,
    plain: plain === token ? token : plain,
    isKnown,
    startsKnownWord: getPrefixes().has(token),
    gluedWords: token.length >= MIN_GLUED && !isKnown ? splitGlued(token, plain) : undefined,
  }
  if (lexemes.size >= MAX_CACHED) lexemes.clear()
  if (token.length <= MAX_CACHED_LENGTH) lexemes.set(token, lexeme)
  return lexeme
}
