/**
 * Built-in detectors of phone numbers. Countries group digits in hundreds of ways, so a number without a calling code
 * counts only if it has a known format or a word such as "phone" beside it. An extension is part of its number.
 */
import type { Range } from '../text/mapped-text.js'
import { isInternationalNumber } from './calling-codes.js'
import { isNamedOtherwise } from './context-words.js'
import { toAnyCase, makeBuiltInDetector, type Detector, type CandidateCheck } from './detector.js'

const EXTENSION = String.raw`(?:[ ,;]{0,2}(?:${toAnyCase('x|ext[.]?|extn[.]?|extension|durchwahl|poste')}|#)[ .:=]{0,2}[0-9]{1,7})`
const EXTENSION_AT = new RegExp(`${EXTENSION}(?![0-9A-Za-z_])`, 'y')

const countDigits = (text: string): number => text.replace(/[^0-9]/g, '').length

const MIN_DIGITS = 7
const MAX_DIGITS = 15
/** A leading zero is the weakest sign: codes and rows of padded numbers start with it, too. */
const MIN_DIGITS_WITH_ZERO = 9
const MAX_DIGITS_WITH_ZERO = 12

/** The time zone and the fraction of a second belong to the time. */
const TIME = String.raw`[0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]{1,9})?)?(?: ?[+-][0-9]{2}:?[0-9]{2}(?![0-9]))?`
const DAY = '(?:0?[1-9]|[12][0-9]|3[01])'
const DATE = String.raw`[0-9]{4}([-./])${DAY}\1${DAY}(?![0-9])|${DAY}([-./])${DAY}\2(?:[0-9]{4}|[0-9]{2})(?![0-9])`
const DATES_AND_TIMES = new RegExp(
  String.raw`(?<![0-9])(?:${TIME}|(?<![0-9][-./])(?:${DATE}))(?![-./][0-9])`,
  'g',
)
const MASK = '\u0001'

/** Replaces dates and times by characters that no format accepts. The offsets stay the same. */
const maskDates = (text: string): string => text.replace(DATES_AND_TIMES, (date) => MASK.repeat(date.length))

const START = String.raw`(?<![\w./+:#\u0001-])`
const END = String.raw`(?:(?=${EXTENSION})|(?![\w\u0001]|:[0-9]|-[0-9A-Za-z]))`

interface NumberFormat {
  expression: RegExp
  accepts: (number: string) => boolean
}

const hasOneSeparator = (number: string): boolean =>
  new Set(number.replace(/^\(?[0-9]+\)[ -]?|^(?:00)?1[ .-]/, '').match(/[^0-9]/g)).size <= 1

/** "08 09 10 11 12" counts up. */
const isAscending = (number: string): boolean => {
  const values = number.split(/[^0-9]+/).map(Number)
  return values.length >= 4 && values.every((value, index) => index === 0 || value > (values[index - 1] ?? 0))
}

const NATIONAL_FORMATS: readonly NumberFormat[] = [
  // North American numbers.
  {
    expression: new RegExp(
      String.raw`${START}(?:(?:00)?1[ .-])?(?:\([2-9][0-9]{2}\)[ -]?|[2-9][0-9]{2}[-. ])[0-9]{3}[-. ][0-9]{4}${END}`,
      'g',
    ),
    accepts: (number) => hasOneSeparator(number) && !/^[0-9]{3} [01]/.test(number),
  },
  // With the leading zero of the area code that most other countries use.
  {
    expression: new RegExp(
      String.raw`${START}\(?0[1-9][0-9]{0,3}\)?(?:[ ./-]{1,3}[0-9]{2,8}){1,4}${END}`,
      'g',
    ),
    accepts: (number) => {
      const digits = countDigits(number)
      const isSocialSecurityNumber = /^[0-9]{3}-[0-9]{2}-[0-9]{4}$/.test(number)
      return (
        digits >= MIN_DIGITS_WITH_ZERO &&
        digits <= MAX_DIGITS_WITH_ZERO &&
        hasOneSeparator(number.replace(/^[0-9]+[/-]/, '')) &&
        !isSocialSecurityNumber &&
        !isAscending(number)
      )
    },
  },
]

/** A date and a time before a number are no part of a row. */
const MAX_DATE_LENGTH = 24
/** The end of a number, or of the bytes of a hex dump. */
const ROW_BEFORE = /(?:[0-9]|[0-9][A-Fa-f]|[0-9A-Fa-f]{2}[ \t][0-9A-Fa-f]{2})[ \t]{1,3}$/

/** A number whose groups are separated by spaces must not be part of a longer row of numbers. */
const isInRow = (number: string, before: string, after: string): boolean =>
  number.includes(' ') && (ROW_BEFORE.test(maskDates(before)) || /^[ \t]{1,3}[0-9]/.test(after))

