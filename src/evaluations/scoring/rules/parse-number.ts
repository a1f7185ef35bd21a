/**
 * Reads the numbers of a text. The conventions of several languages are accepted, and each text has one reading:
 *
 * - groups of three digits separated by commas, spaces, apostrophes, or by dots if there are several: `1,234,567.5`,
 *   `1 234 567,5`, `1'234'567.5`, `1.234.567,5`
 * - a comma before one, two or more than three digits, or after a zero, is a decimal comma: `1,5`, `0,125`
 * - a comma before exactly three digits separates thousands, and a single dot is a decimal point: `1,500` is 1500, `1.500` is 1.5
 * - fractions: `1/2`, `3 1/2`, `½`. A date is none.
 */

const SIGN = String.raw`[-+\u2212]?`
const INTEGERS = [
  String.raw`[1-9]\d{0,2}(?:,\d{3})+(?![\d,])(?:\.\d+)?`,
  String.raw`[1-9]\d{0,2}(?:[ '’]\d{3})+(?!\d)(?:[.,]\d+(?![\d.,]\d))?`,
  String.raw`[1-9]\d{0,2}(?:\.\d{3}){2,}(?![\d.]\d)(?:,\d+)?`,
  String.raw`[1-9]\d{0,2}\.\d{3},\d+(?![\d,]\d)`,
  String.raw`(?<!\d,)\d+,\d+(?![\d,.]*\d)`,
  String.raw`\d+(?:\.\d+)?(?:[eE][-+]?\d+)?`,
]
const FRACTION = String.raw`(?<!\d/)(?:\d+ )?\d+/[1-9]\d*(?![/\d])`
const NUMBER = new RegExp(String.raw`(?<![\d.])${SIGN}(?:${[FRACTION, ...INTEGERS].join('|')})`, 'g')

/** `2½` becomes `2 1/2`, and no-break spaces become spaces. */
const normalize = (text: string): string =>
  text
    .replace(/(?<=\d)(?=[\u00bc-\u00be\u2150-\u215e])/g, ' ')
    .normalize('NFKC')
    .replaceAll('\u2044', '/')

const parseFraction = (text: string): number => {
  const [, whole = '0', numerator = '', denominator = ''] = /^(?:(\d+) )?(\d+)\/(\d+)$/.exec(text) ?? []
  return Number(whole) + Number(numerator) / Number(denominator)
}

const parseDecimal = (text: string): number => {
  const withoutGroups = text.replace(/[ '’]/g, '')
  const [lastDot, lastComma] = [withoutGroups.lastIndexOf('.'), withoutGroups.lastIndexOf(',')]
  const dotCount = withoutGroups.split('.').length - 1
  const isDecimalComma = lastComma > lastDot && !/^[1-9]\d{0,2}(?:,\d{3})+$/.test(withoutGroups)
  if (isDecimalComma || dotCount > 1) return Number(withoutGroups.replaceAll('.', '').replace(',', '.'))
  return Number(withoutGroups.replaceAll(',', ''))
}

const parseNumber = (text: string): number => {
  const unsigned = text.replace(/^[-+\u2212]/, '')
  const value = unsigned.includes('/') ? parseFraction(unsigned) : parseDecimal(unsigned)
  return /^[-\u2212]/.test(text) ? -value : value
}

/** The last number of a text: results usually follow the calculation. */
export const parseLastNumber = (value: unknown): number | undefined => {
  if (typeof value === 'number') return value
  if (typeof value !== 'string') return undefined
  const last = normalize(value).match(NUMBER)?.at(-1)
  if (last === undefined) return undefined
  const number = parseNumber(last)
  return Number.isFinite(number) ? number : undefined
}
