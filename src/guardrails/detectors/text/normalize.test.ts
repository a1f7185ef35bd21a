import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldWords } from './fold.js'
import type { MappedText } from './mapped-text.js'
import { normalizeText } from './normalize.js'

const TRICKY = [
  'e\u0301', '\u0301', '\u200b', '\u00ad', '\u202e', '\ufe0f', '\u{e0041}', '\u{e0100}', 'ﬃ', '１', '٣', '—', '−', '\u3000', '\ud83d',
  '\ude00', '😀', '\u1112\u1161\u11ab', 'İ', 'ß', 'ﷺ', '\u0345', 'Ω', '\0', 'a', ' ', 'Ж', 'ώ', '\uffa0', '$', '4',
] // prettier-ignore

const anyText = fc
  .array(fc.oneof(fc.constantFrom(...TRICKY), fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 20 })
  .map((pieces) => pieces.join(''))

const expectValidMapping = (source: string, mapped: MappedText): void => {
  const { length } = mapped.text
  expect(mapped.toSourceRange(0, length)).toEqual({ start: 0, end: source.length })
  let last = { start: 0, end: 0 }
  for (let at = 0; at < length; at++) {
    const span = mapped.toSourceRange(at, at + 1)
    expect(span.start).toBeGreaterThanOrEqual(last.start)
    expect(span.end).toBeGreaterThanOrEqual(last.end)
    expect(span.end).toBeGreaterThan(span.start)
    expect(span.end).toBeLessThanOrEqual(source.length)
    expect(mapped.toSourceRange(0, at + 1).end).toBe(at + 1 === length ? source.length : span.end)
    last = span
  }
}

describe('normalized text', () => {
  it('ASCII text is not changed', () => {
    const { text, toSourceRange } = normalizeText('Plain text, 12-34.')
    expect(text).toBe('Plain text, 12-34.')
    expect(toSourceRange(6, 10)).toEqual({ start: 6, end: 10 })
  })

  it.each([
    ['zero-width characters', 'pa\u200bss\u2060wo\ufeffrd', 'password'],
    ['soft hyphens', 'pass\u00adword', 'password'],
    ['bidi controls', '\u202epass\u202cword', 'password'],
    ['tag characters', 'pass\u{e0041}word', 'password'],
    ['variation selectors', 'a\ufe0fb\u{e0101}c', 'abc'],
    ['full-width letters', 'ｐａｓｓ', 'pass'],
    ['ligatures', 'oﬃce', 'office'],
    ['Unicode dashes', '1–2—3−4‑5', '1-2-3-4-5'],
    ['digits of other scripts', '٠١٢३৪๕𝟞７', '01234567'],
    ['Unicode spaces', 'a\u00a0b\u2003c\u3000d', 'a b c d'],
    ['letters with separate marks', 'cafe\u0301', 'café'],
    ['Korean written in parts', '\u1112\u1161\u11ab', '한'],
    ['halves of surrogate pairs', 'a\ud83db', 'a\ufffdb'],
  ])('normalized text has no %s', (_what, source, expected) => {
    expect(normalizeText(source).text).toBe(expected)
  })

  it('a range maps back to the original characters and the invisible ones after them', () => {
    const { text, toSourceRange } = normalizeText('x ４\u200b１ y')
    expect(text).toBe('x 41 y')
    expect(toSourceRange(2, 4)).toEqual({ start: 2, end: 5 })
    expect(toSourceRange(2, 3)).toEqual({ start: 2, end: 4 })
  })

  it('every range maps to a range of the source, in order, and the whole text to the whole source', () => {
    fc.assert(
      fc.property(anyText, (source) => expectValidMapping(source, normalizeText(source))),
      { numRuns: 1000 },
    )
  })

  it('normalizing twice gives a stable text', () => {
    fc.assert(
      fc.property(anyText, (source) => {
        const once = normalizeText(source).text
        // Marks may compose when an invisible character between them is removed, so the first pass is not yet stable.
        const twice = normalizeText(once).text
        expect(normalizeText(twice).text).toBe(twice)
      }),
      { numRuns: 1000 },
    )
  })

  it.each(['\u200b', '\u0301\u0323', 'é', '\ud800', '😀'])('a long text of %j is normalized', (unit) => {
    const source = unit.repeat(200_000 / unit.length)
    const { text, toSourceRange } = normalizeText(source)
    expect(toSourceRange(0, text.length)).toEqual({ start: 0, end: source.length })
  })
})

const fold = (text: string): string => foldWords(normalizeText(text)).text

describe('folded text', () => {
  it.each([
    ['capitals', 'PassWord', 'password'],
    ['Cyrillic look-alikes', 'Раѕѕwоrd', 'password'],
    ['Greek look-alikes', 'ραsswοrd', 'password'],
    ['diacritics', 'pâsswörd', 'password'],
    ['curly quotation marks', '“don’t”', '"don\'t"'],
    ['letters with a stroke', 'þłøđ', 'þlod'],
    ['marks that nothing composes', 'p\u0336a\u0336s\u0336s\u0336', 'pass'],
  ])('folded text has no %s', (_what, source, expected) => {
    expect(fold(source)).toBe(expected)
  })

  it('a range of folded text maps back to the original text', () => {
    const source = '«Р\u200bа\u0301ss»'
    const { text, toSourceRange } = foldWords(normalizeText(source))
    const at = text.indexOf('pass')
    expect(at).toBeGreaterThan(-1)
    const span = toSourceRange(at, at + 4)
    expect(source.slice(span.start, span.end)).toBe('Р\u200bа\u0301ss')
  })

  it('every range of folded text maps to a range of the source, in order, and the whole text to the whole source', () => {
    fc.assert(
      fc.property(anyText, (source) => expectValidMapping(source, foldWords(normalizeText(source)))),
      { numRuns: 1000 },
    )
  })
})
