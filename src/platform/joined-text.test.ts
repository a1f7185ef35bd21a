import fc from 'fast-check'
import { expect, it } from 'vitest'
import { areEqualTexts, countCommonEndParts, countCommonParts, JoinedText } from './joined-text.js'

const parts = fc.array(fc.string({ maxLength: 5 }), { maxLength: 12 })

it('has the length and the slices of the text', () => {
  fc.assert(
    fc.property(parts, fc.nat(60), fc.nat(60), (list, a, b) => {
      const joined = new JoinedText(list)
      const text = list.join('')
      expect(String(joined)).toBe(text)
      expect(joined).toHaveLength(text.length)
      expect(joined.toChunks(a).join('')).toBe(text)
      const [from, to] = [Math.min(a, b), Math.max(a, b)]
      expect(joined.slice(from, to)).toBe(text.slice(from, to))
    }),
  )
})

it('counts the parts that two texts start and end with, and none of them twice', () => {
  const a = new JoinedText(['x', 'y', 'y', 'z'])
  const b = new JoinedText(['x', 'y', 'y', 'y', 'z'])
  expect(countCommonParts(a, b)).toBe(3)
  expect(countCommonEndParts(a, b, 3)).toBe(1)
  expect(countCommonEndParts(a, b, 4)).toBe(0)
})

it('two texts are equal if their characters are, wherever their parts end', () => {
  fc.assert(
    fc.property(parts, parts, (a, b) => {
      const isEqual = a.join('') === b.join('')
      expect(areEqualTexts(new JoinedText(a), new JoinedText(b))).toBe(isEqual)
      expect(areEqualTexts(new JoinedText(a), b.join(''))).toBe(isEqual)
    }),
  )
  expect(areEqualTexts(new JoinedText(['ab', 'c']), new JoinedText(['a', 'bc']))).toBe(true)
})
