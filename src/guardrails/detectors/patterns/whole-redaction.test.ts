/** An identifier is redacted as a whole: what is left of a number would still identify a person. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BUILT_IN_NAMES } from './built-in-patterns.js'
import { compilePatterns } from './compile-patterns.js'
import { findMatches, redact } from './find-matches.js'

const ALL = compilePatterns({ detect_patterns: [...BUILT_IN_NAMES] }).set
const redactAll = (text: string): string => redact(text, findMatches(ALL, text), '[]')

/** Returns a run of at least four characters of the identifier that is left in the text. */
const findRemains = (identifier: string, text: string): string | undefined => {
  const characters = identifier.replace(/[^0-9A-Za-z]/g, '')
  const left = text.replace(/[^0-9A-Za-z]/g, '')
  for (let at = 0; at + 4 <= characters.length; at++) {
    const run = characters.slice(at, at + 4)
    if (left.includes(run)) return run
  }
  return undefined
}

const digits = (length: number) => fc.stringMatching(new RegExp(`^[2-9][0-9]{${String(length - 1)}}$`))
const extension = fc
  .tuple(
    fc.constantFrom(
      'x',
      ' x',
      ' x ',
      'ext',
      ' ext ',
      ' ext. ',
      ', ext. ',
      ' extension ',
      ' Ext: ',
      ';ext=',
      ' #',
      ' EXT. ',
    ),
    fc.stringMatching(/^[0-9]{2,6}$/),
  )
  .map(([word, number]) => word + number)
const phone = fc
  .record({
    area: digits(3),
    exchange: digits(3),
    line: fc.stringMatching(/^[0-9]{4}$/),
    form: fc.nat({ max: 6 }),
    extension: fc.option(extension, { nil: '' }),
  })
  .map(({ area, exchange, line, form, extension: suffix }) => {
    const forms = [
      `+1-${area}-${exchange}-${line}`,
      `+1 ${area} ${exchange} ${line}`,
      `+1${area}${exchange}${line}`,
      `(${area}) ${exchange}-${line}`,
      `${area}-${exchange}-${line}`,
      `${area}.${exchange}.${line}`,
      `001-${area}-${exchange}-${line}`,
    ]
    return forms[form]! + suffix
  })
const international = fc
  .tuple(
    fc.constantFrom('+49 30', '+33 1', '+44 20', '+91 98', '+55 11', '+81 3'),
    digits(4),
    digits(4),
    fc.option(extension, { nil: '' }),
  )
  .map(([prefix, first, second, suffix]) => `${prefix} ${first} ${second}${suffix}`)
  .filter((number) => /^\+(?:49|44|55|81)/.test(number))

const withCheckDigit = (body: string): string =>
  Array.from({ length: 10 }, (_, digit) => `${body}${String(digit)}`).find((number) => passesLuhn(number))!
const passesLuhn = (number: string): boolean => {
  const sum = number
    .split('')
    .reverse()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return sum % 10 === 0
}
const card = fc
  .tuple(fc.stringMatching(/^(?:4|5[1-5])[0-9]{13,14}$/), fc.constantFrom('', ' ', '-'))
  .filter(([body]) => body.length === 15)
  .map(([body, separator]) => withCheckDigit(body).match(/.{4}/g)!.join(separator))

const OTHER_IDENTIFIERS = [
  '219-09-9999',
  '912-70-1234',
  'jane.doe+tag@mail.example.co.uk',
  'GB82 WEST 1234 5698 7654 32',
  'DE89370400440532013000',
  'AB 12 34 56 C',
  '12345678Z',
  'X1234567L',
  '529.982.247-25',
  'ABCPE1234F',
  'RSSMRA85T10A562S',
  '192.168.17.23',
  '2001:db8::ff00:42:8329',
  'sk-proj-AbCdEf0123456789GhIjKl',
  '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',
  'ghp_16C7e42F292c6912E7710c838347Ae178B4a',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl',
]

const before = fc.constantFrom(
  '',
  'My number is ',
  'Contact: ',
  'see (',
  'x, ',
  'It was "',
  'a\n',
  'Name | ',
  'tel ',
  'id=',
)
const after = fc.constantFrom('', '.', ', thanks', '\nBye', ') ok', '"', ' | next', ' please', '; done', '!')

describe('a planted identifier', () => {
  it.each([
    ['a card number', card],
    ['a phone number, with or without an extension', phone],
    ['an international phone number', international],
    ['another identifier', fc.constantFrom(...OTHER_IDENTIFIERS)],
  ])('%s leaves no run of four characters', (_kind, identifiers: fc.Arbitrary<string>) => {
    fc.assert(
      fc.property(before, identifiers, after, (start, identifier, end) => {
        const redacted = redactAll(start + identifier + end)
        expect(findRemains(identifier, redacted.replace(start, ''))).toBeUndefined()
      }),
      { numRuns: 3_000 },
    )
  })

  it.each([
    ['+1-415-555-2671x565', '[]'],
    ['call +1-415-555-2671x565 now', 'call [] now'],
    ['Desk: 415-555-2671 ext. 565, Fax', 'Desk: [], Fax'],
    ['(415) 555-2671 extension 12.', '[].'],
    ['tel: 4155552671x565', 'tel: []'],
    ['+49 30 1234567 Durchwahl 89', '[]'],
    ['415-555-2671#565', '[]'],
  ])('%j is redacted with its extension', (text, expected) => {
    expect(redactAll(text)).toBe(expected)
  })
})
