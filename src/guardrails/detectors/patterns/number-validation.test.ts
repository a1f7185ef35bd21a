import { describe, expect, it } from 'vitest'
import {
  getIbanLength,
  isCardNumber,
  isSocialSecurityNumber,
  passesLuhn,
  passesMod97,
} from './number-validation.js'

describe('number validation', () => {
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
  ])('accepts %s as a card number', (digits) => expect(isCardNumber(digits)).toBe(true))

  it.each([
    ['has a wrong check digit', '4111111111111112'],
    ['has a length its scheme does not use', '411111111111116'],
    ['has no known prefix', '9111111111111116'],
    ['repeats a single digit', '0000000000000000'],
    ['is too short', '42424242424'],
  ])('rejects a card number that %s', (_why, digits) => expect(isCardNumber(digits)).toBe(false))

  it('validates the Luhn checksum', () => {
    expect(passesLuhn('79927398713')).toBe(true)
    expect(passesLuhn('79927398710')).toBe(false)
  })

  it('rejects social security numbers that are never issued', () => {
    expect(isSocialSecurityNumber('219099999')).toBe(true)
    for (const never of ['000123456', '666123456', '912345678', '123004567', '123450000', '12345678']) {
      expect(isSocialSecurityNumber(never)).toBe(false)
    }
  })

  it('validates the check digits and lengths of IBANs', () => {
    expect(passesMod97('GB82WEST12345698765432')).toBe(true)
    expect(passesMod97('de89370400440532013000')).toBe(true)
    expect(passesMod97('GB83WEST12345698765432')).toBe(false)
    expect(getIbanLength('gb')).toBe(22)
    expect(getIbanLength('ZZ')).toBeUndefined()
  })
})
