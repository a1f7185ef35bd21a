/** Built-in detectors of personal numbers: cards, social security numbers, IBANs. */
import type { Range } from '../text/mapped-text.js'
import { toAnyCase, makeBuiltInDetector, type Detector, type CandidateCheck } from './detector.js'
import { getIbanLength, isCardNumber, isSocialSecurityNumber, passesMod97 } from './number-validation.js'
import { PHONE_DETECTORS } from './built-in-phones.js'

/**
 * Groups of digits with short separators, and a trailing letter or dash that would make the last group part of an
 * identifier. All digits that could belong together form one candidate, whatever the grouping.
 */
const DIGIT_GROUPS = String.raw`[0-9](?:[ \t._/-]{0,3}[0-9])*[A-Za-z_-]?`

const findDigitGroups = (text: string, start: number, end: number): Range[] =>
  Array.from(text.slice(start, end).matchAll(/[0-9]+/g), ({ 0: digits, index }) => ({
    start: start + index,
    end: start + index + digits.length,
  }))

const isLetter = (text: string, at: number): boolean => /[A-Za-z_]/.test(text.charAt(at))

/** Finds every sequence of whole groups that is a card number. If two readings are possible, both are redacted. */
const checkCards: CandidateCheck = (text, start, end) => {
  if (end - start < 12) return { matches: [], next: end }
  const groups = findDigitGroups(text, start, end)
  const matches: Range[] = []
  for (const [first, { start: from }] of groups.entries()) {
    if (first === 0 && isLetter(text, start - 1)) continue
    let digits = ''
    for (let last = first; last < groups.length && digits.length < 19; last++) {
      const group = groups[last] ?? { start: 0, end: 0 }
      digits += text.slice(group.start, group.end)
      const continues = last === groups.length - 1 && isLetter(text, end - 1)
      if (!continues && isCardNumber(digits)) matches.push({ start: from, end: group.end })
    }
  }
  return { matches, next: end }
}

/** Three, two and four digits with at least one dash. Other separators need a word such as "SSN" before the number. */
const checkDashedSocialSecurity: CandidateCheck = (text, start, end) => {
  if (end - start < '000-00-0000'.length) return { matches: [], next: end }
  const run = text.slice(Math.max(0, start - 1), end)
  const offset = Math.max(0, start - 1)
  const format = /(?<![\w./-])([0-9]{3})([-. /_])([0-9]{2})([-. /_])([0-9]{4})(?![\w-])/g
  const matches: Range[] = []
  for (const {
    0: match,
    1: area = '',
    2: firstSeparator,
    3: group = '',
    4: secondSeparator,
    5: serial = '',
    index,
  } of run.matchAll(format)) {
    if (
      (firstSeparator === '-' || secondSeparator === '-') &&
      isSocialSecurityNumber(area + group + serial)
    ) {
      matches.push({ start: offset + index, end: offset + index + match.length })
    }
  }
  return { matches, next: end }
}

const SOCIAL_SECURITY_WORD =
  String.raw`\b` + toAnyCase('(?:ssn|social[ -]?security|social sec|ss#|ss number)')
// Does not cross brackets: after a replaced number, the next number is not the one that the word named.
const NAMED_SOCIAL_SECURITY =
  SOCIAL_SECURITY_WORD +
  String.raw`[^0-9\n\[\]<>{}*]{0,30}[0-9]{3}[-. /_]{0,3}[0-9]{2}[-. /_]{0,3}[0-9]{4}[0-9A-Za-z_]?`

const checkNamedSocialSecurity: CandidateCheck = (text, start, end) => {
  const match = /[0-9][0-9\-. /_]*[0-9](?![0-9A-Za-z_])/.exec(text.slice(start, end))
  if (match === null || !isSocialSecurityNumber(match[0].replace(/[^0-9]/g, '')))
    return { matches: [], next: start + 1 }
  return { matches: [{ start: start + match.index, end: start + match.index + match[0].length }], next: end }
}

/** The country code determines the length; the text after it may be the next word. */
const checkIban: CandidateCheck = (text, start, end) => {
  const length = getIbanLength(text.slice(start, start + 2)) ?? Infinity
  let compact = ''
  let at = start
  for (; at < end && compact.length < length; at++) {
    const letter = text.charAt(at)
    if (letter !== ' ' && letter !== '-') compact += letter
  }
  const continues = at < end && /[0-9A-Za-z]/.test(text.charAt(at))
  if (compact.length !== length || continues || !passesMod97(compact)) return { matches: [], next: start + 1 }
  return { matches: [{ start, end: at }], next: at }
}

export const NUMBER_DETECTORS: Record<string, Detector[]> = {
  credit_card: [makeBuiltInDetector('credit_card', DIGIT_GROUPS, checkCards)],
  ssn: [
    makeBuiltInDetector('ssn', DIGIT_GROUPS, checkDashedSocialSecurity),
    makeBuiltInDetector('ssn', NAMED_SOCIAL_SECURITY, checkNamedSocialSecurity),
  ],
  iban: [
    makeBuiltInDetector('iban', String.raw`\b[A-Za-z]{2}[0-9]{2}(?:[ -]?[A-Za-z0-9]){11,32}`, checkIban),
  ],
  phone: PHONE_DETECTORS,
}
