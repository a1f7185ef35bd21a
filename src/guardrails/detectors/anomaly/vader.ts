/**
 * VADER's score of a sentence (Hutto and Gilbert, 2014). The package of that name takes 3 ms for a thousand characters:
 * it builds 34 spellings of every word and goes through all negations for each. The rules are written anew here, over the
 * package's lexicon; vader.test.ts holds the two against each other.
 */
import { lexicon } from 'vader-sentiment/src/vader_lexicon.js'
import { BOOSTERS, DAMPENED, DAMPENING_PAIRS, IDIOMS, NEGATIONS } from './vader-words.js'

const LEXICON: ReadonlyMap<string, number> = new Map(Object.entries(lexicon))

const CAPITALS = 0.733
const NEGATED = -0.74
const EXCLAMATION = 0.292
const MOST_EXCLAMATIONS = 4
const QUESTION = 0.18
const MANY_QUESTIONS = 0.96
/** The most that a sum is expected to be. */
const ALPHA = 15
/** A booster counts less the farther it is from its word. */
const FADING = [1, 0.95, 0.9]

interface Word {
  text: string
  lower: string
  isUpper: boolean
}

/** −1 to 1. */
export const compoundOf = (sentence: string): number => {
  const words = wordsOf(sentence)
  const raised = words.filter(({ isUpper }) => isUpper).length
  // Capitals mean something only where not all is in capitals.
  const capitals = raised > 0 && raised < words.length ? CAPITALS : 0
  const turn = turnOf(words)
  let sum = 0
  for (let at = 0; at < words.length; at++) {
    sum += valenceAt(words, at, capitals) * (at === turn ? 1 : at < turn ? 0.5 : turn === -1 ? 1 : 1.5)
  }
  if (sum !== 0) sum += Math.sign(sum) * emphasisOf(sentence)
  return Math.round((sum / Math.sqrt(sum * sum + ALPHA)) * 10_000) / 10_000
}

const MARKS = String.raw`(?:[.!?,;:'"-]|!!!?|\?\?\??|\?!\?!?|!\?!\??)`
const PLAIN = '[^!-/:-@[-`{-~]{2,}'
/** One mark before or after a word is none of it; other signs may make a face. */
const MARKED = new RegExp(`^(?:${MARKS}(${PLAIN})|(${PLAIN})${MARKS})$`)

const wordsOf = (sentence: string): Word[] => {
  const words: Word[] = []
  for (const token of sentence.split(/\s/)) {
    if (token.length < 2) continue
    const found = MARKED.exec(token)
    const text = found?.[1] ?? found?.[2] ?? token
    words.push({ text, lower: text.toLowerCase(), isUpper: /[A-Z]/.test(text) && !/[a-z]/.test(text) })
  }
  return words
}

/** What is said after "but" counts more than what is said before. */
const turnOf = (words: readonly Word[]): number => {
  const turn = words.findIndex(({ text }) => text === 'but')
  return turn === -1 ? words.findIndex(({ text }) => text === 'BUT') : turn
}

const valenceAt = (words: readonly Word[], at: number, capitals: number): number => {
  const word = words[at]
  const known = word === undefined ? undefined : LEXICON.get(word.lower)
  if (word === undefined || known === undefined || BOOSTERS.has(word.lower)) return 0
  if (word.lower === 'kind' && words[at + 1]?.lower === 'of') return 0
  let valence = known
  if (word.isUpper) valence += valence > 0 ? capitals : -capitals
  for (let distance = 0; distance < FADING.length; distance++) {
    const before = words[at - 1 - distance]
    if (before === undefined || LEXICON.has(before.lower)) continue
    valence += boostOf(before, valence, capitals) * (FADING[distance] ?? 1)
    valence *= negationAt(words, at, distance)
    if (distance === 2) valence = idiomAt(words, at) ?? valence
    if (distance === 2 && isDampened(words, at)) valence += DAMPENED
  }
  return isLeast(words, at) ? valence * NEGATED : valence
}

const boostOf = ({ lower, isUpper }: Word, valence: number, capitals: number): number => {
  const step = BOOSTERS.get(lower)
  if (step === undefined) return 0
  const signed = valence < 0 ? -step : step
  if (!isUpper) return signed
  return valence > 0 ? signed + capitals : signed - capitals
}

const isNegation = (text: string | undefined): boolean =>
  text !== undefined && (NEGATIONS.has(text) || text.includes("n't"))
const isSoOrThis = (text: string | undefined): boolean => text === 'so' || text === 'this'

/** "never so good" is praise; any other negation turns what is behind it around. */
const negationAt = (words: readonly Word[], at: number, distance: number): number => {
  const before = (back: number): string | undefined => words[at - back]?.text
  if (distance === 1 && before(2) === 'never' && isSoOrThis(before(1))) return 1.5
  if (distance === 2 && ((before(3) === 'never' && isSoOrThis(before(2))) || isSoOrThis(before(1))))
    return 1.25
  return isNegation(before(distance + 1)) ? NEGATED : 1
}

const phrase = (words: readonly Word[], from: number, to: number): string =>
  words
    .slice(from, to)
    .map(({ text }) => text)
    .join(' ')

/** Where the word stands in its idiom, from the end to the start; one that goes on behind it comes first. */
const idiomAt = (words: readonly Word[], at: number): number | undefined => {
  const places: [from: number, to: number][] = [
    [at, at + 3],
    [at, at + 2],
    [at - 1, at + 1],
    [at - 2, at + 1],
    [at - 2, at],
    [at - 3, at],
    [at - 3, at - 1],
  ]
  for (const [from, to] of places) {
    const known = IDIOMS.get(phrase(words, from, to))
    if (known !== undefined) return known
  }
  return undefined
}

const isDampened = (words: readonly Word[], at: number): boolean =>
  DAMPENING_PAIRS.has(phrase(words, at - 3, at - 1)) || DAMPENING_PAIRS.has(phrase(words, at - 2, at))

/** "least good", but not "at least good". */
const isLeast = (words: readonly Word[], at: number): boolean => {
  if (words[at - 1]?.lower !== 'least') return false
  const before = words[at - 2]?.lower
  return before !== 'at' && before !== 'very'
}

const countOf = (text: string, sign: string): number => text.split(sign).length - 1

const emphasisOf = (sentence: string): number => {
  const questions = countOf(sentence, '?')
  const asked = questions < 2 ? 0 : questions > 3 ? MANY_QUESTIONS : questions * QUESTION
  return Math.min(countOf(sentence, '!'), MOST_EXCLAMATIONS) * EXCLAMATION + asked
}
