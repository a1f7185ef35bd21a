/**
 * VADER's score of a sentence (Hutto and Gilbert, 2014). The package of that name takes 3 ms for 1,000 characters: it builds 34
 * spellings of every word and scans all negations for each. This file implements the same rules over the package's lexicon;
 * vader.test.ts compares both implementations.
 */
import { lexicon } from 'vader-sentiment/src/vader_lexicon.js'
import { computeOnce } from '../compute-once.js'
import { forEachPart } from '../text/for-each-part.js'
import { BOOSTERS, DAMPENING, DAMPENING_PAIRS, IDIOMS, NEGATIONS } from './vader-words.js'

const getLexicon = computeOnce((): ReadonlyMap<string, number> => new Map(Object.entries(lexicon)))

const CAPITALS_BOOST = 0.733
const NEGATION_FACTOR = -0.74
const EXCLAMATION = 0.292
const MAX_EXCLAMATIONS = 4
const QUESTION = 0.18
const MANY_QUESTIONS = 0.96
/** VADER's normalization constant. */
const ALPHA = 15
/** A booster counts less the farther it is from the word. */
const DISTANCE_WEIGHTS = [1, 0.95, 0.9]

interface Word {
  text: string
  lower: string
  isUpper: boolean
  /** The entry of the lexicon, if there is one. */
  valence: number | undefined
}

/** Returns the compound score, from −1 to 1. */
export const scoreSentence = (sentence: string): number => {
  const words = splitWords(sentence)
  let upperCaseCount = 0
  for (const { isUpper } of words) if (isUpper) upperCaseCount++
  // Capitals are emphasis only if not all words are in capitals.
  const capitalsBoost = upperCaseCount > 0 && upperCaseCount < words.length ? CAPITALS_BOOST : 0
  const contrastIndex = findContrast(words)
  let sum = 0
  for (let at = 0; at < words.length; at++) {
    if (words[at]?.valence === undefined) continue
    sum +=
      getValence(words, at, capitalsBoost) *
      (at === contrastIndex ? 1 : at < contrastIndex ? 0.5 : contrastIndex === -1 ? 1 : 1.5)
  }
  if (sum !== 0) sum += Math.sign(sum) * getEmphasis(sentence)
  return Math.round((sum / Math.sqrt(sum * sum + ALPHA)) * 10_000) / 10_000
}

const MARKS = String.raw`(?:[.!?,;:'"-]|!!!?|\?\?\??|\?!\?!?|!\?!\??)`
const PLAIN = '[^!-/:-@[-`{-~]{2,}'
/** A punctuation mark at one end is not part of the word; other characters may form an emoticon. */
const MARKED = new RegExp(`^(?:${MARKS}(${PLAIN})|(${PLAIN})${MARKS})$`)

const SPACE = /\s/g

const splitWords = (sentence: string): Word[] => {
  const words: Word[] = []
  forEachPart(sentence, SPACE, (start, end) => {
    if (end - start > 1) words.push(toWord(sentence.slice(start, end)))
  })
  return words
}

// A few thousand words make up nearly every text.
const wordsByToken = new Map<string, Word>()
const MAX_CACHED_WORDS = 20_000
const MAX_CACHED_LENGTH = 40

const toWord = (token: string): Word => {
  const cached = wordsByToken.get(token)
  if (cached) return cached
  const match = MARKED.exec(token)
  const text = match?.[1] ?? match?.[2] ?? token
  const lower = text.toLowerCase()
  const isUpper = /[A-Z]/.test(text) && !/[a-z]/.test(text)
  const word = { text, lower, isUpper, valence: getLexicon().get(lower) }
  if (wordsByToken.size >= MAX_CACHED_WORDS) wordsByToken.clear()
  if (token.length <= MAX_CACHED_LENGTH) wordsByToken.set(token, word)
  return word
}

/** Words after "but" count more than words before it. */
const findContrast = (words: readonly Word[]): number => {
  const contrastIndex = words.findIndex(({ text }) => text === 'but')
  return contrastIndex === -1 ? words.findIndex(({ text }) => text === 'BUT') : contrastIndex
}

