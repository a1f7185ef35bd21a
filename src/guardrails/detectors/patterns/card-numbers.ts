/** Validates card numbers by issuer prefix, length and check digit. The input is digits only. */
import { passesLuhn } from './number-validation.js'

export const MIN_CARD_DIGITS = 12
export const MAX_CARD_DIGITS = 19

type Scheme = [prefix: RegExp, lengths: readonly number[]]

/** Prefixes and lengths that are issued today, or were issued in large numbers. */
const COMMON_SCHEMES: readonly Scheme[] = [
  // Visa
  [/^4/, [13, 16, 19]],
  // Mastercard: 51 to 55 and 2221 to 2720
  [/^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16]],
  // American Express
  [/^3[47]/, [15]],
  // Diners Club
  [/^3(?:0[0-5]|095|[689])/, [14]],
  // Discover
  [/^(?:6011|64[4-9]|65)/, [16]],
  // UnionPay
  [/^62/, [16, 19]],
  // JCB: 3528 to 3589, and its oldest numbers
  [/^35(?:2[89]|[3-8])/, [16]],
  [/^(?:2131|1800)/, [15]],
  // Maestro
  [/^(?:50(?:18|20|38)|5893|6304|6759|676[1-3])/, [12, 13, 16, 19]],
  // RuPay, Mir, Elo, Hipercard, Troy
  [/^(?:508[5-9]|60698|8172|220[0-4]|636[23]|6062|9792)/, [16]],
]

/** Lengths and blocks that the schemes reserve; too wide for a number without a word such as "card" or its grouping. */
const RESERVED_SCHEMES: readonly Scheme[] = [
  [/^3(?:0[0-5]|095|[5689])/, [16, 17, 18, 19]],
  [/^(?:6011|64[4-9]|65|62|81|508|60|82)/, [16, 17, 18, 19]],
  [/^1946/, [16]],
  [/^(?:50|5[6-9]|6)/, [12, 13, 14, 15, 16, 17, 18, 19]],
]

const belongsTo = (schemes: readonly Scheme[], digits: string): boolean =>
  schemes.some(([prefix, lengths]) => lengths.includes(digits.length) && prefix.test(digits))

const isPlausible = (digits: string): boolean =>
  digits.length >= MIN_CARD_DIGITS &&
  digits.length <= MAX_CARD_DIGITS &&
  // The cheapest check first: it rejects nine of ten candidates.
  passesLuhn(digits) &&
  !/^(.)\1*$/.test(digits)

/** The check for a number that is written in the groups of a card, or named as a card. */
export const isCardNumber = (digits: string): boolean =>
  isPlausible(digits) && (belongsTo(COMMON_SCHEMES, digits) || belongsTo(RESERVED_SCHEMES, digits))

/** The stricter check for a number that only its digits suggest. It accepts 2.5 % of random numbers of 16 digits. */
export const isCommonCardNumber = (digits: string): boolean =>
  isPlausible(digits) && belongsTo(COMMON_SCHEMES, digits)

/** EAN-13: barcodes of Germany and Japan start with 4, as the oldest Visa cards do. */
export const isBarcodeNumber = (digits: string): boolean => {
  if (digits.length !== 13) return false
  let sum = 0
  for (let index = 0; index < 13; index++) sum += Number(digits[index]) * (index % 2 === 0 ? 1 : 3)
  return sum % 10 === 0
}
