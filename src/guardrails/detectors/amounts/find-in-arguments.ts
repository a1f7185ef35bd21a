/**
 * Finds amounts of money in the arguments of a tool call: by the names of fields, and in strings.
 *
 * A field is in minor units (cents, pence) if its name or the name of a parent says so: `amount_cents`, `price: { cents }`,
 * `amount_minor`. All other fields are read as major units. If a tool expects cents in a plain `amount`, the amount is read
 * 100 times too large, which causes unnecessary reviews but never skips a necessary one.
 */
import type { Amount } from './amount.js'
import { lookUpCurrency } from './currencies.js'
import { findAmountsInText } from './find-in-text.js'
import { parseMultiplier, parseNumber, normalizeNumbers } from './parse-number.js'

const MONEY_WORDS: ReadonlySet<string> = new Set(
  (
    'amount amounts amt total totals subtotal price prices sum value cost costs payment payments refund refunds balance ' +
    'limit fee fees charge charges budget salary wage bonus deposit withdrawal transfer payout premium rent tip tax vat ' +
    'discount revenue credit debit fine penalty donation loan principal owed due spend spending expense expenses ' +
    'money cash funds net gross cap bid offer usd eur gbp jpy chf cny inr cad aud cents pence'
  ).split(' '),
)

/** A name with one of these words is a count, a number, an ID or a date. */
const NON_MONEY_WORDS: ReadonlySet<string> = new Set(
  (
    'id ids uuid count counts number numbers num no qty quantity percent percentage pct rate ratio date time timestamp ' +
    'year years month months day days hour hours minute minutes second seconds ms index page pages offset code type kind ' +
    'key ref reference name phone zip postal version tokens token size length width height weight score items rows ' +
    'records results retries attempts status method bytes points stars'
  ).split(' '),
)
const MINOR_UNIT_WORDS: ReadonlySet<string> = new Set(['cents', 'cent', 'pence', 'minor', 'centimes'])
const CURRENCY_FIELDS = ['currency', 'currency_code', 'currencyCode', 'currency-code']

/** The arguments come from a model, so their depth and size are limited. */
const MAX_VALUES = 100_000
const MAX_JSON_TEXT = 1_000_000

interface Field {
  value: unknown
  path: string
  /** The words of the nearest field names that describe the value. */
  words: readonly string[]
  currency: string | undefined
}

export const findAmountsInArguments = (args: unknown): Amount[] => {
  const amounts: Amount[] = []
  const visited = new Set<object>()
  const stack: Field[] = [{ value: args, path: '', words: [], currency: undefined }]
  for (let count = 0; stack.length > 0 && count < MAX_VALUES; count += 1) {
    const field = stack.pop()
    if (field === undefined) break
    const value = typeof field.value === 'string' ? parseEmbeddedJson(field.value) : field.value
    if (typeof value === 'object' && value !== null) {
      if (!visited.has(value)) stack.push(...toFields(value, field))
      visited.add(value)
    } else {
      amounts.push(...toAmounts({ ...field, value }))
    }
  }
  return amounts
}

/** In reverse order, because the stack takes the last field first. */
const toFields = (value: object, { path, words, currency }: Field): Field[] => {
  const declaredCurrency = findDeclaredCurrency(value) ?? currency
  return Object.entries(value)
    .slice(0, MAX_VALUES)
    .map(([name, inner]: [string, unknown]) => ({
      value: inner,
      path: `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      words: Array.isArray(value) ? words : getFieldWords(name, words),
      currency: declaredCurrency,
    }))
    .reverse()
}

/** `amount: { units: 5 }` is an amount, `payment: { id: 5 }` is not. */
const getFieldWords = (name: string, above: readonly string[]): readonly string[] => {
  const words = splitName(name)
  return words.some((word) => MONEY_WORDS.has(word) || NON_MONEY_WORDS.has(word))
    ? words
    : [...above, ...words].slice(-20)
}

const splitName = (name: string): string[] =>
  name
    .slice(0, 200)
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)

const findDeclaredCurrency = (value: object): string | undefined => {
  for (const field of CURRENCY_FIELDS) {
    const declaredCurrency: unknown = Object.hasOwn(value, field)
      ? (value as Record<string, unknown>)[field]
      : undefined
    if (typeof declaredCurrency === 'string') return lookUpCurrency(declaredCurrency.trim())?.code
  }
  return undefined
}

const toAmounts = ({ value, path, words, currency }: Field): Amount[] => {
  const isNamed =
    words.some((word) => MONEY_WORDS.has(word)) && !words.some((word) => NON_MONEY_WORDS.has(word))
  const divisor = words.some((word) => MINOR_UNIT_WORDS.has(word)) ? 100 : 1
  const currencyWord = words
    .map((word) => word.toUpperCase())
    .find((word) => word.length === 3 && lookUpCurrency(word)?.code === word)
  const code = currency ?? currencyWord
  const currencyField = code === undefined ? {} : { currency: code }
  if (typeof value === 'string') {
    const number = isNamed ? parseBareNumber(value) : undefined
    if (number !== undefined) return [{ value: number / divisor, ...currencyField, path, text: value }]
    return findAmountsInText(value).map(({ span: _, ...amount }) => ({ ...currencyField, ...amount, path }))
  }
  if (!isNamed || (typeof value !== 'number' && typeof value !== 'bigint')) return []
  const size = Number(value) / divisor
  if (Number.isNaN(size)) return []
  const clamped = Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, size))
  return [{ value: clamped, ...currencyField, path, text: String(value) }]
}

const BARE = /^([+-]?)((?:\d|[.,](?=\d))[\d.,' _]{0,400})/

/** Parses a string that contains only a number: "5000", "-1.234,50", "5e3", "10k". */
const parseBareNumber = (text: string): number | undefined => {
  const folded = normalizeNumbers(text).text.trim()
  if (/^[+-]?\d{1,20}(?:\.\d{1,20})?e[+-]?\d{1,3}$/i.test(folded)) {
    return Math.min(Number(folded), Number.MAX_VALUE)
  }
  const match = BARE.exec(folded)
  if (match?.[2] === undefined) return undefined
  const { factor, length } = parseMultiplier(folded.slice(match[0].length))
  if (match[0].length + length !== folded.length) return undefined
  const size = parseNumber(match[2].replace(/[ ._,']+$/, '')) * factor
  return match[1] === '-' ? -size : size
}

/** Some models encode arguments, or parts of them, as JSON strings. */
const parseEmbeddedJson = (text: string): unknown => {
  if (text.length > MAX_JSON_TEXT || !/^\s*[{[]/.test(text)) return text
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
