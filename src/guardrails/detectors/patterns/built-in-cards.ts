/**
 * Built-in detectors of card numbers. The Luhn check accepts one number in ten, so it proves nothing about a row of
 * numbers. A number counts only if it has a prefix and length of an issuer, is written as cards are (in one piece or in
 * the groups of its length), and is not part of a longer row. After a word such as "card", any grouping counts.
 */
import type { Range } from '../text/mapped-text.js'
import {
  isCardNumber,
  isCommonCardNumber,
  isBarcodeNumber,
  MAX_CARD_DIGITS,
  MIN_CARD_DIGITS,
} from './card-numbers.js'
import { isNamedOtherwise } from './context-words.js'
import { toAnyCase, makeBuiltInDetector, type Detector, type CandidateCheck } from './detector.js'

interface DigitGroup extends Range {
  digits: string
  /** The separators before the group; empty for the first group. */
  separator: string
}

const NO_GROUP: DigitGroup = { start: 0, end: 0, digits: '', separator: '' }

/** All numbers in a row are one candidate, with a letter or dash that makes the last number part of an identifier. */
const NUMBER_ROW = String.raw`[0-9](?:[ \t,;|._/-]{0,3}[0-9])*[A-Za-z_-]?`

const splitDigitGroups = (text: string, start: number, end: number): DigitGroup[] => {
  let previousEnd = start
  return Array.from(text.slice(start, end).matchAll(/[0-9]+/g), ({ 0: digits, index }) => {
    const group = {
      start: start + index,
      end: start + index + digits.length,
      digits,
      separator: text.slice(previousEnd, start + index),
    }
    previousEnd = group.end
    return group
  })
}

/** How cards are printed: by the lengths of their groups. */
const GROUPINGS = [
  [4, 4, 4, 4],
  [4, 6, 5],
  [4, 6, 4],
  [4, 4, 4, 4, 3],
]

/** The separators between the groups of one number. */
const isGroupSeparator = (separator: string): boolean => /^(?:[ \t]{1,2}|[-.]| - )$/.test(separator)
/** The separators between a number and an unrelated neighbor. */
const isFieldSeparator = (separator: string): boolean => /[ \t,;|]/.test(separator)

