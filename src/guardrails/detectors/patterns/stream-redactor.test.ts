import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BUILT_IN_NAMES } from './built-in-patterns.js'
import { compilePatterns, type PatternSet } from './compile-patterns.js'
import { findMatches, redact } from './find-matches.js'
import { makeStreamRedactor } from './stream-redactor.js'

const compileSet = (config: Parameters<typeof compilePatterns>[0]): PatternSet => {
  const { set, problems } = compilePatterns(config)
  expect(problems).toEqual({})
  return set
}

const BUILT_INS = compileSet({ detect_patterns: [...BUILT_IN_NAMES] })

/** Kinds of user patterns: fixed, growing, lazy, anchored, with boundaries, overlapping, unbounded. */
const USER_PATTERNS = [
  String.raw`\d+`,
  String.raw`\d{3}-\d{2}-\d{4}`,
  String.raw`\b\d{3}-\d{2}-\d{4}\b`,
  String.raw`\b\d{4}[- ]?\d{4}[- ]?\d{4}[- ]?\d{4}\b`,
  String.raw`[\w.+-]+@[\w-]+\.[\w.]+`,
  'foo',
  'foo|foobar',
  'foobar|foo',
  'fo+',
  'fo+?',
  'fo*?b',
  '(?i)secret',
  '(?i)secret( code)?',
  '^foo',
  'bar$',
  '(?m)^foo',
  '(?m)bar$',
  '(?m)^.*secret.*$',
  String.raw`\bfoo\b`,
  String.raw`\Bfoo`,
  String.raw`foo\B`,
  '(?s)foo.*bar',
  '(?s)foo.*?bar',
  'foo.*bar',
  'foo.*?bar',
  'a{2,5}',
  'a{2,5}?b?',
  '(ab)+',
  '(ab|a)(c|bcd)',
  '(a|ab)(c|bcd)(d*)',
  '[^a-z ]{3}',
  '(?:a+b)+c',
  'x.{0,10}y',
  String.raw`\p{Lu}\p{Ll}+`,
  '[а-я]+',
  'é',
  '—',
  String.raw`\x{200b}`,
  '😀+',
  String.raw`(?:key|token)\s*[:=]\s*\S+`,
  String.raw`\S+$`,
  String.raw`.\b.`,
  'aa|aab|b+c',
]

const PIECES = [
  '4111 1111 1111 1111', '4111111111111111', '5500-0000-0000-0004', '378282246310005', '078-05-1120', '123-45-6789',
  'SSN: 219099999', 'social security number', 'jane.doe@example.com', '@', '.', '-', '--', '-----', 'DE89 3704 0044 0532 0130 00',
  'GB82WEST12345698765432', '+1 (212) 555-0123', '212-555-0123', '10.0.0.1', '2001:db8::1:2', 'sk-abcdefghij0123456789',
  'AKIAIOSFODNN7EXAMPLE', 'eyJhbGciOiJI.eyJzdWIiOiIx.c2ln', '-----BEGIN RSA PRIVATE KEY-----', 'MIIEow==',
  '-----END RSA PRIVATE KEY-----', '\n', ' ', 'foo', 'bar', 'foobar', 'secret', 'code', 'a', 'ab', 'b', 'c', 'bcd', 'x', 'y',
  'é', 'e\u0301', '\u0301', '\u200b', '\u00ad', '\ufe0f', '—', '–', '１２３', '٤٥٦', '\u1112', '\u1161', '\u11ab', '😀', '\ud83d',
  '\ude00', '\u{e0041}', 'ﬃ', 'Foo', 'сова', 'key: ', 'token=', '0', '7', '12', '\0', 'ſ', 'İ', '\u00a0', 'ﷺ', '\u0345',
] // prettier-ignore

const text = fc
  .array(
    fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...PIECES) },
      fc.string({ maxLength: 4, unit: 'binary' }),
    ),
    {
      maxLength: 14,
    },
  )
  .map((pieces) => pieces.join(''))

/** Cuts anywhere, also inside a surrogate pair. */
const chunked = fc
  .tuple(text, fc.array(fc.nat({ max: 9 }), { minLength: 1, maxLength: 8 }))
  .map(([whole, sizes]) => {
    const chunks: string[] = []
    for (let at = 0, turn = 0; at < whole.length; turn++) {
      const size = sizes[turn % sizes.length]! + (turn % sizes.length === 0 ? 1 : 0)
      chunks.push(whole.slice(at, at + size))
      at += size
    }
    return { whole, chunks }
  })

const redactChunks = (set: PatternSet, chunks: readonly string[]) => {
  const redactor = makeStreamRedactor(set)
  const output = chunks.map((chunk) => redactor.push(chunk)).join('') + redactor.end()
  return { output, redactor }
}

