import fc from 'fast-check'
import { expect, it } from 'vitest'
import { JoinedText } from './joined-text.js'
import {
  countTextBytes,
  isShared,
  joinPieces,
  MIN_SHARED_CHARS,
  readText,
  shareText,
  SharedVersions,
} from './shared-text.js'

const LARGE = '"größer 😀"'.repeat(MIN_SHARED_CHARS)

it('a large text is shared, whether it has parts or not', () => {
  for (const text of [LARGE, new JoinedText(['[', LARGE, ',', LARGE, ']'])]) {
    const shared = shareText(text)
    expect(isShared(shared)).toBe(true)
    expect(readText(shared) === String(text)).toBe(true)
  }
  expect(shareText('"small"')).toBe('"small"')
})

it('a version in shared memory stays as it is while later versions are shared', () => {
  const part = fc.constantFrom('a', '"größer"', '"😀"', 'x'.repeat(500), 'ü'.repeat(300), '')
  const change = fc.record({ keep: fc.nat(12), added: fc.array(part, { maxLength: 6 }) })
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 12 }), (changes) => {
      const versions = new SharedVersions()
      const shared = []
      let parts: string[] = []
      for (const { keep, added } of changes) {
        // Nearly all versions only add parts before the last one.
        parts = [...parts.slice(0, keep % 3 === 0 ? keep : -1), ...added, ']']
        shared.push({ text: parts.join(''), pieces: versions.share(new JoinedText(parts)) })
      }
      for (const { text, pieces } of shared) {
        expect(readText(pieces)).toBe(text)
        expect(readText(joinPieces(pieces))).toBe(text)
        expect(countTextBytes(pieces)).toBe(Buffer.byteLength(text))
      }
    }),
  )
})

it('what two versions start with is in the same memory', () => {
  const versions = new SharedVersions()
  const messages = Array.from({ length: 100 }, (_, index) => `{"id":"${String(index)}"}`)
  const share = (count: number) => versions.share(new JoinedText([...messages.slice(0, count), ']']))
  expect(share(90)).toHaveLength(1)
  const [second] = share(95)
  const [third, rest] = share(100)
  expect(third?.buffer).toBe(second?.buffer)
  expect(third?.byteLength).toBeGreaterThan(second?.byteLength ?? 0)
  expect(readText([rest!])).toBe(`${messages.slice(95).join('')}]`)
})
