import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ExactNumber, parseExact, stringifyExact } from './exact-json.ts'

test('numbers keep the digits that were sent', () => {
  const text = '{"id":12345678901234567890,"price":84.90,"tiny":1e-7,"list":[1.0,-0]}'
  expect(stringifyExact(parseExact(text))).toBe(text)
})

test('digits in a string stay a string', () => {
  const text = JSON.stringify({ text: 'costs 84.90, "1.0" or \\\\"2.0"', path: 'C:\\\\1.0\\\\' })
  expect(parseExact(text)).toEqual(JSON.parse(text))
})

test('a number is exact wherever it stands', () => {
  for (const text of [
    '1.0',
    ' [ 1.0 , 2.50 ] ',
    '{"a":{"b":[1,1.0]},"c":1}',
    '[-0,0]',
    '{"a" : 12345678901234567\n}',
  ])
    expect(stringifyExact(parseExact(text))).toBe(text.replaceAll(/\s/g, ''))
})

test('IDs and times with such digits do not make a text slow to parse', () => {
  const text = JSON.stringify({
    id: '0198c9a2-a5c4-7e90-9e21',
    at: 1_763_392_919_120.5,
    time: '15:21:59.120Z',
  })
  expect(parseExact(text)).toEqual(JSON.parse(text))
})

test('a text that is not JSON is an error', () => {
  expect(() => parseExact('{"a": 1.0,}')).toThrow(SyntaxError)
  expect(() => parseExact('01.0')).toThrow(SyntaxError)
})

test('an exact number is written as it was read', () => {
  expect(stringifyExact({ amount: new ExactNumber('84.90') })).toBe('{"amount":84.90}')
  expect(String(new ExactNumber('84.90'))).toBe('84.90')
})

test('every JSON value survives a round trip', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
      const text = stringifyExact(value, indent)
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
      expect(stringifyExact(parseExact(text), indent)).toBe(text)
    }),
  )
})

test('the indented form is that of JSON.stringify', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(stringifyExact(value, 2)).toBe(JSON.stringify(value, null, 2))
    }),
  )
})