const getValence = (words: readonly Word[], at: number, capitalsBoost: number): number => {
  const word = words[at]
  if (word?.valence === undefined || BOOSTERS.has(word.lower)) return 0
  if (word.lower === 'kind' && words[at + 1]?.lower === 'of') return 0
  let { valence } = word
  if (word.isUpper) valence += valence > 0 ? capitalsBoost : -capitalsBoost
  for (let distance = 0; distance < DISTANCE_WEIGHTS.length; distance++) {
    const before = words[at - 1 - distance]
    if (before === undefined || before.valence !== undefined) continue
    valence += getBoost(before, valence, capitalsBoost) * (DISTANCE_WEIGHTS[distance] ?? 1)
    valence *= getNegationFactor(words, at, distance)
    if (distance === 2) valence = findIdiom(words, at) ?? valence
    if (distance === 2 && isDampened(words, at)) valence += DAMPENING
  }
  return followsLeast(words, at) ? valence * NEGATION_FACTOR : valence
}

const getBoost = ({ lower, isUpper }: Word, valence: number, capitalsBoost: number): number => {
  const step = BOOSTERS.get(lower)
  if (step === undefined) return 0
  const signed = valence < 0 ? -step : step
  if (!isUpper) return signed
  return valence > 0 ? signed + capitalsBoost : signed - capitalsBoost
}

const isNegation = (text: string | undefined): boolean =>
  text !== undefined && (NEGATIONS.has(text) || text.includes("n't"))
const isSoOrThis = (text: string | undefined): boolean => text === 'so' || text === 'this'

/** "never so good" is praise; every other negation inverts the word after it. */
const getNegationFactor = (words: readonly Word[], at: number, distance: number): number => {
  const isPraise = isSoOrThis(words[at - distance]?.text) && words[at - distance - 1]?.text === 'never'
  if (distance === 1 && isPraise) return 1.5
  if (distance === 2 && (isPraise || isSoOrThis(words[at - 1]?.text))) return 1.25
  return isNegation(words[at - distance - 1]?.text) ? NEGATION_FACTOR : 1
}

const joinWords = (words: readonly Word[], from: number, to: number): string =>
  words
    .slice(from, to)
    .map(({ text }) => text)
    .join(' ')

/** Where an idiom can be, relative to one of its words. */
const IDIOM_RANGES: readonly (readonly [from: number, to: number])[] = [
  [0, 3],
  [0, 2],
  [-1, 1],
  [-2, 1],
  [-2, 0],
  [-3, 0],
  [-3, -1],
]

/** Tries all positions of the word in an idiom; an idiom that continues after the word comes first. */
const findIdiom = (words: readonly Word[], at: number): number | undefined => {
  for (const [from, to] of IDIOM_RANGES) {
    const last = words[Math.min(at + to, words.length) - 1]
    if (!IDIOM_ENDS.has(last?.text ?? '')) continue
    const idiomValence = IDIOMS.get(joinWords(words, at + from, at + to))
    if (idiomValence !== undefined) return idiomValence
  }
  return undefined
}

/** The last words of the idioms. Most texts contain none of them, and joining words is slow. */
const IDIOM_ENDS: ReadonlySet<string> = new Set(
  Array.from(IDIOMS.keys(), (idiom) => idiom.split(' ').at(-1) ?? ''),
)

const isDampened = (words: readonly Word[], at: number): boolean =>
  isDampeningPair(words, at - 3) || isDampeningPair(words, at - 2)

const DAMPENING_ENDS: ReadonlySet<string> = new Set(
  Array.from(DAMPENING_PAIRS, (pair) => pair.split(' ')[1] ?? ''),
)
const isDampeningPair = (words: readonly Word[], from: number): boolean =>
  DAMPENING_ENDS.has(words[from + 1]?.text ?? '') && DAMPENING_PAIRS.has(joinWords(words, from, from + 2))

/** True for "least good", but not for "at least good". */
const followsLeast = (words: readonly Word[], at: number): boolean => {
  if (words[at - 1]?.lower !== 'least') return false
  const before = words[at - 2]?.lower
  return before !== 'at' && before !== 'very'
}

const countOccurrences = (text: string, sign: string): number => {
  let count = 0
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) count++
  return count
}

const getEmphasis = (sentence: string): number => {
  const questions = countOccurrences(sentence, '?')
  const questionEmphasis = questions < 2 ? 0 : questions > 3 ? MANY_QUESTIONS : questions * QUESTION
  return Math.min(countOccurrences(sentence, '!'), MAX_EXCLAMATIONS) * EXCLAMATION + questionEmphasis
}
