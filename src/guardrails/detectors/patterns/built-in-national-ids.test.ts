import { describe, expect, it } from 'vitest'
import {
  isAadhaar,
  isCodiceFiscale,
  isCpf,
  isDniOrNie,
  isGermanTaxId,
  isItin,
  passesIcao,
  passesVerhoeff,
} from './check-digits.js'
import { compilePatterns } from './compile-patterns.js'
import { findMatches } from './find-matches.js'

const { set } = compilePatterns({ detect_patterns: ['national_id'] })
const find = (text: string): string[] =>
  findMatches(set, text).map(({ start, end, label }) => `${label}: ${text.slice(start, end)}`)

describe('national identification numbers', () => {
  it.each([
    ['NINO AB123456C', 'uk_nino: AB123456C'],
    ['my NI number is ab 12 34 56 c', 'uk_nino: ab 12 34 56 c'],
    ['912-70-1234', 'us_itin: 912-70-1234'],
    ['ITIN: 912701234', 'us_itin: 912701234'],
    ['DNI 12345678Z', 'es_dni: 12345678Z'],
    ['NIE X-1234567-L', 'es_dni: X-1234567-L'],
    ['529.982.247-25', 'br_cpf: 529.982.247-25'],
    ['CPF: 52998224725', 'br_cpf: 52998224725'],
    ['Aadhaar number: 2345 6789 0124', 'in_aadhaar: 2345 6789 0124'],
    ['PAN ABCPE1234F', 'in_pan: ABCPE1234F'],
    ['RSSMRA85T10A562S', 'it_codice_fiscale: RSSMRA85T10A562S'],
    ['rss mra 85t10 a562s', 'it_codice_fiscale: rss mra 85t10 a562s'],
    ['Steuer-ID: 86095742719', 'de_tax_id: 86095742719'],
    ['Meine Steueridentifikationsnummer lautet 65 929 970 489', 'de_tax_id: 65 929 970 489'],
    ['passport number 123456789', 'passport: 123456789'],
    ['Reisepass Nr. C01X00T47', 'passport: C01X00T47'],
    ['passeport 12AB34567', 'passport: 12AB34567'],
  ])('a number is found in %j', (text, expected) => {
    expect(find(text)).toEqual([expected])
  })

  it('both lines of the machine-readable zone of a passport are found', () => {
    const zone = 'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10'
    expect(find(`scan:\n${zone}\nend`)).toEqual([`passport: ${zone}`])
    expect(find(zone.replace('L898902C36', 'L898902C35'))).toEqual([])
  })

  it.each([
    '12345678A',
    '529.982.247-26',
    '912-34-1234',
    'GB123456A is not issued',
    'aadhaar 2345 6789 0125',
    '2019 2020 2021',
    '2345 6789 0124',
    '86095742719',
    'Steuer-ID 86095742718',
    'passport is valid until 20301231',
    'SKU AB123456C, order ABCPE1234F',
    'XAB123456C and AB123456CD',
    'REF-AB123456C',
  ])('nothing is found in %j', (text) => {
    expect(find(text)).toEqual([])
  })
})

describe('check digits', () => {
  it.each([
    [isCpf, '52998224725', '52998224724'],
    [isCpf, '11144477735', '11111111111'],
    [isDniOrNie, '12345678Z', '12345678A'],
    [isDniOrNie, 'Y1234567X', 'Y1234567L'],
    [isAadhaar, '234567890124', '134567890124'],
    [passesVerhoeff, '2363', '2364'],
    [isGermanTaxId, '47036892816', '47036892817'],
    [isGermanTaxId, '86095742719', '11111111111'],
    [isCodiceFiscale, 'RSSMRA85T10A562S', 'RSSMRA85T10A562T'],
    [isItin, '912701234', '912931234'],
  ] as [(value: string) => boolean, string, string][])(
    '%o accepts %s and rejects %s',
    (check, right, wrong) => {
      expect(check(right)).toBe(true)
      expect(check(wrong)).toBe(false)
    },
  )

  it('the check digit of travel documents is verified', () => {
    expect(passesIcao('L898902C3', '6')).toBe(true)
    expect(passesIcao('L898902C3', '5')).toBe(false)
    expect(passesIcao('<<<<<<', '<')).toBe(true)
  })
})
