import { describe, expect, it } from 'vitest'
import { getIbanLength, isSocialSecurityNumber, passesLuhn, passesMod97 } from './number-validation.js'

describe('number validation', () => {
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
