import fc from 'fast-check'
import { expect, test } from 'vitest'
import { forEachPart } from './for-each-part.js'

const characters = fc.constantFrom('a', '1', ' ', '\n', '.', 'é', '中', '😀', '\ud83d', '\ude00', '\u{20000}')

test.each([
  { separator: /\s/g, part: /[^\s]+/g },
  { separator: /[^\p{L}\p{N}]/gu, part: /[\p{L}\p{N}]+/gu },
])('the parts between $separator are the matches of $part', ({ separator, part }) => {
  fc.assert(
    fc.property(fc.array(characters, { maxLength: 20 }), (list) => {
      const text = list.join('')
      const parts: string[] = []
      forEachPart(text, separator, (start, end) => parts.push(text.slice(start, end)))
      expect(parts).toEqual(text.match(part) ?? [])
    }),
  )
})