/** "$4111…", "#4111…" and paths are other numbers. */
const isPrecededByIdentifier = (text: string, at: number): boolean =>
  /[A-Za-z_#$€£@+/\\]/.test(text.charAt(at - 1))
/** A number in one piece is also another number after a dot or a dash: "0.4111…", "ORD-4111…". */
const isPrecededByDotOrDash = (text: string, at: number): boolean => /[.-]/.test(text.charAt(at - 1))

const MAX_SUFFIX_GROUPS = 4

/** An expiry date and a security code often follow a card number; any other number makes it a row. */
const isCardSuffix = (groups: readonly DigitGroup[], from: number): boolean => {
  if (groups.length - from > MAX_SUFFIX_GROUPS) return false
  const rest = groups
    .slice(from)
    .map(({ separator, digits }) => separator.trim() + digits)
    .join(' ')
  return /^(?:(?:0[1-9]|1[0-2]) ?[/-]?(?:20)?[2-4][0-9])?(?:^| |$)(?:[0-9]{3,4})?$/.test(rest)
}

/** Numbers of a row are short. A longer neighbor is a number of its own, such as an account. */
const MAX_ROW_DIGITS = 6

class NumberRow {
  private readonly groups: readonly DigitGroup[]
  private readonly listsOfOthers = new Map<number, boolean>()

  constructor(
    private readonly text: string,
    start: number,
    private readonly end: number,
  ) {
    this.groups = splitDigitGroups(text, start, end)
  }

  private getGroup(index: number): DigitGroup {
    return this.groups[index] ?? NO_GROUP
  }

  findCards(): Range[] {
    const matches: Range[] = []
    let afterCard = -1
    for (let first = 0; first < this.groups.length; first++) {
      const last = this.isWhole(first) ? first : this.findGroupedEnd(first, first === afterCard)
      if (last === undefined) continue
      matches.push({ start: this.getGroup(first).start, end: this.getGroup(last).end })
      afterCard = last + 1
      first = last
    }
    return matches
  }

  /** True if the group is a whole card number, and not one of many numbers of its length. */
  private isWhole(index: number): boolean {
    const { digits, start, separator } = this.getGroup(index)
    if (!isCommonCardNumber(digits) || isBarcodeNumber(digits)) return false
    const [previous, next] = [this.groups[index - 1], this.groups[index + 1]]
    const startsField =
      previous === undefined
        ? this.startsFree() && !isPrecededByDotOrDash(this.text, start)
        : isFieldSeparator(separator) || isCommonCardNumber(previous.digits)
    const endsField =
      next === undefined
        ? this.endsFree()
        : isFieldSeparator(next.separator) || next.separator === '/' || isCommonCardNumber(next.digits)
    return (
      startsField &&
      endsField &&
      !this.isListOfOtherNumbers(digits.length) &&
      !isNamedOtherwise(this.text, start)
    )
  }

  private isListOfOtherNumbers(length: number): boolean {
    const known = this.listsOfOthers.get(length)
    if (known !== undefined) return known
    const ofSameLength = this.groups.filter(({ digits }) => digits.length === length)
    const cards = ofSameLength.filter(({ digits }) => isCommonCardNumber(digits))
    const isList = ofSameLength.length >= 4 && 2 * cards.length < ofSameLength.length
    this.listsOfOthers.set(length, isList)
    return isList
  }

  /** Returns the last group of a card number that starts at the group `first`. */
  private findGroupedEnd(first: number, isAfterCard: boolean): number | undefined {
    for (const lengths of GROUPINGS) {
      if (!this.isGroupedCard(first, lengths)) continue
      const last = first + lengths.length - 1
      if (isAfterCard || (this.startsGroup(first) && this.endsGroup(last))) return last
    }
    return undefined
  }

  private isGroupedCard(first: number, lengths: readonly number[]): boolean {
    const separator = this.groups[first + 1]?.separator ?? ''
    if (!isGroupSeparator(separator)) return false
    let digits = ''
    for (const [index, length] of lengths.entries()) {
      const group = this.groups[first + index]
      if (group?.digits.length !== length || (index > 0 && group.separator !== separator)) return false
      digits += group.digits
    }
    return isCommonCardNumber(digits)
  }

  private startsGroup(first: number): boolean {
    if (first === 0) return this.startsFree()
    const { separator } = this.getGroup(first)
    const isOther = separator !== this.getGroup(first + 1).separator && separator !== '.'
    return isOther || (isFieldSeparator(separator) && !this.isInRow(first - 1))
  }

  /** True if the number ends at the group `last`, or a list of cards follows that ends there. */
  private endsGroup(last: number): boolean {
    for (let end: number | undefined = last; end !== undefined; end = this.findNextCardEnd(end))
      if (this.endsNumber(end)) return true
    return false
  }

  private findNextCardEnd(last: number): number | undefined {
    const lengths = GROUPINGS.find((each) => this.isGroupedCard(last + 1, each))
    return lengths === undefined ? undefined : last + lengths.length
  }

  private endsNumber(last: number): boolean {
    const next = this.groups[last + 1]
    const { separator } = this.getGroup(last)
    if (next === undefined)
      return this.endsFree() || (separator !== '-' && this.text.charAt(this.end - 1) === '-')
    if (next.separator !== separator && next.separator !== '.') return true
    return (
      isFieldSeparator(next.separator) && (!this.isInRow(last + 1) || isCardSuffix(this.groups, last + 1))
    )
  }

  /** True for a short plain number, as in a row. False for a part of a date, a time or an identifier. */
  private isInRow(index: number): boolean {
    const isApart = (group: DigitGroup | undefined): boolean =>
      group === undefined || group.separator === '' || isFieldSeparator(group.separator)
    const group = this.getGroup(index)
    return group.digits.length <= MAX_ROW_DIGITS && isApart(group) && isApart(this.groups[index + 1])
  }

  private startsFree(): boolean {
    return !isPrecededByIdentifier(this.text, this.getGroup(0).start)
  }

  private endsFree(): boolean {
    return this.groups.at(-1)?.end === this.end
  }
}

const checkNumberRow: CandidateCheck = (text, start, end) => ({
  matches: end - start < MIN_CARD_DIGITS ? [] : new NumberRow(text, start, end).findCards(),
  next: end,
})

const CARD_WORD =
  String.raw`\b` +
  toAnyCase(
    '(?:cards?|visa|mastercard|amex|american express|maestro|unionpay|diners|credit|debit|cc|tarjeta|carte|karte|kreditkarte|cart(?:a|ã)o|carta)',
  )
// Does not cross brackets: after a replaced number, the next number is not the one that the word named.
const NAMED_CARD =
  CARD_WORD +
  String.raw`(?:[^0-9A-Za-z\n\[\]<>{}*][^0-9\n\[\]<>{}*]{0,30})?[^0-9A-Za-z\n\[\]<>{}*]` +
  String.raw`[0-9](?:[ \t._/-]{0,3}[0-9]){11,26}[A-Za-z_]?`

/** The first digits after the word, in any grouping; of two readings the longer one, which leaves no digits behind. */
const checkNamedCard: CandidateCheck = (text, start, end) => {
  const digitsAt = start + text.slice(start, end).search(/[0-9]/)
  const groups = splitDigitGroups(text, digitsAt, end)
  let digits = ''
  let match: Range | undefined
  for (const group of groups) {
    digits += group.digits
    if (digits.length > MAX_CARD_DIGITS) break
    const continues = group.end === end ? false : /[0-9A-Za-z_]/.test(text.charAt(group.end))
    if (!continues && isCardNumber(digits)) match = { start: digitsAt, end: group.end }
  }
  return match === undefined ? { matches: [], next: start + 1 } : { matches: [match], next: match.end }
}

export const CARD_DETECTORS: Detector[] = [
  makeBuiltInDetector('credit_card', NUMBER_ROW, checkNumberRow),
  makeBuiltInDetector('credit_card', NAMED_CARD, checkNamedCard),
]
