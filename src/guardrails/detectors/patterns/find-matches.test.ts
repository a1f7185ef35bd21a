import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BUILT_IN_NAMES } from './built-in-patterns.js'
import { compilePatterns } from './compile-patterns.js'
import { findMatches, redact, type Match } from './find-matches.js'

const ALL = compilePatterns({ detect_patterns: [...BUILT_IN_NAMES] }).set

const findWith = (name: string, text: string): string[] =>
  findMatches(compilePatterns({ detect_patterns: [name] }).set, text).map(({ start, end }) =>
    text.slice(start, end),
  )

describe('built-in patterns', () => {
  it.each([
    ['credit_card', 'pay with 4111111111111111 now', ['4111111111111111']],
    ['credit_card', '4111 1111 1111 1111, 3782-822463-10005', ['4111 1111 1111 1111', '3782-822463-10005']],
    ['credit_card', 'two: 4111111111111111 5555555555554444', ['4111111111111111', '5555555555554444']],
    ['credit_card', 'on 2024-05-01 card 30569309025904.', ['30569309025904']],
    ['credit_card', 'note 4111111111111112, id x4111111111111111, 4111111111111111f', []],
    ['credit_card', '41111111111111110000000000000000', []],
    ['ssn', 'it is 219-09-9999.', ['219-09-9999']],
    ['ssn', 'SSN 219099999 or social security number: 219 09 9999', ['219099999', '219 09 9999']],
    ['ssn', 'order 219099999, phone 219 09 9999', []],
    ['ssn', '000-12-3456 666-12-3456 912-34-5678 123-00-4567 123-45-0000', []],
    ['ssn', '1-219-09-9999 and 219-09-9999-1', []],
    ['email', "to jane.o'hara+x@mail.example.co.uk.", ["jane.o'hara+x@mail.example.co.uk"]],
    ['email', 'josé@exämple.de, not @handle or a@b', ['josé@exämple.de']],
    ['iban', 'to GB82 WEST 1234 5698 7654 32 please', ['GB82 WEST 1234 5698 7654 32']],
    ['iban', 'AB12 or de89370400440532013000', ['de89370400440532013000']],
    ['iban', 'GB83WEST12345698765432 GB82WEST12345698765432X', []],
    [
      'phone',
      'call (212) 555-0123, 212-555-0199 or +44 20 7946 0958',
      ['(212) 555-0123', '212-555-0199', '+44 20 7946 0958'],
    ],
    ['phone', 'Mobile: 737 219 628, reach me at 28-64-66-98', ['737 219 628', '28-64-66-98']],
    [
      'phone',
      '781 1704 office, 0490 75 40 81, 212-555-0123 x45',
      ['781 1704', '0490 75 40 81', '212-555-0123 x45'],
    ],
    ['phone', 'call me on 12.05.2024 about order 12345678; since 01.02.2024 12:30; 374 780 163', []],
    ['phone', 'in 2024 we sold 1,234,567 for 12.50; 123-456-7890', []],
    [
      'ip_address',
      'from 192.168.0.1:8080, 2001:db8::ff00:42:8329',
      ['192.168.0.1', '2001:db8::ff00:42:8329'],
    ],
    ['ip_address', 'at 12:30:45, std::vector, 1.2.3, 300.1.1.1, 1.2.3.4.5', []],
    [
      'api_key',
      'sk-abcDEF1234567890abcdef AKIAIOSFODNN7EXAMPLE',
      ['sk-abcDEF1234567890abcdef', 'AKIAIOSFODNN7EXAMPLE'],
    ],
    ['api_key', `ghp_${'a1'.repeat(18)}`, [`ghp_${'a1'.repeat(18)}`]],
    ['api_key', 'the task-list-of-many-long-words and sk-of-many-long-words-here', []],
    [
      'jwt',
      'Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl',
      ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl'],
    ],
    [
      'private_key',
      'x -----BEGIN PRIVATE KEY-----\nMII\n-----END PRIVATE KEY----- y',
      ['-----BEGIN PRIVATE KEY-----\nMII\n-----END PRIVATE KEY-----'],
    ],
    [
      'private_key',
      'x -----BEGIN EC PRIVATE KEY-----\nMII cut off',
      ['-----BEGIN EC PRIVATE KEY-----\nMII cut off'],
    ],
  ])('the pattern %s finds the expected matches in %j', (name, text, expected) => {
    expect(findWith(name, text)).toEqual(expected)
  })

  it.each([
    ['zero-width characters', '4111\u200b1111\u200c1111\u20601111'],
    ['soft hyphens', '4111\u00ad1111\u00ad1111\u00ad1111'],
    ['full-width digits', '４１１１１１１１１１１１１１１１'],
    ['Arabic-Indic digits', '٤١١١ ١١١١ ١١١١ ١١١١'],
    ['mathematical digits', '𝟜𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙'],
    ['mixed separators', '4111-1111 1111.1111'],
    ['wide separators', '4111 - 1111 - 1111 - 1111'],
    ['Unicode dashes and spaces', '4111–1111—1111\u00a01111'],
    ['single digits', '4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1'],
  ])('a card number is found despite %s', (_trick, number) => {
    expect(findWith('credit_card', `card ${number} ok`)).toEqual([number])
  })

  it('other numbers are found despite the same tricks', () => {
    expect(findWith('ssn', 'it is ２１９‑09\u200b-9999!')).toEqual(['２１９‑09\u200b-9999'])
    expect(findWith('email', 'ja\u00adne＠example．com')).toEqual(['ja\u00adne＠example．com'])
    expect(findWith('iban', 'GB82\u00a0WEST\u00a01234\u00a05698\u00a07654\u00a032')).toHaveLength(1)
  })

  it('a truncated private key is redacted up to the end of the text', () => {
    expect(
      redact('-----BEGIN PRIVATE KEY-----MII', findMatches(ALL, '-----BEGIN PRIVATE KEY-----MII'), '#'),
    ).toBe('#')
  })
})

