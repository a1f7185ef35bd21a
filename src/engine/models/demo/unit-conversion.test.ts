import { expect, test } from 'vitest'
import { respondToConversion } from './unit-conversion.js'

test.each([
  ['convert 10 km to miles', '10 km = 6.21371 miles'],
  ['What is 72 F in C?', '72 F = 22.2222 C'],
  ['what is 100 degrees celsius in fahrenheit', '100 celsius = 212 fahrenheit'],
  ['How many grams are in 2 lb?', '2 lb = 907.185 grams'],
  ['how many minutes are 3 hours', '3 hours = 180 minutes'],
  ['1.5 gallons in litres please', '1.5 gallons = 5.67812 litres'],
])('"%s" is converted', (text, expected) => {
  expect(respondToConversion(text)).toBe(expected)
})

test.each(['convert 10 km to grams', 'convert 10 parsecs to miles', 'I have 10 apples in total'])(
  '"%s" is not a conversion',
  (text) => {
    expect(respondToConversion(text)).toBeUndefined()
  },
)
