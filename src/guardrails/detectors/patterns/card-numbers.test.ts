import { describe, expect, it } from 'vitest'
import { isBarcodeNumber, isCardNumber, isCommonCardNumber } from './card-numbers.js'

describe('card numbers', () => {
  it.each([
    '4111111111111111',
    '5555555555554444',
    '2223003122003222',
    '378282246310005',
    '30569309025904',
    '6011111111111117',
    '3530111333300000',
    '4222222222222',
    '6304000000000000',
    '6200000000000005',
  ])('accepts %s as a card number, with and without a word beside it', (digits) => {
    expect(isCardNumber(digits)).toBe(true)
    expect(isCommonCardNumber(digits)).toBe(true)
  })

  it('accepts a number of a reserved block only if something names it as a card', () => {
    expect(isCardNumber('587428561654')).toBe(true)
    expect(isCommonCardNumber('587428561654')).toBe(false)
  })

  it.each([
    ['has a wrong check digit', '4111111111111112'],
    ['has a length its scheme does not use', '411111111111116'],
    ['has no known prefix', '9111111111111116'],
    ['repeats a single digit', '0000000000000000'],
    ['is too short', '42424242424'],
  ])('rejects a card number that %s', (_why, digits) => expect(isCardNumber(digits)).toBe(false))

  it('recognizes the check digit of a barcode', () => {
    expect(isBarcodeNumber('4006381333931')).toBe(true)
    expect(isBarcodeNumber('4222222222222')).toBe(false)
    expect(isBarcodeNumber('400638133393')).toBe(false)
  })
})