const expectSame = (set: PatternSet, whole: string, chunks: readonly string[]): void => {
  const { output, redactor } = redactChunks(set, chunks)
  const matches = findMatches(set, whole)
  expect(output).toBe(redact(whole, matches, set.replacement))
  expect(redactor.matches).toEqual(matches)
  expect(redactor.undecidedLength).toBe(0)
}

describe('a redacted stream', () => {
  it('a redacted stream equals the redacted text for the built-in patterns', () => {
    fc.assert(
      fc.property(chunked, ({ whole, chunks }) => expectSame(BUILT_INS, whole, chunks)),
      { numRuns: 3000 },
    )
  })

  it.each(USER_PATTERNS)('a redacted stream equals the redacted text for %s', (pattern) => {
    const set = compileSet({ detect_patterns: [{ it: pattern }] })
    expect(set.mode).toBe('streaming')
    fc.assert(
      fc.property(chunked, ({ whole, chunks }) => expectSame(set, whole, chunks)),
      { numRuns: 300 },
    )
  })

  it('a redacted stream equals the redacted text for several overlapping patterns', () => {
    // Compiling patterns takes longer than searching for them, so each set is used for many texts.
    const sets = fc
      .sample(fc.subarray(USER_PATTERNS, { minLength: 2, maxLength: 5 }), 50)
      .map((patterns) => compileSet({ detect_patterns: ['email', ...patterns.map((it) => ({ it }))] }))
    fc.assert(
      fc.property(fc.constantFrom(...sets), chunked, (patterns, { whole, chunks }) =>
        expectSame(patterns, whole, chunks),
      ),
      { numRuns: 2000 },
    )
  })

  it('text is released as soon as it cannot become part of a match', () => {
    const redactor = makeStreamRedactor(compileSet({ detect_patterns: ['email'] }))
    expect(redactor.push('write to jo')).toBe('write to ')
    expect(redactor.push('@example.c')).toBe('')
    expect(redactor.push('om, ')).toBe('[REDACTED],')
    expect(redactor.push('bye')).toBe(' ')
    expect(redactor.end()).toBe('bye')
    expect(redactor.end()).toBe('')
    expect(redactor.matches).toEqual([{ start: 9, end: 23, label: 'email', kind: 'redact' }])
  })

  it('a match of a lazy pattern is released immediately', () => {
    const redactor = makeStreamRedactor(compileSet({ detect_patterns: [{ note: '(?s)<.*?>' }] }))
    expect(redactor.push('a <no\nte> b c')).toBe('a [REDACTED] b ')
  })

  it('a stream is buffered to the end if a pattern is too large to run character by character', () => {
    const set = compileSet({ detect_patterns: [{ large: 'x(?:a{100}|b{100}|c{100}|d{100})' }] })
    expect(set.mode).toBe('buffered')
    expect(set.reason).toContain('"large"')
    const text = `some xa${'a'.repeat(99)} text`
    const redactor = makeStreamRedactor(set)
    expect(redactor.push(text)).toBe('')
    expect(redactor.end()).toBe('some [REDACTED] text')
  })
})

describe('a stream with block patterns', () => {
  const set = compileSet({ detect_patterns: ['email'], block_patterns: ['top secret', 'secret code', 'foo'] })

  it('a blocked stream ends before the match', () => {
    const redactor = makeStreamRedactor(set)
    const shown = ['jo@example.com: a T\u200bOP ', 'Sec', 'ret plan', ' and more'].map((chunk) =>
      redactor.push(chunk),
    )
    expect(shown.join('')).toBe('[REDACTED]: a ')
    expect(redactor.isBlocked).toBe(true)
    expect(redactor.push('more')).toBe('')
    expect(redactor.end()).toBe('')
    expect(redactor.matches.at(-1)).toMatchObject({ label: 'top secret', kind: 'block', start: 18 })
  })

  it('a stream is blocked if and only if the whole text is blocked, and releases nothing from the match on', () => {
    fc.assert(
      fc.property(chunked, ({ whole, chunks }) => {
        const { output, redactor } = redactChunks(set, chunks)
        const matches = findMatches(set, whole)
        const blocking = matches.find(({ kind }) => kind === 'block')
        expect(redactor.isBlocked).toBe(blocking !== undefined)
        if (blocking === undefined) expect(output).toBe(redact(whole, matches, set.replacement))
        else {
          const before = matches.filter(({ end }) => end <= blocking.start)
          expect(redact(whole.slice(0, blocking.start), before, set.replacement).startsWith(output)).toBe(
            true,
          )
        }
      }),
      { numRuns: 2000 },
    )
  })
})
