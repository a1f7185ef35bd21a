import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toStem } from './stem.js'
import { getReadings } from './readings.js'
import { tokenize } from './tokenize.js'

const plainWords = (text: string): string[] => tokenize(text).words.map(({ plain }) => plain)

test('words have offsets of the original text', () => {
  const text = 'Héllo\u200b, W\u200borld!'
  const { words } = tokenize(text)
  expect(words.map((word) => word.text)).toEqual(['hello', 'world'])
  expect(words.map(({ start, end }) => text.slice(start, end))).toEqual(['Héllo\u200b', 'W\u200borld'])
})

test('confusable letters of other scripts are read as Latin', () => {
  expect(plainWords('рауmеnt')).toEqual(['payment'])
  expect(plainWords('ｆｕｌｌ ᴡɪᴅᴛʜ')).toEqual(['full', 'width'])
})

test('digits inside a word are read as letters, and numbers stay numbers', () => {
  expect(plainWords('h4te b@d 401k 2024')).toEqual(['hate', 'bad', '401k', '2024'])
})

test('spaced letters become a word', () => {
  expect(tokenize('please k i l l it').words.map(({ text }) => text)).toEqual(['please', 'kill', 'it'])
  expect(tokenize('I h a t e it').words.map(({ text }) => text)).toEqual(['i', 'hate', 'it'])
})

test('stretched letters are collapsed', () => {
  expect(plainWords('noooooo')).toEqual(['no'])
})

test('sentences and quotations are marked', () => {
  const { words } = tokenize('He said "go away". Then he left')
  expect(words.filter(({ isQuoted }) => isQuoted).map(({ text }) => text)).toEqual(['go', 'away'])
  expect(words.filter(({ startsSentence }) => startsSentence).map(({ text }) => text)).toEqual(['he', 'then'])
})

test('inflected forms have the same stem', () => {
  expect(toStem('transferring')).toBe(toStem('transfers'))
})

test.each(['line\nbreak', 'line\r\nbreak'])('a line break alone does not end a sentence: %j', (text) => {
  expect(tokenize(text).words.map(({ startsSentence }) => startsSentence)).toEqual([true, false])
})

test('an empty line between complete lines ends a sentence', () => {
  const { words } = tokenize('one two three four\n\nfive six seven eight')
  expect(words.filter(({ startsSentence }) => startsSentence).map(({ text }) => text)).toEqual([
    'one',
    'five',
  ])
})

test('all of a long text is read', () => {
  const text = `${'a '.repeat(100_000)}middle ${'b '.repeat(100_000)}`
  const found = [...getReadings(text)].flatMap(({ tokenized, toSourceRange }) =>
    tokenized.words
      .filter((word) => word.text === 'middle')
      .map(({ start, end }) => toSourceRange(start, end)),
  )
  expect(found.map(({ start, end }) => text.slice(start, end))).toContain('middle')
})

test('the offsets of words are inside the text and ascending for any string', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      let last = 0
      for (const { start, end } of tokenize(text).words) {
        expect(start).toBeGreaterThanOrEqual(last)
        expect(end).toBeGreaterThanOrEqual(start)
        expect(end).toBeLessThanOrEqual(text.length)
        last = start
      }
    }),
  )
})

test('unpaired surrogates and NUL are accepted', () => {
  expect(plainWords('a\ud800b \0 c')).toEqual(['a', 'b', 'c'])
})
