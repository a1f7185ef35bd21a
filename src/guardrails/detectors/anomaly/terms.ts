import { forEachPart } from '../text/for-each-part.js'
import { isAscii } from '../text/segments.js'
import { toStem } from '../text/stem.js'
import { STOP_WORDS } from './stop-words.js'

/** A term and its weight in the text: 1 + ln(frequency). */
export type Term = [term: string, weight: number]

const MAX_TERMS = 40
/** The maximum text length in units: enough to see the topic, and it bounds the time. */
const MAX_TEXT = 20_000
const MAX_WORD = 32

const SEPARATOR = /[^\p{L}\p{M}\p{N}]/gu
const ASCII_SEPARATOR = /[^a-z0-9]/g
/** Scripts that do not separate words by spaces. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u
const NUMBER = /^\p{N}+$/u

/** The most frequent terms of a text; among equals, in the order of the text. */
export const extractTerms = (text: string): Term[] => {
  const counts = new Map<string, number>()
  const lower = text.slice(0, MAX_TEXT).toLowerCase()
  forEachPart(lower, isAscii(lower) ? ASCII_SEPARATOR : SEPARATOR, (start, end) => {
    for (const term of toTerms(lower.slice(start, end))) counts.set(term, (counts.get(term) ?? 0) + 1)
  })
  return selectMostFrequent(counts)
}

/** Hardly any text has more than ten different counts, so that this takes less time and memory than sorting all terms. */
const selectMostFrequent = (counts: ReadonlyMap<string, number>): Term[] => {
  const terms: Term[] = []
  for (const count of [...new Set(counts.values())].sort((a, b) => b - a)) {
    const weight = Math.round((1 + Math.log(count)) * 1000) / 1000
    counts.forEach((each, term) => {
      if (each === count && terms.length < MAX_TERMS) terms.push([term, weight])
    })
    if (terms.length === MAX_TERMS) break
  }
  return terms
}

// A few thousand words make up nearly every text.
const termsByWord = new Map<string, readonly string[]>()
const MAX_CACHED_WORDS = 20_000

const toTerms = (word: string): readonly string[] => {
  const cached = termsByWord.get(word)
  if (cached) return cached
  const terms = toTermsUncached(word)
  if (termsByWord.size >= MAX_CACHED_WORDS) termsByWord.clear()
  if (word.length <= MAX_WORD) termsByWord.set(word, terms)
  return terms
}

const toTermsUncached = (word: string): string[] => {
  if (UNSPACED.test(word)) return toBigrams(word)
  if (word.length < 2 || word.length > MAX_WORD || STOP_WORDS.has(word) || NUMBER.test(word)) return []
  return [toStem(word)]
}

/** Scripts without spaces are split into character bigrams instead of words. */
const toBigrams = (run: string): string[] => {
  const characters = Array.from(run)
  if (characters.length === 1) return characters
  return characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`)
}
