import { expect, test } from 'vitest'
import { respondToCalculation, findCalculation } from './calculation.js'

test.each([
  ['what is 17 * 23?', '17 * 23 = 391'],
  ['What is 2 + 3 * 4?', '2 + 3 * 4 = 14'],
  ['Calculate (2 + 3) * 4.', '(2 + 3) * 4 = 20'],
  ['what is 2 ^ 3 ^ 2', '2 ^ 3 ^ 2 = 512'],
  ['what is -2^2?', '-2^2 = -4'],
  ['what is 10 - 4 - 3?', '10 - 4 - 3 = 3'],
  ['What is 15% of 80?', '15% of 80 = 12'],
  ['how much is 1,000 divided by 8?', '1,000 divided by 8 = 125'],
  ['0.1 + 0.2', '0.1 + 0.2 = 0.3'],
  ['what is 17 mod 5?', '17 mod 5 = 2'],
  ['what is the square root of 144?', 'the square root of 144 = 12'],
  ['Please add 3 and 4.', '3 + 4 = 7'],
  ['subtract 3 from 10', '10 - 3 = 7'],
  ['what is 6 x 7? Answer briefly.', '6 x 7 = 42'],
  ['what is 1/0?', '1/0 has no result.'],
  ['Use the calculator for 12*12', '12*12 = 144'],
])('%s is calculated', (text, expected) => {
  expect(respondToCalculation(text)).toBe(expected)
})

test.each([
  'what is the status of order 10-17?',
  'Call me at 555-1234',
  'what is 5?',
  'what is 2 + ?',
  'what is (2 + 3?',
  'add salt and pepper',
  'It costs 20%.',
  '',
])('"%s" requests no calculation', (text) => {
  expect(findCalculation(text)).toBeUndefined()
})

test('a long sequence of parentheses is rejected before it is parsed', () => {
  expect(findCalculation(`what is ${'('.repeat(5000)}1`)).toBeUndefined()
})
