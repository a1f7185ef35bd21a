/** Finds attacks and self-harm in languages other than English. */
import { computeOnce } from '../compute-once.js'
import type { Language } from './language.js'
import { LATIN_LANGUAGES } from './latin-languages.js'
import { OTHER_LANGUAGES } from './other-languages.js'

export interface LanguageMatch {
  start: number
  end: number
}

interface LanguagePatterns {
  override: RegExp
  extraction: RegExp
  selfHarm: RegExp
}

/** Verb and object are in the same sentence, in any order. */
const inOneSentence = (first: string, second: string, boundary: string): RegExp => {
  const gap = String.raw`[^.!?\u3002\uff01\uff1f\u0964\u061f]{0,60}?`
  return new RegExp(`${boundary}(?:(?:${first})${gap}(?:${second})|(?:${second})${gap}(?:${first}))`)
}

const toPatterns = (
  { ignore, instructions, reveal, secrets, selfHarm }: Language,
  boundary: string,
): LanguagePatterns => ({
  override: inOneSentence(ignore, instructions, boundary),
  extraction: inOneSentence(reveal, secrets, boundary),
  selfHarm: new RegExp(`${boundary}(?:${selfHarm})`),
})

interface LanguageGroup {
  /** Ordinary texts contain none of these, so that the patterns of single languages need not run. */
  prefilter: Readonly<Record<keyof LanguagePatterns, RegExp>>
  patterns: readonly LanguagePatterns[]
}

const toGroup = (languages: readonly Language[], boundary: string): LanguageGroup => {
  const anyOf = (toWords: (language: Language) => string): RegExp =>
    new RegExp(`${boundary}(?:${languages.map(toWords).join('|')})`)
  return {
    prefilter: {
      override: anyOf(({ ignore }) => ignore),
      extraction: anyOf(({ secrets }) => secrets),
      selfHarm: anyOf(({ selfHarm }) => selfHarm),
    },
    patterns: languages.map((language) => toPatterns(language, boundary)),
  }
}

const getGroups = computeOnce(() => ({
  latin: toGroup(LATIN_LANGUAGES, String.raw`(?<![a-z])`),
  // Words of these languages are not always separated, so parts of words match.
  other: toGroup(OTHER_LANGUAGES, ''),
}))

/** Accents of Latin letters are optional in practice; marks of other scripts are vowels. One unit stays one unit. */
const foldLatin = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\u00c0-\u024f\u1e00-\u1eff]/g, (letter) => LATIN_LETTERS.get(letter) ?? foldLetter(letter))

const LATIN_LETTERS = new Map(Object.entries({ ı: 'i', ł: 'l', đ: 'd', ø: 'o', ß: 's' }))
const foldLetter = (letter: string): string => letter.normalize('NFD').charAt(0)

const HAS_OTHER_SCRIPT = /[\u0370-\u1cff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/

let lastFolded: { text: string; folded: string } | undefined

/** Line breaks count as spaces. The last result is cached, because three searches follow each other. */
const fold = (text: string): string => {
  if (lastFolded?.text !== text)
    lastFolded = { text, folded: foldLatin(text.normalize('NFC')).replace(/[^\S ]/g, ' ') }
  return lastFolded.folded
}

const findAll = (text: string, kind: keyof LanguagePatterns): LanguageMatch[] => {
  const folded = fold(text)
  // A text whose length changes by normalization has no reliable offsets; the finding then covers all of it.
  const isSameLength = folded.length === text.length
  const { latin, other } = getGroups()
  const groups = HAS_OTHER_SCRIPT.test(folded) ? [latin, other] : [latin]
  const found: LanguageMatch[] = []
  for (const { prefilter, patterns } of groups) {
    if (!prefilter[kind].test(folded)) continue
    for (const pattern of patterns) {
      const match = pattern[kind].exec(folded)
      if (!match) continue
      const range = { start: match.index, end: match.index + match[0].length }
      found.push(isSameLength ? range : { start: 0, end: text.length })
    }
  }
  return found
}

export const findOverrides = (text: string): LanguageMatch[] => findAll(text, 'override')
export const findExtractions = (text: string): LanguageMatch[] => findAll(text, 'extraction')
export const findSelfHarm = (text: string): LanguageMatch[] => findAll(text, 'selfHarm')
