import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findAmountsInArguments } from './find-in-arguments.js'

const values = (args: unknown) => findAmountsInArguments(args).map(({ value }) => value)

test.each([
  [{ amount: 5 }, [5]],
  [{ amount: '5,000.00' }, [5000]],
  [{ amount: '1.234' }, [1234]],
  [{ amount: '-20' }, [-20]],
  [{ amount: '5e3' }, [5000]],
  [{ amount: '10k' }, [10_000]],
  [{ amount: '$5,000' }, [5000]],
  [{ total_price: 5, unitCost: 6, 'refund-value': 7, TotalAmount: 8, totalUSD: 9 }, [5, 6, 7, 8, 9]],
  [{ amount_cents: 500, amountInCents: 600, price: { cents: 700 } }, [5, 6, 7]],
  [{ amount: 500, amount_minor: 500 }, [500, 5]],
  [{ order: { items: [{ price: 1 }, { price: 2 }] } }, [1, 2]],
  [{ amount: { units: '12', currency: 'EUR' } }, [12]],
  [{ payments: [10, 20] }, [10, 20]],
  [{ note: 'send $70 to Ada' }, [70]],
  [{ input: '{"amount": 90}' }, [90]],
  ['{"amount": 90}', [90]],
  [{ amount: 10n }, [10]],
  [{ amount: Infinity }, [Number.MAX_VALUE]],
])('the arguments %o contain the amounts %j', (args, expected) => {
  expect(values(args)).toEqual(expected)
})

test.each([
  [{ total_count: 5000, payment_id: 5000, price_id: '5000', value_type: 1, totalPages: 5000, tax_rate: 19 }],
  [{ quantity: 5000, year: 2024, phone: '5551234567', order_number: 77 }],
  [{ payment: { id: 5000, date: 20240501, method: 1 } }],
  [{ amount: 'none', total: null, price: true, cost: NaN }],
  [null],
  [undefined],
  [5000],
])('the arguments %o contain no amount', (args) => {
  expect(values(args)).toEqual([])
})

test('an amount has its path and the currency of a sibling field or of its name', () => {
  expect(findAmountsInArguments({ 'a/b': [{ amount: 5, currency: 'eur' }], fee_usd: 2 })).toEqual([
    { value: 5, currency: 'EUR', path: '/a~1b/0/amount', text: '5' },
    { value: 2, currency: 'USD', path: '/fee_usd', text: '2' },
  ])
})

test('cyclic and very deep arguments are read', () => {
  const loop: Record<string, unknown> = { amount: 5 }
  loop['self'] = loop
  expect(values(loop)).toEqual([5])
  let deep: unknown = { amount: 5 }
  for (let depth = 0; depth < 50_000; depth += 1) deep = { a: deep }
  expect(values(deep)).toEqual([5])
})

test('amounts are finite numbers for any arguments', () => {
  const name = fc.oneof(fc.string(), fc.constantFrom('amount', 'totalCents', 'currency', '__proto__'))
  const args = fc.dictionary(name, fc.oneof(fc.anything(), fc.jsonValue(), fc.double()))
  fc.assert(
    fc.property(args, (input) => {
      for (const { value } of findAmountsInArguments(input)) expect(Number.isFinite(value)).toBe(true)
    }),
  )
})
