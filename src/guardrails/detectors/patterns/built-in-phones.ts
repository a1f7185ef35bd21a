/**
 * Built-in detectors of phone numbers. Countries group digits in hundreds of ways, so a number without a country code
 * counts only if it has a known format or a word such as "phone" beside it.
 */
import type { Range } from '../text/mapped-text.js'
import { toAnyCase, makeBuiltInDetector, type Detector, type CandidateCheck } from './detector.js'

const NUMBER_FORMATS = [
  // With a country code.
  /(?:(?<!\+)\+|(?<![\w.+-])00(?=[1-9]))[0-9]{1,3}(?:[ ./()-]{0,3}[0-9]){6,13}(?![\w-])/g,
  // North American numbers with common separators.
  /(?<![\w./+-])(?:(?:00)?1[ .-])?(?:\([2-9][0-9]{2}\)[ -]?|[2-9][0-9]{2}[-. ])[0-9]{3}[-. ][0-9]{4}(?: ?(?:x|ext\.?) ?[0-9]{1,6})?(?![\w-])/g,
  // With the leading zero of the area code that most other countries use.
  /(?<![\w./+-])\(?0[1-9][0-9]{0,3}\)?(?:[ ./-]{1,3}[0-9]{2,8}){1,4}(?![\w-])/g,
]

const MIN_DIGITS = 7
const MAX_DIGITS = 15
const MIN_DIGITS_WITH_ZERO = 9
const DAY = '(?:0?[1-9]|[12][0-9]|3[01])'
const DATE = new RegExp(`^${DAY}([./-])${DAY}\\1[0-9]{2,4}|^[0-9]{4}([./-])${DAY}\\2${DAY}`)

const countDigits = (text: string): number => text.replace(/[^0-9]/g, '').length

/** "781 1704 office", "085 175 7641-Fax": the type of the line follows the number. */
const NUMBER_BEFORE_LINE_TYPE =
  /(?<![\w./+-])\(?[0-9](?:[ .()-]{0,3}[0-9]){6,14}(?=[ -]{1,3}(?:office|fax|mobile|cell|home|work|phone|desk)$)/i

/** Groups of digits, an extension, and the next word. */
const CANDIDATE = String.raw`[+(]{0,2}[0-9](?:[ ./()-]{0,3}[0-9])*(?: ?(?:x|ext\.?) ?[0-9]{1,6})?[ -]{0,3}[A-Za-z_]{0,9}`

const checkFormats: CandidateCheck = (text, start, end) => {
  if (end - start < MIN_DIGITS) return { matches: [], next: end }
  const offset = Math.max(0, start - 1)
  const run = text.slice(offset, end)
  const matches: Range[] = []
  const add = (index: number, candidate: string): void => {
    matches.push({ start: offset + index, end: offset + index + candidate.length })
  }
  for (const format of NUMBER_FORMATS)
    for (const { 0: match, index } of run.matchAll(format)) if (hasPlausibleLength(match)) add(index, match)
  const line = NUMBER_BEFORE_LINE_TYPE.exec(run)
  if (line !== null && isPhoneNumber(line[0])) add(line.index, line[0])
  return { matches, next: end }
}

/** A leading zero is the weakest sign: dates and codes start with it, too. */
const hasPlausibleLength = (candidate: string): boolean =>
  !/^\(?0[1-9]/.test(candidate) ||
  (!DATE.test(candidate) &&
    countDigits(candidate) >= MIN_DIGITS_WITH_ZERO &&
    countDigits(candidate) <= MAX_DIGITS - 3)

const isPhoneNumber = (candidate: string): boolean =>
  !DATE.test(candidate) && countDigits(candidate) >= MIN_DIGITS && countDigits(candidate) <= MAX_DIGITS

const PHONE_WORDS = toAnyCase(
  '(?:phone|telephone|tel|mobile|cell|cellphone|fax|whatsapp|sms|hotline|desk|call|calling|dial|ring|text|reach|answering)',
)
/** Words allowed between a phone word and its number. Others are not: "call about order 12345678" names an order. */
const LEADING_WORDS = toAnyCase(
  '(?:me|us|him|her|them|at|on|is|was|number|numbers|no|my|the|our|your|his|their|to|back|via|now|this|line|under|using)',
)
const NAMED_NUMBER =
  String.raw`\b${PHONE_WORDS}(?:[ \t\n:#.()-]{1,3}${LEADING_WORDS}){0,5}[ \t\n:#.-]{1,3}[+(]{0,2}[0-9]` +
  String.raw`(?:[ ./()-]{0,3}[0-9]){6,14}[0-9A-Za-z_]?`

const checkNamedNumber: CandidateCheck = (text, start, end) => {
  const match = /[+(]{0,2}[0-9][0-9 ./()-]*[0-9](?![0-9A-Za-z_])/.exec(text.slice(start, end))
  if (match === null || !isPhoneNumber(match[0])) return { matches: [], next: start + 1 }
  return { matches: [{ start: start + match.index, end: start + match.index + match[0].length }], next: end }
}

export const PHONE_DETECTORS: Detector[] = [
  makeBuiltInDetector('phone', CANDIDATE, checkFormats),
  makeBuiltInDetector('phone', NAMED_NUMBER, checkNamedNumber),
]
