/**
 * Finds amounts of money in a text: numbers with a currency, and numbers after a word such as "refund of". Years, dates, phone
 * and order numbers have neither; percentages are excluded. Amounts in words ("five thousand") are not found.
 */
import type { Amount } from './amount.js'
import { findCurrencyPrefix, findCurrencySuffix, lookUpCurrency, type Currency } from './currencies.js'
import {
  isDateOrVersion,
  isYear,
  NUMBER,
  parseMultiplier,
  parseNumber,
  normalizeNumbers,
} from './parse-number.js'

interface NumberInText {
  start: number
  end: number
  written: string
  isNegative: boolean
  factor: number
  currency: Currency | undefined
  isMoney: boolean
}

const REACH = 24
const PERCENT = /^ ?(?:%|‰|percent|per cent|pct|bps|basis points?)/i
const RANGE_SEPARATOR = /^ ?(?:-|–|—|~|\.\.\.?|to|up to|bis|à|through) ?$/
/** The maximum number of characters between the ends of a range. */
const MAX_RANGE_SEPARATOR = 8
const MAX_GAP = 5
const BETWEEN_BEFORE = /\bbetween [^\d]{0,6}$/i
const MONEY_WORD_BEFORE =
  /(?:^|[^\p{L}])(?:amount|total|subtotal|price|cost|refund|payment|fee|balance|sum|budget|charge|salary|deposit|pay|paid|payout|transfer|refunded|owed?|worth|bill)s?(?: ?[:=] ?| (?:(?:of|is|was|to|at|about|around|over|exactly|only|be|by|amount|due|up) ){0,3})$/iu
/** What may follow an amount without a currency: anything but the noun of a count. */
const NO_COUNTED_NOUN_AFTER =
  /^ ?(?:$|[.,;!?)\]"'\n]|:(?!\d)|(?:to|for|from|by|on|in|and|or|will|is|was|has|at|if|as|which|that|via|with|due|back|today|now|immediately|per|into|before|after|please)(?!\p{L}))/iu

export const findAmountsInText = (text: string): Amount[] => {
  const { text: plain, toSourceRange } = normalizeNumbers(text)
  const numbers: NumberInText[] = []
  for (const match of plain.matchAll(NUMBER)) numbers.push(classifyNumber(plain, match.index, match[0]))
  shareCurrencyInRanges(plain, numbers)
  return numbers
    .filter(({ isMoney }) => isMoney)
    .map(({ start, end, written, isNegative, factor, currency }) => {
      const span = toSourceRange(start, end)
      const size = (parseNumber(written) * factor) / (currency?.divisor ?? 1)
      return {
        value: isNegative ? -size : Math.min(size, Number.MAX_VALUE),
        ...(currency?.code === undefined ? {} : { currency: currency.code }),
        span: { start: span.start, end: span.end, label: 'amount' },
        text: text.slice(span.start, span.end),
      }
    })
}

const classifyNumber = (text: string, at: number, written: string): NumberInText => {
  const before = readPrefix(text, at)
  const numberEnd = at + written.length
  const tail = text.slice(numberEnd, numberEnd + 3 * REACH)
  const { factor, length } = parseMultiplier(tail)
  const after = readSuffix(tail.slice(length), written)
  // R2D2, EUR5x: an identifier, not an amount.
  const isInWord = after.currency === undefined && /^\p{L}/u.test(tail.slice(length))
  const currency = before.currency ?? after.currency
  const isMoney = currency !== undefined && isMoneyLike(written, currency, before.currency !== undefined)
  const result = {
    start: before.start,
    end: numberEnd + length + (before.currency === undefined ? after.length : 0),
    written,
    isNegative: before.isNegative,
    factor,
    currency: isMoney ? currency : undefined,
    isMoney: isMoney && !PERCENT.test(tail) && !before.isPartOfWord && !isInWord,
  }
  return result.isMoney ? result : { ...result, isMoney: followsMoneyWord(text, at, written, tail, length) }
}