const PARTS = [
  '4111 1111 1111 1111', '4111111111111111', '378282246310005', '219-09-9999', 'SSN: 219099999', '219099999', 'jo@example.com',
  'GB82WEST12345698765432', 'DE89 3704 0044 0532 0130 00', '+1 212 555 0123', '212-555-0123', '10.0.0.1', '2001:db8::1:2',
  'sk-abcdefghij0123456789', 'AKIAIOSFODNN7EXAMPLE', 'eyJhbGciOiJI.eyJzdWIiOiIx.c2ln', '-----BEGIN PRIVATE KEY-----',
  '-----END PRIVATE KEY-----', ' ', ' ', '-', '.', ',', ':', 'ssn', 'a', 'xyz', '7', '42', '\n', '\u200b', '(', ')', '+', '/', '@', '_', '::',
] // prettier-ignore
const likely = fc.array(fc.constantFrom(...PARTS), { maxLength: 10 }).map((parts) => parts.join(''))

describe('matches', () => {
  it('matches are sorted, inside the text, and do not overlap', () => {
    fc.assert(
      fc.property(fc.oneof(likely, fc.string({ unit: 'binary' })), (text) => {
        let last = 0
        for (const { start, end } of findMatches(ALL, text)) {
          expect(start).toBeGreaterThanOrEqual(last)
          expect(end).toBeGreaterThan(start)
          expect(end).toBeLessThanOrEqual(text.length)
          last = end
        }
      }),
      { numRuns: 1000 },
    )
  })

  // Does not hold for numbers that only spaces or dashes separate: together they are a row or an identifier.
  it('redacting a redacted text changes nothing', () => {
    const between = fc.constantFrom(
      ' and ',
      ', ',
      '\n',
      ': ',
      ' (',
      ') ',
      '; ',
      '/',
      ' - ',
      '. ',
      '"',
      '=',
      '|',
    )
    const values = PARTS.filter((part) => part !== ' ' && part !== '-')
    const text = fc
      .array(fc.tuple(fc.constantFrom(...values), between), { maxLength: 10 })
      .map((parts) => parts.flat().join(''))
    fc.assert(
      fc.property(text, fc.constantFrom('[REDACTED]', '<removed>', '[***]'), (whole, replacement) => {
        const once = redact(whole, findMatches(ALL, whole), replacement)
        expect(redact(once, findMatches(ALL, once), replacement)).toBe(once)
      }),
      { numRuns: 1000 },
    )
  })

  it('overlapping matches are merged under the name of the longest', () => {
    const { set } = compilePatterns({ detect_patterns: { short: 'ab', long: 'bcd', other: 'xy' } })
    expect(findMatches(set, 'abcdxyxy')).toEqual<Match[]>([
      { start: 0, end: 4, label: 'long', kind: 'redact' },
      { start: 4, end: 6, label: 'other', kind: 'redact' },
      { start: 6, end: 8, label: 'other', kind: 'redact' },
    ])
  })

  it('a match of a part of a ligature replaces the whole ligature', () => {
    const { set } = compilePatterns({ detect_patterns: { it: 'fi' } })
    expect(redact('oﬃce', findMatches(set, 'oﬃce'), '#')).toBe('o#ce')
  })

  it.each(['a', '1 ', '4111 1111 1111 1111 ', 'a@b.cd ', '\ud800', '\0', ':', '-----BEGIN PRIVATE KEY-----'])(
    'a long text of %j is searched without an exception',
    (unit) => {
      const text = unit.repeat(Math.ceil(250_000 / unit.length))
      expect(() => findMatches(ALL, text)).not.toThrow()
    },
  )
})
