import { describe, expect, it } from 'vitest'
import { calculate } from './arithmetic.js'

describe('arithmetic', () => {
  it.each([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['10 - 4 - 3', 3],
    ['100 / 10 / 5', 2],
    ['2^3^2', 512],
    ['2 ** 10', 1024],
    ['-2^2', -4],
    ['2^-1', 0.5],
    ['--3', 3],
    ['7 % 4', 3],
    ['17 × 23', 391],
    ['9 ÷ 3 − 1', 2],
    ['1.5e3 + .5', 1500.5],
    ['sqrt(2)^2', 2],
    ['max(1, 2, 3) - min(4, 5)', -1],
    ['round(1.005, 2)', 1.01],
    ['round(-2.4)', -2],
    ['log(1000) + log(8, 2) + ln(e)', 7],
    ['2 * PI', 2 * Math.PI],
    ['  42  ', 42],
  ])('%s evaluates to %d', (expression, value) => {
    expect(calculate(expression)).toBeCloseTo(value, 12)
  })

  it.each([
    ['', 'the expression ends too early'],
    ['1 +', 'the expression ends too early'],
    ['(1 + 2', 'the expression ends too early'],
    ['1 + + * 2', 'unexpected "*" at position 7'],
    ['1 2', 'unexpected "2" at position 3'],
    ['1 $ 2', 'unexpected "$" at position 3'],
    ['1)', 'unexpected ")" at position 2'],
    ['1 / 0', 'division by zero'],
    ['5 % (2 - 2)', 'division by zero'],
    ['sqrt(-1)', 'the result is not a finite number'],
    ['10^1000', 'the result is not a finite number'],
    ['process', '"process" is not known (position 1)'],
    ['constructor(1)', '"constructor" is not known (position 1)'],
    ['sqrt 4', 'unexpected "4" at position 6'],
    ['sqrt(1, 2)', 'sqrt does not take 2 values'],
    ['('.repeat(400) + '1' + ')'.repeat(400), 'the expression is nested too deep'],
    ['-'.repeat(900) + '1', 'the expression is nested too deep'],
    ['1+'.repeat(600) + '1', 'the expression is longer than 1000 characters'],
  ])('%s is rejected', (expression, message) => {
    expect(() => calculate(expression)).toThrow(message)
  })
})
