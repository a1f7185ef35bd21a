import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isBudgetExhausted, sumSpending } from './spending.js'

const PRICES = { large: { input: 10, output: 30 }, small: { input: 1, output: 2 } }
const usage = (model: string, input_tokens: number, output_tokens: number) => ({
  model,
  input_tokens,
  output_tokens,
})

test('the tokens of all calls are summed and priced by model', () => {
  expect(sumSpending([usage('large', 1000, 500), usage('small', 1_000_000, 0)], PRICES)).toEqual({
    tokens: 1_001_500,
    cost: 1.025,
    unpriced: [],
  })
})

test('no usage costs nothing', () => {
  expect(sumSpending([], PRICES)).toEqual({ tokens: 0, cost: 0, unpriced: [] })
})

test('models without a price are reported', () => {
  expect(sumSpending([usage('other', 1, 1), { input_tokens: 1, output_tokens: 0 }], PRICES)).toEqual({
    tokens: 3,
    cost: 0,
    unpriced: ['other', 'unknown'],
  })
  expect(sumSpending([usage('constructor', 1, 1)]).unpriced).toEqual(['constructor'])
})

test('NaN and negative counts are ignored', () => {
  expect(sumSpending([usage('large', NaN, -5)], PRICES)).toMatchObject({ tokens: 0, cost: 0 })
})

test('a budget is exhausted when nothing is left of it', () => {
  const spending = sumSpending([usage('large', 100_000, 0)], PRICES)
  expect(isBudgetExhausted(spending, { max_tokens: 100_001, max_cost: 1.01 })).toBe(false)
  expect(isBudgetExhausted(spending, { max_tokens: 100_000 })).toBe(true)
  expect(isBudgetExhausted(spending, { max_cost: 1 })).toBe(true)
  expect(isBudgetExhausted(spending, {})).toBe(false)
})

test('the order of calls does not matter, and more calls never cost less', () => {
  const call = fc.record({
    model: fc.constantFrom('large', 'small', 'other'),
    input_tokens: fc.nat(),
    output_tokens: fc.nat(),
  })
  fc.assert(
    fc.property(fc.array(call), call, (calls, extraCall) => {
      const sum = sumSpending(calls, PRICES)
      expect(sumSpending([...calls].reverse(), PRICES)).toEqual(sum)
      expect(sumSpending([...calls, extraCall], PRICES).cost).toBeGreaterThanOrEqual(sum.cost)
    }),
  )
})