/** `+49 30 …` or `0049 30 …`; `(0)` is dialed only inside the country. */
const INTERNATIONAL =
  /(?:(?<![\w+])\+|(?<![\w.:/+#-])00(?=[1-9]))[1-9][0-9]{0,2}(?:[ ./()-]{0,3}[0-9]){5,14}/g

/** Returns the longest part that ends with a group and has a length that its country uses. */
const matchInternational = (run: string, number: string, at: number): string | undefined => {
  const groupEnds = Array.from(number.matchAll(/[0-9]+/g), ({ 0: group, index }) => index + group.length)
  for (const end of groupEnds.reverse()) {
    EXTENSION_AT.lastIndex = at + end
    if (/[\w\u0001]/.test(run.charAt(at + end)) && !EXTENSION_AT.test(run)) continue
    const digits = number
      .slice(0, end)
      .replace(/\(0\)/, '')
      .replace(/^00/, '')
      .replace(/[^0-9]/g, '')
    if (isInternationalNumber(digits)) return number.slice(0, end)
  }
  return undefined
}

const LINE_TYPE = '(?:office|fax|mobile|cell|home|work|phone|desk)'
/** "781 1704 office", "085 175 7641-Fax": the type of the line follows the number. */
const NUMBER_BEFORE_LINE_TYPE = new RegExp(
  String.raw`${START}\(?[0-9](?:[ .()-]{0,3}[0-9]){6,14}(?=[ -]{1,3}${LINE_TYPE}$)`,
  'i',
)

/** Digits with the separators of numbers, dates and times, an extension, and the next word. */
const CANDIDATE = String.raw`[+(]{0,2}[0-9](?:[ ./():+-]{0,3}[0-9])*${EXTENSION}?[ -]{0,3}[A-Za-z_]{0,9}`

const checkFormats: CandidateCheck = (text, start, end) => {
  if (end - start < MIN_DIGITS) return { matches: [], next: end }
  const offset = Math.max(0, start - 2)
  const original = text.slice(offset, end)
  const run = maskDates(original)
  const matches: Range[] = []
  const add = (from: number, to: number): void => {
    EXTENSION_AT.lastIndex = to
    const extension = EXTENSION_AT.exec(original)?.[0] ?? ''
    matches.push({ start: offset + from, end: offset + to + extension.length })
  }
  for (const { 0: found, index } of run.matchAll(INTERNATIONAL)) {
    const number = matchInternational(run, found, index)
    const isNamed = found.startsWith('0') && isNamedOtherwise(text, offset + index)
    if (number !== undefined && !isNamed) add(index, index + number.length)
  }
  for (const { expression, accepts } of NATIONAL_FORMATS)
    for (const { 0: number, index } of run.matchAll(expression)) {
      const [numberStart, numberEnd] = [offset + index, index + number.length]
      const isRow = isInRow(
        number,
        text.slice(Math.max(0, numberStart - MAX_DATE_LENGTH), numberStart),
        run.slice(numberEnd, numberEnd + 4),
      )
      if (accepts(number) && !isRow && !isNamedOtherwise(text, numberStart)) add(index, numberEnd)
    }
  const line = NUMBER_BEFORE_LINE_TYPE.exec(run)
  if (line !== null && hasPhoneLength(line[0])) add(line.index, line.index + line[0].length)
  return { matches, next: end }
}

const hasPhoneLength = (number: string): boolean =>
  countDigits(number) >= MIN_DIGITS && countDigits(number) <= MAX_DIGITS

const PHONE_WORDS = toAnyCase(
  '(?:phone|telephone|tel|mobile|cell|cellphone|fax|whatsapp|sms|hotline|call|calling|dial|ring)',
)
/** Too common to name the number that follows: "reach 1 500 000 people". */
const WEAK_PHONE_WORDS = toAnyCase('(?:desk|text|reach|answering|registered|contact)')
/** Words allowed between a phone word and its number. Others are not: "call about order 12345678" names an order. */
const LEADING_WORDS = toAnyCase(
  '(?:me|us|him|her|them|at|on|is|was|number|numbers|no|my|the|our|your|his|their|to|back|via|now|this|line|under|using)',
)
const LEADING_WORD = String.raw`[ \t\n:#.()-]{1,3}${LEADING_WORDS}`
const NAMED_NUMBER =
  String.raw`\b(?:${PHONE_WORDS}|${WEAK_PHONE_WORDS}(?:${LEADING_WORD}|:))(?:${LEADING_WORD}){0,4}[ \t\n:#.-]{1,3}[+(]{0,2}[0-9]` +
  String.raw`(?:[ ./()-]{0,3}[0-9]){6,14}(?:${EXTENSION}|:[0-9]|[0-9A-Za-z_])?`

const checkNamedNumber: CandidateCheck = (text, start, end) => {
  const candidate = maskDates(text.slice(start, end))
  const match = new RegExp(
    String.raw`[+(]{0,2}[0-9][0-9 ./()-]*[0-9](?:${EXTENSION}$|(?![0-9A-Za-z_\u0001]|:[0-9]))`,
  ).exec(candidate)
  if (match === null || candidate.slice(0, match.index).includes(MASK))
    return { matches: [], next: start + 1 }
  const number = match[0].replace(new RegExp(`${EXTENSION}$`), '')
  if (!hasPhoneLength(number)) return { matches: [], next: start + 1 }
  return { matches: [{ start: start + match.index, end: start + match.index + match[0].length }], next: end }
}

export const PHONE_DETECTORS: Detector[] = [
  makeBuiltInDetector('phone', CANDIDATE, checkFormats),
  makeBuiltInDetector('phone', NAMED_NUMBER, checkNamedNumber),
]
