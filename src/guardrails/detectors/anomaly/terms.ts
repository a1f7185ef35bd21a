import { toStem } from '../text/stem.js'
import { STOP_WORDS } from './stop-words.js'

/** A term and how much of the text is about it: 1 + ln(how often). */
export type Term = [term: string, weight: number]

const MAX_TERMS = 40
/** A reply says what it is about long before this; the time for a text of any length is bounded by it. */
const MAX_TEXT = 20_000
const MAX_WORD = 32

const WORD = /[\p{L}\p{M}\p{N}]+/gu
/** Scripts that do not part their words by spaces. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u
const NUMBER = /^\p{N}+$/u

/** The terms a text uses most, heaviest first; among equals the ones that come first in the text. */
export const extractTerms = (text: string): Term[] => {
  const counts = new Map<string, number>()
  for (const [word] of text.slice(0, MAX_TEXT).toLowerCase().matchAll(WORD)) {
    for (const term of toTerms(word)) counts.set(term, (counts.get(term) ?? 0) + 1)
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MAX_TERMS)
    .map(([term, count]) => [term, Math.round((1 + Math.log(count)) * 1000) / 1000])
}

const toTerms = (word: string): string[] => {
  if (UNSPACED.test(word)) return toBigrams(word)
  if (word.length < 2 || word.length > MAX_WORD || STOP_WORDS.has(word) || NUMBER.test(word)) return []
  return [toStem(word)]
}

/** Pairs of neighbours stand in for words where nothing marks a word's end. */
const toBigrams = (run: string): string[] => {
  const characters = Array.from(run)
  if (characters.length === 1) return characters
  return characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`)
}