const isMoneyLike = (written: string, currency: Currency, isBefore: boolean): boolean =>
  (!currency.isAmbiguous || /[.,' ]/.test(written)) && (isBefore || !isDateOrVersion(written))

interface NumberPrefix {
  start: number
  currency: Currency | undefined
  isNegative: boolean
  /** True for a part of a word or code, such as AB123. */
  isPartOfWord: boolean
}

/** Reads the currency and the sign before a number, in either order: -$5, $-5, CHF-5. */
const readPrefix = (text: string, at: number): NumberPrefix => {
  const gap = skipGapBackwards(text, at)
  const hasSign = text.charAt(gap - 1) === '-'
  const end = hasSign ? skipGapBackwards(text, gap - 1) : gap
  const written = findCurrencyPrefix(text.slice(Math.max(0, end - REACH), end))
  const currency = written === undefined ? undefined : lookUpCurrency(written)
  if (written === undefined || currency === undefined) {
    // "- 5 €" is a list item, not a negative amount.
    const isNegative = hasSign && gap === at && isSign(text, at - 1)
    const isPartOfWord = /[\p{L}\d_#]/u.test(text.charAt(at - 1))
    return { start: isNegative ? at - 1 : at, currency: undefined, isNegative, isPartOfWord }
  }
  const start = end - written.length
  const isNegative = hasSign || isSign(text, start - 1)
  return { start: !hasSign && isNegative ? start - 1 : start, currency, isNegative, isPartOfWord: false }
}

/** A hyphen after a word or number is not a minus sign. */
const isSign = (text: string, at: number): boolean =>
  text.charAt(at) === '-' && !/[\p{L}\d]/u.test(text.charAt(at - 1))

/** Skips spaces and other characters that may separate a currency from its number: "USD: **5**". */
const skipGapBackwards = (text: string, at: number): number => {
  let start = at
  while (at - start < MAX_GAP && start > 0 && ' *_`:=)'.includes(text.charAt(start - 1))) start -= 1
  return start
}

const readSuffix = (tail: string, written: string): { currency: Currency | undefined; length: number } => {
  const noCurrency = { currency: undefined, length: 0 }
  const gap = /^(?:,-|\.-|[ *_`-]){0,4}/.exec(tail)?.[0].length ?? 0
  const symbol = findCurrencySuffix(tail.slice(gap))
  const currency = symbol === undefined ? undefined : lookUpCurrency(symbol)
  if (symbol === undefined || currency === undefined) return noCurrency
  const next = tail.slice(gap + symbol.length)
  // In "order 77 $50" the symbol belongs to the next number; in "in 2024 USD 50" so does the code after a year.
  const belongsToNextNumber = /\p{L}$/u.test(symbol)
    ? isYear(written) && /^ ?\d/.test(next)
    : gap > 0 && /^\d/.test(next)
  return belongsToNextNumber ? noCurrency : { currency, length: gap + symbol.length }
}

const followsMoneyWord = (
  text: string,
  at: number,
  written: string,
  tail: string,
  multiplierLength: number,
): boolean =>
  !isYear(written) &&
  !isDateOrVersion(written) &&
  NO_COUNTED_NOUN_AFTER.test(tail.slice(multiplierLength)) &&
  MONEY_WORD_BEFORE.test(text.slice(Math.max(0, at - 2 * REACH), at))

/** "$5–10k", "100 to 200 EUR": both ends of a range share the currency and the multiplier. */
const shareCurrencyInRanges = (text: string, numbers: NumberInText[]): void => {
  for (const [index, second] of numbers.entries()) {
    const first = numbers[index - 1]
    if (first === undefined || !(first.isMoney || second.isMoney)) continue
    if (second.start < first.end || second.start - first.end > MAX_RANGE_SEPARATOR) continue
    const between = text.slice(first.end, second.start)
    const isPair =
      between === ' and ' && BETWEEN_BEFORE.test(text.slice(Math.max(0, first.start - REACH), first.start))
    if (!RANGE_SEPARATOR.test(between) && !isPair) continue
    const tail = text.slice(second.end, second.end + REACH)
    if (!second.isMoney && (isYear(second.written) || PERCENT.test(tail))) continue
    first.currency ??= second.currency
    second.currency ??= first.currency
    if (first.factor === 1) first.factor = second.factor
    first.isMoney = true
    second.isMoney = true
  }
}
