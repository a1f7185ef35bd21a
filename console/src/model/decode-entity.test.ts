import { expect, it } from 'vitest'
import { decodeNamedCharacterReference } from './decode-entity.ts'

it('decodes the names of HTML 4 and leaves other names to the caller', () => {
  expect(['amp', 'lt', 'copy', 'nbsp', 'apos'].map(decodeNamedCharacterReference)).toEqual([
    '&',
    '<',
    '©',
    '\u{A0}',
    "'",
  ])
  expect(decodeNamedCharacterReference('constructor')).toBe(false)
  expect(decodeNamedCharacterReference('unknown')).toBe(false)
})
