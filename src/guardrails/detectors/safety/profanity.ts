import { computeOnce } from '../compute-once.js'
import type { Word } from '../text/tokenize.js'
import { makeEvidence, type CategoryScore } from './evidence.js'
import { MILD_WORDS, NOT_PROFANE, PROFANE_STEMS, PROFANE_WORDS } from './vocabulary/profanity.js'

const STRONG_WEIGHT = 0.85
const MILD_WEIGHT = 0.35
const MIN_STEM = 4

const getLists = computeOnce(() => {
  const split = (list: string): string[] => list.split(' ')
  return {
    stems: new RegExp(`(?:${split(PROFANE_STEMS).join('|')})`),
    words: new Set(split(PROFANE_WORDS)),
    mild: new Set(split(MILD_WORDS)),
    ordinary: new Set(split(NOT_PROFANE)),
    // "f**k", "sh*t": the stars stand for letters, the first letter and the length stay.
    censored: split(`${PROFANE_STEMS} ${PROFANE_WORDS}`).filter(({ length }) => length >= MIN_STEM),
  }
})

const isCensored = (text: string): boolean => {
  if (!/^[a-z]+\*+[a-z]*$|^[a-z]\*+$/.test(text) || text.length < MIN_STEM) return false
  return getLists().censored.some(
    (word) =>
      text.length >= word.length &&
      Array.from(word).every((letter, at) => text.charAt(at) === letter || text.charAt(at) === '*') &&
      /^(?:s|ed|er|ers|ing|in|y|ty)?$/.test(text.slice(word.length)),
  )
}

// A few thousand words make up nearly every text.
const weights = new Map<string, number>()
const MAX_CACHED_WORDS = 20_000
const MAX_CACHED_LENGTH = 40

const getWeight = (plain: string, text: string): number => {
  // The stars of a censored word are in `text` only.
  if (text.includes('*')) return computeWeight(plain, text)
  const cached = weights.get(plain)
  if (cached !== undefined) return cached
  const weight = computeWeight(plain, text)
  if (weights.size >= MAX_CACHED_WORDS) weights.clear()
  if (plain.length <= MAX_CACHED_LENGTH) weights.set(plain, weight)
  return weight
}

const computeWeight = (plain: string, text: string): number => {
  const { stems, words, mild, ordinary } = getLists()
  const word = plain.replaceAll("'", '')
  if (mild.has(word)) return MILD_WEIGHT
  if (words.has(word)) return STRONG_WEIGHT
  if (word.length >= MIN_STEM && stems.test(word) && !ordinary.has(word)) return STRONG_WEIGHT
  return text.includes('*') && isCensored(text) ? STRONG_WEIGHT : 0
}

/** Scores swear words and vulgar words, also those that address no person. */
export const scoreProfanity = (words: readonly Word[]): CategoryScore => {
  const evidence = makeEvidence('profanity')
  for (const word of words) {
    const weight = getWeight(word.plain, word.text)
    if (weight > 0) evidence.add(weight, { start: word.start, end: word.end })
  }
  return evidence.toScore()
}
