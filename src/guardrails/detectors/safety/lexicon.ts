import { computeOnce } from '../compute-once.js'
import { getNounForms, getVerbForms } from './inflect.js'
import * as hate from './vocabulary/hate.js'
import { INSULTS, SWEARING } from './vocabulary/insults.js'
import { DISTRESS_WORDS, SELF_HARM_TRIGGERS } from './vocabulary/self-harm.js'
import { CLINICAL, SEXUAL_WORDS, YOUNG } from './vocabulary/sexual.js'
import * as violence from './vocabulary/violence.js'

/** The tags of a word, as bits: one word often has several. */
export const TAG = {
  group: 1,
  groupAdjective: 2,
  people: 4,
  slur: 8,
  derogatory: 16,
  dehumanizing: 32,
  hating: 64,
  excluding: 128,
  praising: 256,
  rejecting: 512,
  saying: 1024,
  attacking: 2048,
  everyday: 4096,
  graphic: 8192,
  violentNoun: 16384,
  person: 32768,
  fiction: 65536,
  insult: 131072,
  swearing: 262144,
  sexual: 524288,
  selfHarm: 1048576,
  negation: 2097152,
  secondPerson: 4194304,
  thirdPerson: 8388608,
  firstPerson: 16777216,
  clinical: 33554432,
  young: 67108864,
  distress: 134217728,
} as const

const tags = new Map<string, number>()
const slurWeights = new Map<string, number>()

const add = (tag: number, words: Iterable<string>): void => {
  for (const word of words) tags.set(word, (tags.get(word) ?? 0) | tag)
}
const splitWords = (text: string): string[] => text.split(' ')

add(TAG.group, splitWords(hate.GROUP_NOUNS).flatMap(getNounForms))
add(TAG.groupAdjective, splitWords(hate.GROUP_ADJECTIVES))
add(TAG.people, splitWords(hate.PEOPLE_NOUNS).flatMap(getNounForms))
for (const [word, weight] of Object.entries(hate.SLURS)) {
  add(TAG.slur, getNounForms(word))
  for (const form of getNounForms(word)) slurWeights.set(form, weight)
}
add(TAG.derogatory, splitWords(hate.DEROGATORY).flatMap(getNounForms))
add(TAG.dehumanizing, splitWords(hate.DEHUMANIZING).flatMap(getNounForms))
add(TAG.hating, splitWords(hate.HATING).flatMap(getVerbForms))
add(TAG.excluding, splitWords(hate.EXCLUDING).flatMap(getVerbForms))
add(TAG.praising, splitWords(hate.PRAISING).flatMap(getVerbForms))
add(TAG.rejecting, splitWords(hate.REJECTING))
add(TAG.saying, splitWords(hate.SAYING))
add(TAG.attacking, splitWords(violence.ATTACKING_VERBS).flatMap(getVerbForms))
add(TAG.attacking, splitWords(violence.ATTACKING_FORMS))
add(TAG.everyday, splitWords(violence.EVERYDAY_VERBS).flatMap(getVerbForms))
add(TAG.graphic, splitWords(violence.GRAPHIC))
add(TAG.violentNoun, splitWords(violence.VIOLENT_NOUNS))
add(TAG.person, splitWords(violence.PERSON_WORDS))
add(TAG.fiction, splitWords(violence.FICTION).flatMap(getNounForms))
add(TAG.insult, splitWords(INSULTS).flatMap(getNounForms))
add(TAG.swearing, splitWords(SWEARING))
add(TAG.sexual, Object.keys(SEXUAL_WORDS))
add(TAG.selfHarm, splitWords(SELF_HARM_TRIGGERS))
add(TAG.distress, Object.keys(DISTRESS_WORDS))
add(TAG.clinical, splitWords(CLINICAL))
add(TAG.young, splitWords(YOUNG))
add(
  TAG.negation,
  splitWords(
    'not no never nobody none nor without cannot cant dont doesnt didnt isnt arent wasnt werent wont wouldnt shouldnt couldnt aint hardly neither nothing',
  ),
)
add(TAG.secondPerson, splitWords('you your youre yours yourself u ur ya youll youve yall'))
add(TAG.thirdPerson, splitWords('they them their theyre theyll theyve those these themselves'))
add(TAG.firstPerson, splitWords('we us our ourselves i im ive myself my me mine were'))

const alwaysPeople = new Set(splitWords(hate.ALWAYS_PEOPLE))
const filth = new Set(splitWords(hate.FILTH).flatMap(getNounForms))

