/** Undoes spellings that replace or repeat letters of a word: "h4te", "k1ll", "noooo". */
import { isKnownWord } from './known-words.js'

/** The letters that a digit or sign imitates, the most common first. */
const IMITATED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '0': 'o',
    '1': 'il',
    '2': 'z',
    '3': 'e',
    '4': 'a',
    '5': 's',
    '6': 'gb',
    '7': 't',
    '8': 'b',
    '9': 'g',
    '@': 'a',
    $: 's',
    '!': 'i',
    '|': 'li',
    '+': 't',
    '(': 'c',
    '€': 'e',
    '£': 'l',
  }),
)
const MAY_IMITATE = /[0-9@$!|+(€£]/
const IS_STRETCHED = /(.)\1{2}/u
const MAX_CANDIDATES = 16

/** "401k", "base64", "4th" and "mp3" are ordinary words. */
const IS_ORDINARY = /^\d+\p{L}{1,2}$|^\p{L}+\d{2,}$|^\p{L}{1,3}\d$/u

const listCandidates = (token: string): string[] => {
  let candidates = ['']
  for (const sign of token) {
    const letters = Array.from(IMITATED.get(sign) ?? sign)
    const extended = candidates.flatMap((start) => letters.map((letter) => start + letter))
    candidates =
      extended.length > MAX_CANDIDATES ? candidates.map((start) => start + (letters[0] ?? sign)) : extended
  }
  return candidates
}

const MAX_LENGTH = 40

/** "53x" and "4a" are terms and numbers. */
const isLongEnough = (token: string): boolean =>
  token.length > 2 && token.replace(/[^\p{L}]/gu, '').length >= 2

const replaceImitations = (token: string): string => {
  if (token.length > MAX_LENGTH || !MAY_IMITATE.test(token) || !/\p{L}/u.test(token)) return token
  const candidates = listCandidates(token)
  const known = candidates.find(
    (candidate) => isLongEnough(token) && isKnownWord(candidate.replaceAll("'", '')),
  )
  return known ?? (IS_ORDINARY.test(token) ? token : (candidates[0] ?? token))
}

/** "kiiiill" has one or two of the repeated letter in its usual spelling. */
const collapseStretched = (word: string): string => {
  const double = word.replace(/(.)\1{2,}/gu, '$1$1')
  if (isKnownWord(double)) return double
  return word.replace(/(.)\1{2,}/gu, '$1')
}

/** Returns the word with leetspeak and stretched letters undone; the token itself for ordinary words. */
export const toPlainWord = (token: string): string => {
  const replaced = replaceImitations(token)
  return IS_STRETCHED.test(replaced) ? collapseStretched(replaced) : replaced
}

const SHORT_WORDS = new Set(
  'a i is it to of in on be me my we us he do go no or so as at an by up if am the you and'.split(' '),
)

/** True if digits or signs stand for letters of the word, and the word is known. */
export const isImitation = (token: string, plain: string): boolean =>
  plain !== token && plain.length > 3 && MAY_IMITATE.test(token) && isKnownWord(plain)

/** Reads a short token such as "70" or "d0" as a word. Only for texts in which other words are imitated. */
export const toShortWord = (token: string): string =>
  token.length <= 3 && MAY_IMITATE.test(token)
    ? (listCandidates(token).find((candidate) => SHORT_WORDS.has(candidate)) ?? token)
    : token
