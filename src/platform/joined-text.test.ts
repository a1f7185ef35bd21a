import fc from 'fast-check'
import { expect, it } from 'vitest'
import { areEqualTexts, countCommonEnd, countCommonStart, JoinedText, TextParts } from './joined-text.js'

const parts = fc.array(fc.string({ maxLength: 5 }), { maxLength: 12 })

it('has the length and the slices of the text', () => {
  fc.assert(
    fc.property(parts, fc.nat(60), fc.nat(60), (list, a, b) => {
      const joined = new JoinedText(list)
      const text = list.join('')
      expect(String(joined)).toBe(text)
      expect(joined).toHaveLength(text.length)
      const [from, to] = [Math.min(a, b), Math.max(a, b)]
      expect(joined.slice(from, to)).toBe(text.slice(from, to))
    }),
  )
})

it('a text that is made of the start of another one, of parts and of texts has their parts and ends', () => {
  fc.assert(
    fc.property(parts, fc.nat(12), parts, parts, (start, keep, added, last) => {
      const count = Math.min(keep, start.length)
      const text = new TextParts(new JoinedText(start), count)
      for (const part of added) text.add(part)
      text.addText(new JoinedText(last))
      text.addText('end')
      const expected = new JoinedText([...start.slice(0, count), ...added, ...last, 'end'])
      expect(text.toText()).toEqual(expected)
    }),
  )
})

it('counts what two lists start and end with, and nothing twice', () => {
  const a = ['x', 'y', 'y', 'z']
  const b = ['x', 'y', 'y', 'y', 'z']
  expect(countCommonStart(a, b)).toBe(3)
  expect(countCommonEnd(a, b, 3)).toBe(1)
  expect(countCommonEnd(a, b, 4)).toBe(0)
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
