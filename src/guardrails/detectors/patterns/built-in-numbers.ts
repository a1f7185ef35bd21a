/** Built-in detectors of personal numbers: cards, social security numbers, IBANs. */
import { isNamedOtherwise } from './context-words.js'
import { findRanges, toAnyCase, makeBuiltInDetector, type Detector, type CandidateCheck } from './detector.js'
import { CARD_DETECTORS } from './built-in-cards.js'
import { getIbanLength, isSocialSecurityNumber, passesMod97 } from './number-validation.js'
import { PHONE_DETECTORS } from './built-in-phones.js'

/** Groups of digits, and a trailing letter or dash that would make the last group part of an identifier. */
const DIGIT_GROUPS = String.raw`[0-9](?:[ \t._/-]{0,3}[0-9])*[A-Za-z_-]?`

const DASHED_SOCIAL_SECURITY = /(?<![\w./-])[0-9]{3}-[0-9]{2}-[0-9]{4}(?![\w-])/g

/** Three, two and four digits with dashes. Other separators need a word such as "SSN" before the number. */
const checkDashedSocialSecurity: CandidateCheck = (text, start, end) => {
  if (end - start < '000-00-0000'.length) return { matches: [], next: end }
  const matches = findRanges(text, start, end, DASHED_SOCIAL_SECURITY).filter(
    (range) => isSocialSecurityNumber(range.text.replaceAll('-', '')) && !isNamedOtherwise(text, range.start),
  )
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
  credit_card: CARD_DETECTORS,
  ssn: [
    makeBuiltInDetector('ssn', DIGIT_GROUPS, checkDashedSocialSecurity),
    makeBuiltInDetector('ssn', NAMED_SOCIAL_SECURITY, checkNamedSocialSecurity),
  ],
  iban: [
    makeBuiltInDetector('iban', String.raw`\b[A-Za-z]{2}[0-9]{2}(?:[ -]?[A-Za-z0-9]){11,32}`, checkIban),
  ],
  phone: PHONE_DETECTORS,
}
