import fc from 'fast-check'
import { RE2JS } from 're2js'
import { describe, expect, it } from 'vitest'
import type { Range } from '../text/mapped-text.js'
import { findWithProgram, findWithRe2, type Detector } from './detector.js'
import { toProgram } from './program.js'

const PATTERNS = [
  String.raw`\d+`, String.raw`\b\d{3}-\d{2}\b`, 'foo|foobar', 'foobar|foo', 'fo+?', 'fo*?b', '(?i)secret( code)?', '^foo', 'bar$',
  '(?m)^foo', '(?m)bar$', String.raw`\Bfoo`, String.raw`foo\B`, '(?s)foo.*bar', 'foo.*?bar', 'a{2,5}?b?', '(ab|a)(c|bcd)',
  '(a|ab)(c|bcd)(d*)', '[^a-z ]{3}', '(?:a+b)+c', 'x.{0,10}y', String.raw`\p{Lu}\p{Ll}+`, '[а-я]+', '😀+', String.raw`\S+$`,
  String.raw`.\b.`, 'aa|aab|b+c', '(a|b)*a(a|b){9}', String.raw`[\w.]{1,64}@(?:\w{1,9}\.)+\w{2,4}`,
] // prettier-ignore

const PIECES = [
  'foo', 'bar', 'a', 'ab', 'b', 'c', 'bcd', 'x', 'y', '123-45', '7', ' ', '\n', '.', '@', 'Secret', 'code', 'сова', 'É', 'é', '😀', '\ud83d', '_', '-',
] // prettier-ignore

const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join(''))

const findAllIn = (find: Detector['find'], whole: string): Range[] => {
  const next = find(whole)
  const found: Range[] = []
  for (let match = next(0); match; match = next(match.end)) found.push(match)
  return found
}

const compileProgram = (pattern: string) => {
  const compiled = RE2JS.compile(pattern)
  const program = toProgram(compiled)
  if (program === undefined) throw new Error(pattern)
  return { compiled, program }
}

describe('an automaton', () => {
  it.each(PATTERNS)('finds the same matches as RE2 for %s', (pattern) => {
    const { compiled, program } = compileProgram(pattern)
    fc.assert(
      fc.property(text, (whole) => {
        expect(findAllIn(findWithProgram(program), whole)).toEqual(findAllIn(findWithRe2(compiled), whole))
      }),
      { numRuns: 200 },
    )
  })

  it('finds the same matches when a text needs more states than the cache holds', () => {
    const { compiled, program } = compileProgram('(a|b)*a(a|b){40}c')
    let state = 1
    const letters = Array.from({ length: 60_000 }, () => {
      state = (state * 48_271) % 2_147_483_647
      return state % 997 === 0 ? 'c' : state % 2 === 0 ? 'a' : 'b'
    })
    const whole = letters.join('')
    expect(findAllIn(findWithProgram(program), whole)).toEqual(findAllIn(findWithRe2(compiled), whole))
  })
})
