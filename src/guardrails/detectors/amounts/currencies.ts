import { computeOnce } from '../compute-once.js'

/** Symbols of currencies; the code is undefined if several countries use the same symbol. */
const SYMBOLS: [written: string, code: string | undefined][] = [
  ['$', 'USD'],
  ['US$', 'USD'],
  ['$US', 'USD'],
  ['C$', 'CAD'],
  ['CA$', 'CAD'],
  ['$CA', 'CAD'],
  ['A$', 'AUD'],
  ['AU$', 'AUD'],
  ['NZ$', 'NZD'],
  ['HK$', 'HKD'],
  ['S$', 'SGD'],
  ['NT$', 'TWD'],
  ['MX$', 'MXN'],
  ['R$', 'BRL'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['UK£', 'GBP'],
  ['¥', 'JPY'],
  ['JP¥', 'JPY'],
  ['CN¥', 'CNY'],
  ['円', 'JPY'],
  ['元', 'CNY'],
  ['人民币', 'CNY'],
  ['₩', 'KRW'],
  ['원', 'KRW'],
  ['₹', 'INR'],
  ['Rs', 'INR'],
  ['Rs.', 'INR'],
  ['₽', 'RUB'],
  ['руб', 'RUB'],
  ['руб.', 'RUB'],
  ['₺', 'TRY'],
  ['TL', 'TRY'],
  ['₴', 'UAH'],
  ['₪', 'ILS'],
  ['₫', 'VND'],
  ['₱', 'PHP'],
  ['₦', 'NGN'],
  ['฿', 'THB'],
  ['บาท', 'THB'],
  ['₸', 'KZT'],
  ['₾', 'GEL'],
  ['₿', 'XBT'],
  ['BTC', 'XBT'],
  ['zł', 'PLN'],
  ['Kč', 'CZK'],
  ['Ft', 'HUF'],
  ['лв', 'BGN'],
  ['лв.', 'BGN'],
  ['lei', 'RON'],
  ['R', 'ZAR'],
  ['RM', 'MYR'],
  ['Rp', 'IDR'],
  ['Fr', 'CHF'],
  ['Fr.', 'CHF'],
  ['SFr.', 'CHF'],
  ['E£', 'EGP'],
  ['EG£', 'EGP'],
  ['£E', 'EGP'],
  ['£GB', 'GBP'],
  ['$AU', 'AUD'],
  ['$MX', 'MXN'],
  ['$NZ', 'NZD'],
  ['$SG', 'SGD'],
  ['$HK', 'HKD'],
  ['BR$', 'BRL'],
  ['¥CN', 'CNY'],
  ['NKr', 'NOK'],
  ['Nkr', 'NOK'],
  ['Dkr', 'DKK'],
  ['Skr', 'SEK'],
  ['د.ك.', 'KWD'],
  ['kr', undefined],
  ['kr.', undefined],
  ['د.إ.', 'AED'],
  ['ر.س.', 'SAR'],
  ['ج.م.', 'EGP'],
  ['ریال', 'IRR'],
]

const WORDS: [written: string, code: string | undefined][] = [
  ['dollar', 'USD'],
  ['dollars', 'USD'],
  ['US dollars', 'USD'],
  ['bucks', 'USD'],
  ['U.S. dollars', 'USD'],
  ['American dollars', 'USD'],
  ['Canadian dollars', 'CAD'],
  ['Australian dollars', 'AUD'],
  ['New Zealand dollars', 'NZD'],
  ['Singapore dollars', 'SGD'],
  ['Hong Kong dollars', 'HKD'],
  ['British pounds', 'GBP'],
  ['Mexican pesos', 'MXN'],
  ['Indian rupees', 'INR'],
  ['Japanese yen', 'JPY'],
  ['Chinese yuan', 'CNY'],
  ['euro', 'EUR'],
  ['euros', 'EUR'],
  ['pound', 'GBP'],
  ['pounds', 'GBP'],
  ['pounds sterling', 'GBP'],
  ['quid', 'GBP'],
  ['yen', 'JPY'],
  ['yuan', 'CNY'],
  ['renminbi', 'CNY'],
  ['rupee', 'INR'],
  ['rupees', 'INR'],
  ['franc', undefined],
  ['francs', undefined],
  ['Swiss francs', 'CHF'],
  ['kronor', 'SEK'],
  ['kroner', undefined],
  ['krona', 'SEK'],
  ['krone', undefined],
  ['rubles', 'RUB'],
  ['roubles', 'RUB'],
  ['pesos', undefined],
  ['reais', 'BRL'],
  ['dirhams', 'AED'],
  ['shekels', 'ILS'],
  ['won', 'KRW'],
  ['rand', 'ZAR'],
  ['zloty', 'PLN'],
  ['bitcoin', 'XBT'],
  ['bitcoins', 'XBT'],
]

/** Names of hundredths. */
const MINOR_UNITS: [written: string, code: string | undefined][] = [
  ['¢', 'USD'],
  ['cent', undefined],
  ['cents', undefined],
  ['pence', 'GBP'],
]

/** Codes that are also English words, or not money: they count only if the number looks like an amount. */
const AMBIGUOUS_CODES: ReadonlySet<string> = new Set(
  'ALL TOP TRY CUP PEN SOS MAD GEL RON BAM LAK MOP SLE SIT DEM FIM CAD XXX XTS NIO ANG ARS STD BOB LSL VES'.split(
    ' ',
  ),
)
/** Ambiguous codes that usually mean money when they are next to a number. */
const ACCEPTED_AMBIGUOUS_CODES: ReadonlySet<string> = new Set(['CAD', 'TRY', 'MAD', 'RON', 'ARS'])
const LOWER_CODES = 'usd eur gbp jpy chf cad aud cny inr brl sek nok dkk pln'.split(' ')

export interface Currency {
  code: string | undefined
  /** 100 for cents, otherwise 1. */
  divisor: number
  isAmbiguous: boolean
}

const toCurrency = (code: string | undefined, divisor = 1): Currency => ({
  code,
  divisor,
  isAmbiguous: false,
})
const CODES = Intl.supportedValuesOf('currency')

/** By spelling; names of currencies are in lower case. */
export const CURRENCIES: ReadonlyMap<string, Currency> = new Map<string, Currency>([
  ...CODES.map((code): [string, Currency] => [
    code,
    { code, divisor: 1, isAmbiguous: AMBIGUOUS_CODES.has(code) && !ACCEPTED_AMBIGUOUS_CODES.has(code) },
  ]),
  ...LOWER_CODES.map((code): [string, Currency] => [code, toCurrency(code.toUpperCase())]),
  ...[...SYMBOLS, ...WORDS].map(([written, code]): [string, Currency] => [written, toCurrency(code)]),
  ...MINOR_UNITS.map(([written, code]): [string, Currency] => [written, toCurrency(code, 100)]),
])

const escapeRegExp = (written: string): string => written.replace(/[$.]/g, '\\$&')
const isLetter = (character: string | undefined): boolean => /\p{L}/u.test(character ?? '')

/** Asian currency words need no space around them; all others must not be part of a longer word. */
const toAlternation = (names: Iterable<string>): string =>
  [...names]
    .sort((a, b) => b.length - a.length)
    .map((name) => {
      const first = isLetter(name.at(0)) ? '(?<!\\p{L})' : ''
      const isWord = isLetter(name.at(-1)) && !/[円元币원]$/u.test(name)
      return `${first}${escapeRegExp(name)}${isWord ? '(?!\\p{L})' : ''}`
    })
    .join('|')

/** Symbols and codes can precede a number, words cannot. */
const PREFIXES = [...CODES, ...LOWER_CODES, ...SYMBOLS.map(([written]) => written)]
const SUFFIXES = [...CURRENCIES.keys()].flatMap((name) =>
  /^[a-z ]+$/.test(name) ? [name, name.charAt(0).toUpperCase() + name.slice(1)] : [name],
)

const getPrefixExpression = computeOnce(
  () => new RegExp(`(${toAlternation(PREFIXES).replaceAll('(?!\\p{L})', '')})$`, 'u'),
)
const getSuffixExpression = computeOnce(
  () => new RegExp(`^(${toAlternation(SUFFIXES).replaceAll('(?<!\\p{L})', '')})`, 'u'),
)

/** Returns the currency at the end of the text, as it is written. */
export const findCurrencyPrefix = (text: string): string | undefined => getPrefixExpression().exec(text)?.[1]

/** Returns the currency at the start of the text, as it is written. */
export const findCurrencySuffix = (text: string): string | undefined => getSuffixExpression().exec(text)?.[1]

export const lookUpCurrency = (written: string): Currency | undefined =>
  CURRENCIES.get(written) ?? CURRENCIES.get(written.toLowerCase())
