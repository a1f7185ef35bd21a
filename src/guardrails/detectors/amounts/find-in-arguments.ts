/**
 * Finds sums of money in the arguments of a tool call, by the names of fields, and in their texts.
 *
 * A field is in minor units (cents, pence) where its name or one above it says so: `amount_cents`, `price: { cents }`,
 * `amount_minor`. All others are taken in major units. An interface that means cents by a plain `amount` is thus read a
 * hundred times too large: more is reviewed than need be, and nothing passes that should not.
 */
import type { Amount } from './amount.js'
import { currencyOf } from './currencies.js'
import { amountsInText } from './find-in-text.js'
import { readMultiplier, readNumber, withPlainNumbers } from './parse-number.js'

const MONEY: ReadonlySet<string> = new Set(
  (
    'amount amounts amt total totals subtotal price prices sum value cost costs payment payments refund refunds balance ' +
    'limit fee fees charge charges budget salary wage bonus deposit withdrawal transfer payout premium rent tip tax vat ' +
    'discount revenue credit debit fine penalty donation loan principal owed due spend spending expense expenses ' +
    'money cash funds net gross cap bid offer usd eur gbp jpy chf cny inr cad aud cents pence'
  ).split(' '),
)

/** A name with one of these counts, numbers or dates something. */
const NO_MONEY: ReadonlySet<string> = new Set(
  (
    'id ids uuid count counts number numbers num no qty quantity percent percentage pct rate ratio date time timestamp ' +
    'year years month months day days hour hours minute minutes second seconds ms index page pages offset code type kind ' +
    'key ref reference name phone zip postal version tokens token size length width height weight score items rows ' +
    'records results retries attempts status method bytes points stars'
  ).split(' '),
)
const HUNDREDTHS: ReadonlySet<string> = new Set(['cents', 'cent', 'pence', 'minor', 'centimes'])
const CURRENCY_FIELDS = ['currency', 'currency_code', 'currencyCode', 'currency-code']

/** Arguments come from a model: their depth and number are not trusted. */
const MAX_VALUES = 100_000
const MAX_JSON_TEXT = 1_000_000

interface Place {
  value: unknown
  path: string
  /** Words of the nearest names above that say what it is. */
  words: readonly string[]
  currency: string | undefined
}

export const amountsInArguments = (args: unknown): Amount[] => {
  const amounts: Amount[] = []
  const seen = new Set<object>()
  const open: Place[] = [{ value: args, path: '', words: [], currency: undefined }]
  for (let count = 0; open.length > 0 && count < MAX_VALUES; count += 1) {
    const place = open.pop()
    if (place === undefined) break
    const value = typeof place.value === 'string' ? jsonIn(place.value) : place.value
    if (typeof value === 'object' && value !== null) {
      if (!seen.has(value)) open.push(...placesIn(value, place))
      seen.add(value)
    } else {
      amounts.push(...amountsOf({ ...place, value }))
    }
  }
  return amounts
}

/** In reverse, since the last is looked at first. */
const placesIn = (value: object, { path, words, currency }: Place): Place[] => {
  const own = currencyIn(value) ?? currency
  return Object.entries(value)
    .slice(0, MAX_VALUES)
    .map(([name, inner]: [string, unknown]) => ({
      value: inner,
      path: `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      words: Array.isArray(value) ? words : namesOf(name, words),
      currency: own,
    }))
    .reverse()
}

/** "amount": { "units": 5 } is an amount too, "payment": { "id": 5 } is none. */
const namesOf = (name: string, above: readonly string[]): readonly string[] => {
  const words = wordsOf(name)
  return words.some((word) => MONEY.has(word) || NO_MONEY.has(word)) ? words : [...above, ...words].slice(-20)
}

const wordsOf = (name: string): string[] =>
  name
    .slice(0, 200)
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)

const currencyIn = (value: object): string | undefined => {
  for (const field of CURRENCY_FIELDS) {
    const own: unknown = Object.hasOwn(value, field) ? (value as Record<string, unknown>)[field] : undefined
    if (typeof own === 'string') return currencyOf(own.trim())?.code
  }
  return undefined
}

const amountsOf = ({ value, path, words, currency }: Place): Amount[] => {
  const isNamed = words.some((word) => MONEY.has(word)) && !words.some((word) => NO_MONEY.has(word))
  const divisor = words.some((word) => HUNDREDTHS.has(word)) ? 100 : 1
  const named = words
    .map((word) => word.toUpperCase())
    .find((word) => word.length === 3 && currencyOf(word)?.code === word)
  const code = currency ?? named
  const inCode = code === undefined ? {} : { currency: code }
  if (typeof value === 'string') {
    const number = isNamed ? bareNumber(value) : undefined
    if (number !== undefined) return [{ value: number / divisor, ...inCode, path, text: value }]
    return amountsInText(value).map(({ span: _, ...amount }) => ({ ...inCode, ...amount, path }))
  }
  if (!isNamed || (typeof value !== 'number' && typeof value !== 'bigint')) return []
  const size = Number(value) / divisor
  if (Number.isNaN(size)) return []
  const bounded = Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, size))
  return [{ value: bounded, ...inCode, path, text: String(value) }]
}

const BARE = /^([+-]?)((?:\d|[.,](?=\d))[\d.,' _]{0,400})/

/** A string that is a number and nothing else: "5000", "-1.234,50", "5e3", "10k". */
const bareNumber = (text: string): number | undefined => {
  const folded = withPlainNumbers(text).text.trim()
  if (/^[+-]?\d{1,20}(?:\.\d{1,20})?e[+-]?\d{1,3}$/i.test(folded)) {
    return Math.min(Number(folded), Number.MAX_VALUE)
  }
  const found = BARE.exec(folded)
  if (found?.[2] === undefined) return undefined
  const { factor, length } = readMultiplier(folded.slice(found[0].length))
  if (found[0].length + length !== folded.length) return undefined
  const size = readNumber(found[2].replace(/[ ._,']+$/, '')) * factor
  return found[1] === '-' ? -size : size
}

/** Some models write the arguments, or part of them, as text. */
const jsonIn = (text: string): unknown => {
  if (text.length > MAX_JSON_TEXT || !/^\s*[{[]/.test(text)) return text
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
