import { describe, expect, it } from 'vitest'
import { isCommonCardNumber } from './card-numbers.js'
import { compilePatterns } from './compile-patterns.js'
import { findMatches } from './find-matches.js'
import { makeRandom } from '../../../../test/support/random.js'

const { set } = compilePatterns({ detect_patterns: ['credit_card'] })
const find = (text: string): string[] =>
  findMatches(set, text).map(({ start, end }) => text.slice(start, end))

const makeIntegers = (seed: number): ((below: number) => number) => {
  const random = makeRandom(seed)
  return (below) => Math.floor(random() * below)
}

const countAltered = (rows: number, makeRow: () => string): number =>
  Array.from({ length: rows }, makeRow).filter((row) => find(row).length > 0).length

describe('numbers that are not cards', () => {
  it.each([' ', ', ', ',', '\t', '; ', ' | '])(
    '20 random integers separated by %j are unchanged',
    (separator) => {
      const random = makeIntegers(7)
      for (const below of [10, 100, 1_000, 10_000, 100_000, 1_000_000_000]) {
        const altered = countAltered(500, () =>
          Array.from({ length: 20 }, () => random(below)).join(separator),
        )
        expect(altered).toBe(0)
      }
    },
  )

  it('six random floats are unchanged', () => {
    const random = makeIntegers(8)
    for (const digits of [1, 2, 3, 4, 6, 12])
      expect(
        countAltered(500, () =>
          Array.from({ length: 6 }, () => (random(2 ** 31) / 1e6).toFixed(digits)).join(' '),
        ),
      ).toBe(0)
  })

  it.each([
    '1 2 3 5 8 13 21 34 55 89 144 233',
    '1 1 2 3 5 8 13 21 34 55 89 144 233 377 610 987 1597 2584 4181 6765',
    '0.4111111111111111 is a fraction',
    'order 4111111111111111',
    'Tracking number: 4111111111111111',
    '#4111111111111111',
    'https://shop.example/items/4111111111111111',
    'EAN 4006381333931, 4006381333931',
    '4111 1111 1111 1111 2222 3333',
    '77 4111 1111 1111 1111',
    '4111-1111-1111-1111-77',
    '4111111111111111 5105105105105101 4012888888881882 4222222222222221 1234567890123456',
  ])('%j is unchanged', (text) => {
    expect(find(text)).toEqual([])
  })

  it('one random number of 16 digits in forty looks like a card', () => {
    const random = makeIntegers(9)
    const numbers = Array.from({ length: 20_000 }, () =>
      Array.from({ length: 16 }, () => random(10)).join(''),
    )
    const share = numbers.filter(isCommonCardNumber).length / numbers.length
    expect(share).toBeGreaterThan(0.02)
    expect(share).toBeLessThan(0.03)
  })
})

describe('card numbers', () => {
  it.each([
    ['4111 1111 1111 1111 12/27 123', '4111 1111 1111 1111'],
    ['4111111111111111|12|27|123', '4111111111111111'],
    ['4111111111111111/12/27', '4111111111111111'],
    ['2024-05-01,4111111111111111,12.50', '4111111111111111'],
    ['1,4111 1111 1111 1111,12/27', '4111 1111 1111 1111'],
    ['3782 822463 10005', '3782 822463 10005'],
    ['3056-930902-5904', '3056-930902-5904'],
    ['6212 3456 7890 1234 007', '6212 3456 7890 1234 007'],
    ['visa: 4222222222222', '4222222222222'],
    ['my card number is 41 1111 11 11111 11 1', '41 1111 11 11111 11 1'],
    ['Kreditkarte 4111.1111 1111-1111', '4111.1111 1111-1111'],
  ])('a card is found in %j', (text, card) => {
    expect(find(text)).toEqual([card])
  })

  it('a list of cards is found', () => {
    expect(find('4111 1111 1111 1111 5555 5555 5555 4444')).toEqual([
      '4111 1111 1111 1111',
      '5555 5555 5555 4444',
    ])
    expect(find('4111111111111111, 5555555555554444, 4012888888881881, 6011111111111117')).toHaveLength(4)
  })

  it('the longer of two readings is redacted, so that no digits are left', () => {
    expect(find('card 4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1')).toEqual(['4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1'])
  })
})
