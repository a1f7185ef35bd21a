import { nounForms, verbForms } from './inflect.js'
import * as hate from './vocabulary/hate.js'
import { INSULTS, SWEARING } from './vocabulary/insults.js'
import { DISTRESS_WORDS, SELF_HARM_TRIGGERS } from './vocabulary/self-harm.js'
import { CLINICAL, SEXUAL_WORDS, YOUNG } from './vocabulary/sexual.js'
import * as violence from './vocabulary/violence.js'

/** What a word can be, as bits: one word is often several things. */
export const TAG = {
  group: 1,
  groupAdjective: 2,
  people: 4,
  slur: 8,
  derogatory: 16,
  dehumanising: 32,
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
  second: 4194304,
  them: 8388608,
  us: 16777216,
  clinical: 33554432,
  young: 67108864,
  distress: 134217728,
} as const

const tags = new Map<string, number>()
const slurWeights = new Map<string, number>()

const add = (tag: number, words: Iterable<string>): void => {
  for (const word of words) tags.set(word, (tags.get(word) ?? 0) | tag)
}
const list = (text: string): string[] => text.split(' ')

add(TAG.group, list(hate.GROUP_NOUNS).flatMap(nounForms))
add(TAG.groupAdjective, list(hate.GROUP_ADJECTIVES))
add(TAG.people, list(hate.PEOPLE_NOUNS).flatMap(nounForms))
for (const [word, weight] of Object.entries(hate.SLURS)) {
  add(TAG.slur, nounForms(word))
  for (const form of nounForms(word)) slurWeights.set(form, weight)
}
add(TAG.derogatory, list(hate.DEROGATORY).flatMap(nounForms))
add(TAG.dehumanising, list(hate.DEHUMANISING).flatMap(nounForms))
add(TAG.hating, list(hate.HATING).flatMap(verbForms))
add(TAG.excluding, list(hate.EXCLUDING).flatMap(verbForms))
add(TAG.praising, list(hate.PRAISING).flatMap(verbForms))
add(TAG.rejecting, list(hate.REJECTING))
add(TAG.saying, list(hate.SAYING))
add(TAG.attacking, list(violence.ATTACKING_VERBS).flatMap(verbForms))
add(TAG.attacking, list(violence.ATTACKING_FORMS))
add(TAG.everyday, list(violence.EVERYDAY_VERBS).flatMap(verbForms))
add(TAG.graphic, list(violence.GRAPHIC))
add(TAG.violentNoun, list(violence.VIOLENT_NOUNS))
add(TAG.person, list(violence.PERSON_WORDS))
add(TAG.fiction, list(violence.FICTION).flatMap(nounForms))
add(TAG.insult, list(INSULTS).flatMap(nounForms))
add(TAG.swearing, list(SWEARING))
add(TAG.sexual, Object.keys(SEXUAL_WORDS))
add(TAG.selfHarm, list(SELF_HARM_TRIGGERS))
add(TAG.distress, Object.keys(DISTRESS_WORDS))
add(TAG.clinical, list(CLINICAL))
add(TAG.young, list(YOUNG))
add(
  TAG.negation,
  list(
    'not no never nobody none nor without cannot cant dont doesnt didnt isnt arent wasnt werent wont wouldnt shouldnt couldnt aint hardly neither nothing',
  ),
)
add(TAG.second, list('you your youre yours yourself u ur ya youll youve yall'))
add(TAG.them, list('they them their theyre theyll theyve those these themselves'))
add(TAG.us, list('we us our ourselves i im ive myself my me mine were'))

const alwaysPeople = new Set(list(hate.ALWAYS_PEOPLE))
const filth = new Set(list(hate.FILTH).flatMap(nounForms))

export const isAlwaysPeople = (word: string): boolean => alwaysPeople.has(word)
export const isFilth = (word: string): boolean => filth.has(word)

export const tagsOf = (word: string): number => tags.get(word) ?? 0
export const slurWeight = (word: string): number => slurWeights.get(word) ?? 0

// Doubled letters made single, for words that were stretched ("kiiiill").
const squeezeLetters = (word: string): string => word.replace(/(.)\1+/gu, '$1')
const squeezed = new Map<string, string>()
for (const word of tags.keys()) if (word.length > 3) squeezed.set(squeezeLetters(word), word)

/** Ordinary words that are one dropped or swapped letter away from one in the vocabulary. */
const ORDINARY = new Set(
  list(
    'backs saves bests cons treat treats copse beast beasts chins wining sating stuped angle wading rising raping grace parties paties crate calling ' +
      'dome faker pacing backed locking backing cashing latin martial martin trail burring diner scared sacred sliver quiet brain bran felow fiend fiends ' +
      'expel except dessert desert reject mange ganging beatin poles colored united untied causal casual trial diary dairy ' +
      'sexually seals wonder poison',
  ),
)
const typos = new Map<string, string>()
for (const word of tags.keys()) {
  if (word.length < 5) continue
  // The first letter is what people keep; short words have too many neighbours for a letter to be missed.
  for (let at = 1; at < word.length; at++) {
    const swapped = word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2)
    const shorter = word.slice(0, at) + word.slice(at + 1)
    const variants = at === word.length - 1 ? [] : word.length > 5 ? [swapped, shorter] : [swapped]
    for (const variant of variants) if (!tags.has(variant) && !ORDINARY.has(variant)) typos.set(variant, word)
  }
}

const GLUE = new Set(
  list(
    'all those these the you are such like should would they them just every nothing massive complete many much people behaviour behavior',
  ),
)
const ONE_WORD = new Set(list('therapist therapists painkiller painkillers'))

/** "hatewomen" → "hate women": words run together, each of which is known and one of which is of interest. */
const splitGlued = (word: string): string[] | undefined => {
  if (word.length < 7 || word.length > 30 || ONE_WORD.has(word)) return undefined
  for (let at = 3; at <= word.length - 3; at++) {
    const [left, right] = [word.slice(0, at), word.slice(at)]
    const isKnown = (part: string): boolean => (part.length > 2 && tags.has(part)) || GLUE.has(part)
    if (isKnown(left) && isKnown(right) && (GLUE.has(left) || GLUE.has(right) || tags.has(left)))
      return [left, right]
  }
  return undefined
}

const resolve = (text: string, plain: string): readonly string[] => {
  const word = text.replaceAll("'", '')
  if (tags.has(word)) return [word]
  if (text.endsWith("'s") && tags.has(text.slice(0, -2))) return [text.slice(0, -2)]
  if (plain !== text) {
    if (tags.has(plain)) return [plain]
    const whole = squeezed.get(squeezeLetters(plain))
    if (whole !== undefined) return [whole]
  }
  const meant = typos.get(plain)
  if (meant !== undefined) return [meant]
  return splitGlued(plain) ?? [word]
}

// Half the time of a check went into the same few thousand words (measured on ordinary text).
const resolved = new Map<string, readonly string[]>()
const MOST_RESOLVED_KEPT = 20_000

/** The words of the vocabulary that a written word stands for, evasions and slips undone; itself if none. */
export const resolveWord = (text: string, plain: string): readonly string[] => {
  const known = resolved.get(text)
  if (known) return known
  const words = resolve(text, plain)
  if (resolved.size >= MOST_RESOLVED_KEPT) resolved.clear()
  if (text.length <= 40) resolved.set(text, words)
  return words
}
