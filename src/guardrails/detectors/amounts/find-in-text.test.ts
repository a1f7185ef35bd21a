import fc from 'fast-check'
import { expect, test } from 'vitest'
import { filterOverLimit } from './amount.js'
import { findAmountsInText } from './find-in-text.js'

const values = (text: string) => findAmountsInText(text).map(({ value }) => value)

test.each([
  ['It costs $5.', [5]],
  ['$1,234.56 please', [1234.56]],
  ['1.234,56 € bitte', [1234.56]],
  ["CHF 1'234.50", [1234.5]],
  ['1 234,50 EUR', [1234.5]],
  ['1\u202f234\u00a0€', [1234]],
  ['₹1,23,456.78', [123456.78]],
  ['USD 5000', [5000]],
  ['5000USD', [5000]],
  ['US$5k', [5000]],
  ['$2.5m', [2_500_000]],
  ['£3bn', [3e9]],
  ['5 million dollars', [5e6]],
  ['5-million-dollar deal', [5e6]],
  ['$5 hundred thousand', [500_000]],
  ['2 Mio. €', [2e6]],
  ['5万円', [50_000]],
  ['3 crore rupees', [3e7]],
  ['＄１，２３４', [1234]],
  ['١٬٢٣٤٫٥٠ ر.س.', [1234.5]],
  ['-$50', [-50]],
  ['$-50', [-50]],
  ['−50 €', [-50]],
  ['- $50', [50]],
  ['($50)', [50]],
  ['50 cents', [0.5]],
  ['$.50', [0.5]],
  ['1.234 €', [1234]],
  ['$1,234', [1234]],
  ['$0.125', [0.125]],
  ['$5–10k', [5000, 10_000]],
  ['$5-10', [5, 10]],
  ['100 to 200 EUR', [100, 200]],
  ['between $5 and 10', [5, 10]],
  ['kr 500 and 500 kr.', [500, 500]],
  ['R$ 1.500,00', [1500]],
  ['We paid usd 70', [70]],
  ['a refund of 5000.', [5000]],
  ['Total: 12,500.00', [12_500]],
  ['please pay 750 to the shop', [750]],
  ['In 2024 USD 500 was paid', [500]],
  ['On 12.05.2024 EUR 500', [500]],
  ['order 77 $50', [50]],
  ['Rs.5000', [5000]],
  ['1e6 USD', [1e6]],
  ['USD: 5000, USD=6000, (USD) 7000', [5000, 6000, 7000]],
  ['$**5000** and **6000** EUR', [5000, 6000]],
  ['5000 U.S. dollars', [5000]],
  ['5000 Canadian dollars', [5000]],
])('the text "%s" contains the amounts %j', (text, expected) => {
  expect(values(text)).toEqual(expected)
})

test.each([
  'In 2024 we grew.',
  'Call +1 (555) 123-4567 or 0800 123 456.',
  'Order #48291 and order number 48291',
  'a share of 5% and 12.5 percent',
  'on 12.05.2024, 2024-05-12 or 05/12/2024 at 10:30',
  'Version 1.2.3 on 10.0.0.1',
  'TOP 10 and ALL 50 states',
  'a total of 15000 users',
  'a payment in 2023',
  'payment at 10:30',
  'part AB5000 EURO-pallet',
  '5 million people',
  'R2D2 and C3PO',
  'the 3 Franciscans won 5 times',
])('the text "%s" contains no amount', (text) => {
  expect(values(text)).toEqual([])
})

test('an amount has its currency, span and text', () => {
  expect(findAmountsInText('Pay 😀 1.500,00 € now')).toEqual([
    { value: 1500, currency: 'EUR', span: { start: 7, end: 17, label: 'amount' }, text: '1.500,00 €' },
  ])
})

test('only amounts strictly over the limit are returned, whatever their sign', () => {
  const amounts = findAmountsInText('$999, $1000, $1000.01 and -$2000')
  expect(filterOverLimit(amounts, 1000).map(({ value }) => value)).toEqual([1000.01, -2000])
})

const LOCALES =
  'en-US en-GB en-IN de-DE de-CH de-AT fr-FR fr-CH es-ES es-MX it-IT pt-BR pt-PT nl-NL pl-PL sv-SE da-DK nb-NO cs-CZ hu-HU ' +
  'ru-RU uk-UA tr-TR ja-JP zh-CN zh-TW ko-KR hi-IN th-TH vi-VN id-ID he-IL ar-EG ar-SA fa-IR bn-BD'
const CURRENCY_CODES =
  'USD EUR GBP JPY CHF CAD AUD CNY INR BRL SEK NOK DKK PLN CZK HUF RUB TRY KRW MXN ILS THB AED SAR KWD ZAR'

test('an amount in the format of any locale is read correctly or as a larger amount', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...LOCALES.split(' ')),
      fc.constantFrom(...CURRENCY_CODES.split(' ')),
      fc.constantFrom('symbol' as const, 'narrowSymbol' as const, 'code' as const),
      fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
      fc.integer({ min: 0, max: 3 }),
      (locale, currency, currencyDisplay, cents, minimumFractionDigits) => {
        const amount = cents / 100
        const options = {
          style: 'currency',
          currency,
          currencyDisplay,
          minimumFractionDigits,
          maximumFractionDigits: 3,
        } as const
        const text = `Please send ${new Intl.NumberFormat(locale, options).format(amount)} to them.`
        const read = Math.max(0, ...values(text).map(Math.abs))
        expect(read, text).toBeGreaterThanOrEqual(Math.abs(amount) - 1e-6)
        if (minimumFractionDigits === 2 && currency !== 'KWD')
          expect(read, text).toBeCloseTo(Math.abs(amount), 2)
      },
    ),
    { numRuns: 1_000 },
  )
})

test('spans point to the text of the amount for any string', () => {
  const part = fc.constantFrom(
    '$',
    '5',
    '0',
    ',',
    '.',
    ' ',
    'k',
    'EUR',
    '-',
    "'",
    '€',
    '%',
    'pay',
    ' to ',
    '\ud800',
    '５',
    '😀',
  )
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(part, { maxLength: 25 }).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(text, (input) => {
      for (const { value, span, text: amountText } of findAmountsInText(input)) {
        expect(Number.isFinite(value)).toBe(true)
        expect(input.slice(span?.start, span?.end)).toBe(amountText)
      }
    }),
    { numRuns: 2_000 },
  )
})

test.each(['5', '5 ', '$5 ', '1,', "1'000 ", '555 ', '$', ' ', '-', '5-', 'pay ', 'k', '٥', '😀'])(
  'a long text of %j is read completely',
  (part) => {
    const text = part.repeat(Math.ceil(200_000 / part.length))
    expect(Array.isArray(findAmountsInText(text))).toBe(true)
  },
)
