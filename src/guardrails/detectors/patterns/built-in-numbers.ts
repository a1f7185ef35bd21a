/** Our own detectors of numbers that belong to people: cards, social security numbers, accounts. */
import type { Range } from '../text/mapped-text.js'
import { anyCase, ownDetector, type Detector, type Judge } from './detector.js'
import { ibanLength, isCardNumber, isSocialSecurityNumber, passesMod97 } from './number-validation.js'
import { PHONE_DETECTORS } from './built-in-phones.js'

/**
 * Groups of digits with little between them, and the letter or dash that would make the last group part of a longer
 * name. All digits that could belong together are judged together, whatever the grouping.
 */
const DIGIT_GROUPS = String.raw`[0-9](?:[ \t._/-]{0,3}[0-9])*[A-Za-z_-]?`

const groupsIn = (text: string, start: number, end: number): Range[] =>
  Array.from(text.slice(start, end).matchAll(/[0-9]+/g), ({ 0: digits, index }) => ({
    start: start + index,
    end: start + index + digits.length,
  }))

const isLetter = (text: string, at: number): boolean => /[A-Za-z_]/.test(text.charAt(at))

/** Every run of whole groups that is a card number: where two readings are possible, none of them may leak. */
const judgeCards: Judge = (text, start, end) => {
  if (end - start < 12) return { matches: [], next: end }
  const groups = groupsIn(text, start, end)
  const matches: Range[] = []
  for (const [first, { start: from }] of groups.entries()) {
    if (first === 0 && isLetter(text, start - 1)) continue
    let digits = ''
    for (let last = first; last < groups.length && digits.length < 19; last++) {
      const group = groups[last] ?? { start: 0, end: 0 }
      digits += text.slice(group.start, group.end)
      const runsOn = last === groups.length - 1 && isLetter(text, end - 1)
      if (!runsOn && isCardNumber(digits)) matches.push({ start: from, end: group.end })
    }
  }
  return { matches, next: end }
}

/** Three, two and four digits with a dash in between, standing alone: spaces or nothing need the word before them. */
const judgeDashedSocialSecurity: Judge = (text, start, end) => {
  if (end - start < '000-00-0000'.length) return { matches: [], next: end }
  const run = text.slice(Math.max(0, start - 1), end)
  const offset = Math.max(0, start - 1)
  const shape = /(?<![\w./-])([0-9]{3})([-. /_])([0-9]{2})([-. /_])([0-9]{4})(?![\w-])/g
  const matches: Range[] = []
  for (const { 0: all, 1: area = '', 2: one, 3: group = '', 4: two, 5: serial = '', index } of run.matchAll(
    shape,
  )) {
    if ((one === '-' || two === '-') && isSocialSecurityNumber(area + group + serial)) {
      matches.push({ start: offset + index, end: offset + index + all.length })
    }
  }
  return { matches, next: end }
}

const SOCIAL_SECURITY_WORD = String.raw`\b` + anyCase('(?:ssn|social[ -]?security|social sec|ss#|ss number)')
// Not over brackets: the next number after one that was replaced is not the one that was named.
const NAMED_SOCIAL_SECURITY =
  SOCIAL_SECURITY_WORD +
  String.raw`[^0-9\n\[\]<>{}*]{0,30}[0-9]{3}[-. /_]{0,3}[0-9]{2}[-. /_]{0,3}[0-9]{4}[0-9A-Za-z_]?`

const judgeNamedSocialSecurity: Judge = (text, start, end) => {
  const found = /[0-9][0-9\-. /_]*[0-9](?![0-9A-Za-z_])/.exec(text.slice(start, end))
  if (found === null || !isSocialSecurityNumber(found[0].replace(/[^0-9]/g, '')))
    return { matches: [], next: start + 1 }
  return { matches: [{ start: start + found.index, end: start + found.index + found[0].length }], next: end }
}

/** The country says how long the number is; what follows it may be the next word. */
const judgeIban: Judge = (text, start, end) => {
  const length = ibanLength(text.slice(start, start + 2)) ?? Infinity
  let compact = ''
  let at = start
  for (; at < end && compact.length < length; at++) {
    const letter = text.charAt(at)
    if (letter !== ' ' && letter !== '-') compact += letter
  }
  const runsOn = at < end && /[0-9A-Za-z]/.test(text.charAt(at))
  if (compact.length !== length || runsOn || !passesMod97(compact)) return { matches: [], next: start + 1 }
  return { matches: [{ start, end: at }], next: at }
}

export const NUMBER_DETECTORS: Record<string, Detector[]> = {
  credit_card: [ownDetector('credit_card', DIGIT_GROUPS, judgeCards)],
  ssn: [
    ownDetector('ssn', DIGIT_GROUPS, judgeDashedSocialSecurity),
    ownDetector('ssn', NAMED_SOCIAL_SECURITY, judgeNamedSocialSecurity),
  ],
  iban: [ownDetector('iban', String.raw`\b[A-Za-z]{2}[0-9]{2}(?:[ -]?[A-Za-z0-9]){11,32}`, judgeIban)],
  phone: PHONE_DETECTORS,
}
