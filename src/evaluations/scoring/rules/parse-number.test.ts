import { describe, expect, it } from 'vitest'
import { parseLastNumber } from './parse-number.js'

describe('the last number of a text', () => {
  it.each([
    ['1,5', 1.5],
    ['1,50 €', 1.5],
    ['0,125', 0.125],
    ['1,500', 1500],
    ['1.500', 1.5],
    ['1 000 000', 1_000_000],
    ['1\u00a0000\u202f000', 1_000_000],
    ['1 234 567,89', 1_234_567.89],
    ["1'234'567.5", 1_234_567.5],
    ['1.234.567', 1_234_567],
    ['1.234,56', 1234.56],
    ['1,234.56', 1234.56],
    ['12,345,678', 12_345_678],
    ['1/2', 0.5],
    ['about 3 1/2 cups', 3.5],
    ['½', 0.5],
    ['2¾', 2.75],
    ['-1/4', -0.25],
    ['\u22123,5', -3.5],
    ['1e3', 1000],
    ['2.5e-3', 0.0025],
    ['6 times 7 is 42.', 42],
    ['1,2,3', 3],
    ['x = 1, 2', 2],
    ['in 2024 100 people', 100],
    ['since 2024', 2024],
    ['on 1/2/2024', 2024],
    ['５０', 50],
    [7, 7],
  ])('%j is read as %d', (text, expected) => {
    expect(parseLastNumber(text)).toBeCloseTo(expected, 12)
  })

  it.each(['no idea', '', null, { n: 1 }])('%j has no number', (text) => {
    expect(parseLastNumber(text)).toBeUndefined()
  })
})
