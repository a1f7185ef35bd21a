import type { MappedText } from '../text/mapped-text.js'
import { normalizeText } from '../text/normalize.js'

/** Separators of other scripts, and curly apostrophes, as their English equivalents. */
const SEPARATORS: ReadonlyMap<string, string> = new Map([
  ['٫', '.'],
  ['٬', ','],
  ['\u2019', "'"],
  ['\u02bc', "'"],
])

/** Returns the text with English digits, separators, signs and spaces. */
export const normalizeNumbers = (text: string): MappedText => {
  const normalized = normalizeText(text)
  const plain = normalized.text.replace(/[٫٬\u2019\u02bc]/g, (mark) => SEPARATORS.get(mark) ?? mark)
  return { text: plain, toSourceRange: normalized.toSourceRange }
}

/** Digits with thousands and decimal separators of any convention, in a text that `normalizeNumbers` returned. */
export const NUMBER = /\d{1,3}(?:[ ']\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,'_]\d+)*|(?<![\p{L}\d.,])[.,]\d+/gu

/**
 * "1.234" and "1,234" are ambiguous. The larger reading wins, because otherwise a limit could be evaded by writing an amount
 * in another convention.
 */
export const parseNumber = (written: string): number => {
  const separators = written.replace(/\d/g, '')
  const last = separators.at(-1)
  if (last === undefined) return toFiniteNumber(written)
  const isDecimal = last === '.' || last === ','
  const decimals = written.length - written.lastIndexOf(last) - 1
  const whole = written.slice(0, written.lastIndexOf(last))
  const isOnlyMark = separators.indexOf(last) === separators.length - 1
  // One separator, up to three digits before and three after may be thousands, but "0,125" and "1234,567" are not.
  const mayBeThousands = separators.length === 1 && decimals === 3 && /^[1-9]\d{0,2}$/.test(whole)
  if (isDecimal && isOnlyMark && !mayBeThousands) {
    return toFiniteNumber(`${stripNonDigits(whole) || '0'}.${written.slice(-decimals)}`)
  }
  return toFiniteNumber(stripNonDigits(written))
}

const stripNonDigits = (written: string): string => written.replace(/\D/g, '')

const toFiniteNumber = (digits: string): number => Math.min(Number(digits), Number.MAX_VALUE)

/** "12.05.2024", "2024.05.12", "1.2.3": dates and versions. */
export const isDateOrVersion = (written: string): boolean =>
  /^(?:\d{1,2}\.\d{1,2}\.\d{2,4}|\d{4}\.\d{1,2}\.\d{1,2}|\d{1,3}(?:\.\d{1,3}){3}|\d{1,2}\.\d{1,2}\.\d{1,2})$/.test(
    written,
  ) && !/^\d{1,3}(?:\.\d{3})+$/.test(written)

export const isYear = (written: string): boolean => /^(?:19|20)\d\d$/.test(written)

const MULTIPLIERS: ReadonlyMap<string, number> = new Map(
  (
    [
      [1e2, 'hundred'],
      [1e3, 'k thousand thousands grand tsd tausend mille тыс 千 천'],
      [1e4, '万 萬 만'],
      [1e5, 'lakh lakhs lac'],
      // "mil" is a thousand in Spanish; the larger reading wins.
      [1e6, 'm mm mn mio mln mil mill million millions millionen millones milhões млн'],
      [1e7, 'crore crores cr'],
      [1e8, '億 亿 억'],
      [1e9, 'b bn billion billions mrd md milliard milliards milliarden млрд'],
      [1e12, 'tn trillion trillions bio 兆 조'],
    ] as const
  ).flatMap(([factor, names]) => names.split(' ').map((name): [string, number] => [name, factor])),
)

const MULTIPLIER = /^[ -]?(?:([a-zõа-я]{1,10})(?!\p{L})\.?|([千万萬億亿兆만억천조]))/iu

const EXPONENT = /^e\+?(\d{1,2})(?![\p{L}\d])/iu

/** Reads a multiplier after a number ("k", " million", "e6"); returns its factor and length. */
export const parseMultiplier = (after: string): { factor: number; length: number } => {
  const exponent = EXPONENT.exec(after)
  if (exponent !== null) return { factor: 10 ** Number(exponent[1]), length: exponent[0].length }
  let factor = 1
  let length = 0
  // "5 hundred thousand"
  for (let round = 0; round < 3; round += 1) {
    const match = MULTIPLIER.exec(after.slice(length))
    const next = MULTIPLIERS.get((match?.[1] ?? match?.[2] ?? '').toLowerCase())
    if (match === null || next === undefined) break
    factor *= next
    length += match[0].length
  }
  return { factor, length }
}
