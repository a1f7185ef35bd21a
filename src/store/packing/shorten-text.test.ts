import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_UUIDS, restoreText, shortenText, type ShortenedText } from './shorten-text.js'
import { decodeParts, encodeParts } from './shortened-parts.js'

const shorten = (text: string): ShortenedText => {
  const shortened = shortenText(text)
  if (shortened === undefined) throw new Error('The text was not shortened')
  return shortened
}

/** Through the bytes that are stored. */
const restore = ({ text, ...parts }: ShortenedText): string => {
  const bytes = encodeParts(parts)
  const { end, ...decoded } = decodeParts(bytes, 0)
  expect(end).toBe(bytes.length)
  return restoreText({ text, ...decoded })
}

const makeUuid = (index: number): string => `01a1ef22-ca8f-700d-a24c-${String(index).padStart(12, '0')}`

const time = fc.date({ min: new Date('2001-09-10'), max: new Date('2286-01-01'), noInvalidDate: true })
/** What is shortened, and what is nearly the same. */
const piece = fc.oneof(
  fc.uuid(),
  fc.integer({ min: 0, max: 40 }).map(makeUuid),
  fc.uuid().map((uuid) => uuid.toUpperCase()),
  time.map((date) => date.toISOString()),
  fc.constant(new Date(0).toISOString()),
  time.map((date) => String(date.getTime())),
  fc.tuple(time, fc.nat(99)).map(([date, decimals]) => `${String(date.getTime())}.${String(decimals)}`),
  fc.stringMatching(/^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$/),
  fc.stringMatching(/^[0-9.Z-]{0,20}$/),
  fc.json(),
  fc.constantFrom('"', ':', ',', '\n', '\t', '\r', '-', ' '),
)

describe('a shortened text', () => {
  it('is restored to the same text', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const text = pieces.join('')
        expect(restore(shorten(text))).toBe(text)
      }),
      { numRuns: 300 },
    )
  })

  it('can start with the first millisecond of the Unix epoch', () => {
    const text = '{"ts":"1970-01-01T00:00:00.000Z"}'
    expect(restore(shorten(text))).toBe(text)
  })

  it('contains each UUID once, and the differences between its times', () => {
    const [first, second] = [makeUuid(1), makeUuid(2)]
    const shortened = shorten(
      `${first} 1795013396822 2026-11-18T14:49:56.822Z ${second} ${first} 1795013396899.4 2026-11-18T14:49:57.000Z`,
    )
    expect(shortened).toEqual({
      text: '\x01 \x03 \x05 \x01 \x07 \x03 \x04',
      uuids: [first, second],
      steps: [17_950_133_968_220, 774, 1006],
    })
  })

  it('refers to any number of UUIDs', () => {
    const all = Array.from({ length: MAX_UUIDS + 2 }, (_, index) => makeUuid(index)).join(' ')
    const text = `${all} ${all}`
    const shortened = shorten(text)
    expect(shortened.uuids).toHaveLength(MAX_UUIDS)
    expect(restore(shortened)).toBe(text)
  })

  it('with other UUIDs or times is rejected', () => {
    const { text } = shorten(`${makeUuid(1)} ${makeUuid(2)} 1795013396822`)
    const uuids = [makeUuid(1), makeUuid(2)]
    expect(() => restoreText({ text, uuids: uuids.slice(1), steps: [1] })).toThrow(
      'a UUID or a time is missing',
    )
    expect(() => restoreText({ text, uuids, steps: [] })).toThrow('a UUID or a time is missing')
  })

  it('does not exist for a text with control characters', () => {
    for (const character of ['\x01', '\x08', '\x0b', '\x0e', '\x1f'])
      expect(shortenText(`a${character}b`)).toBeUndefined()
  })
})