export const isAlwaysPeople = (word: string): boolean => alwaysPeople.has(word)
export const isFilth = (word: string): boolean => filth.has(word)

/** Every word with a tag, for the undoing of evasions. */
export const getKnownForms = (): Iterable<string> => tags.keys()

const getTags = (word: string): number => tags.get(word) ?? 0
export const getSlurWeight = (word: string): number => slurWeights.get(word) ?? 0

// Collapses repeated letters, for stretched words ("kiiiill").
const collapseRepeats = (word: string): string => word.replace(/(.)\1+/gu, '$1')
const getCollapsedWords = computeOnce(
  (): ReadonlyMap<string, string> =>
    new Map([...tags.keys()].filter((word) => word.length > 3).map((word) => [collapseRepeats(word), word])),
)

/**
 * Swapped or dropped letters of long words. Slurs are excluded: a word that is one letter away from a slur is nearly always
 * another word ("grids", "kafir"). Short words have too many neighbors.
 */
const MIN_SWAPPED = 6
const MIN_SHORTENED = 8
const getTypos = computeOnce((): ReadonlyMap<string, string> => {
  const typos = new Map<string, string>()
  for (const [word, tag] of tags) {
    if (word.length < MIN_SWAPPED || (tag & TAG.slur) !== 0) continue
    // Typos keep the first and the last letter.
    for (let at = 1; at < word.length - 2; at++) {
      const swapped = word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2)
      const shorter = word.slice(0, at) + word.slice(at + 1)
      for (const variant of word.length < MIN_SHORTENED ? [swapped] : [swapped, shorter])
        if (!tags.has(variant) && !ORDINARY_WORDS.has(variant)) typos.set(variant, word)
    }
  }
  return typos
})
/** Ordinary words that differ from a word of the vocabulary only by a dropped or swapped letter. */
const ORDINARY_WORDS = new Set(
  splitWords(
    'causal casual trial trail diary dairy untied united sacred scared martial marital parties pirates patries expect except',
  ),
)

const GLUE_WORDS = new Set(
  splitWords(
    'all those these the you are such like should would they them just every nothing massive complete many much people behaviour behavior',
  ),
)
const NEVER_SPLIT = new Set(splitWords('therapist therapists painkiller painkillers'))

/** Splits words that are run together ("hatewomen"): both parts must be known, and one must have a tag. */
const splitGlued = (word: string): string[] | undefined => {
  if (word.length < 7 || word.length > 30 || NEVER_SPLIT.has(word)) return undefined
  // A short slur is part of many ordinary words ("tardive").
  const isKnown = (part: string): boolean =>
    GLUE_WORDS.has(part) || (tags.has(part) && part.length > ((getTags(part) & TAG.slur) === 0 ? 2 : 4))
  for (let at = 3; at <= word.length - 3; at++) {
    const [left, right] = [word.slice(0, at), word.slice(at)]
    if (isKnown(left) && isKnown(right) && (GLUE_WORDS.has(left) || GLUE_WORDS.has(right) || tags.has(left)))
      return [left, right]
  }
  return undefined
}

const resolveUncached = (text: string, plain: string): readonly string[] => {
  // "White's" is not "whites".
  if (text.endsWith("'s") && tags.has(text.slice(0, -2))) return [text.slice(0, -2)]
  const word = text.replaceAll("'", '')
  if (tags.has(word)) return [word]
  if (plain !== text) {
    if (tags.has(plain)) return [plain]
    const whole = getCollapsedWords().get(collapseRepeats(plain))
    if (whole !== undefined) return [whole]
  }
  const corrected = getTypos().get(plain)
  if (corrected !== undefined) return [corrected]
  return splitGlued(plain) ?? [plain.replaceAll("'", '')]
}

export interface TaggedWord {
  text: string
  tags: number
}

// The cache halves the time of a check on ordinary text, which repeats a few thousand words.
const resolved = new Map<string, readonly TaggedWord[]>()
const MAX_RESOLVED = 20_000

/** Returns the vocabulary words that a written word stands for, with evasions and typos undone; the word itself if none. */
export const resolveWord = (text: string, plain: string): readonly TaggedWord[] => {
  const cached = resolved.get(text)
  if (cached) return cached
  const words = resolveUncached(text, plain).map((word) => ({ text: word, tags: getTags(word) }))
  if (resolved.size >= MAX_RESOLVED) resolved.clear()
  if (text.length <= 40) resolved.set(text, words)
  return words
}
