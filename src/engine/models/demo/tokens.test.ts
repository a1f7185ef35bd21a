import { expect, test } from 'vitest'
import { countTokens, truncateToTokens, splitIntoPieces } from './tokens.js'

test('words and punctuation marks count as tokens', () => {
  expect(countTokens('Hello, world! 42')).toBe(5)
  expect(countTokens('  ')).toBe(0)
  expect(countTokens('naïve 東京')).toBe(2)
})

test('a text is truncated after a number of tokens', () => {
  expect(truncateToTokens('Hello, world!', 3)).toBe('Hello, world')
  expect(truncateToTokens('Hello', 3)).toBe('Hello')
})

test.each(['Hello, world!', '  two  spaces\nand a line ', '', '   '])(
  'the concatenated pieces of %j are the original text',
  (text) => {
    expect(splitIntoPieces(text).join('')).toBe(text)
  },
)
