import { describe, expect, it } from 'vitest'
import { compilePatterns } from './compile-patterns.js'
import { findMatches, redact } from './find-matches.js'

const redactWith = (config: Parameters<typeof compilePatterns>[0], text: string): string => {
  const { set, problems } = compilePatterns(config)
  expect(problems).toEqual({})
  return redact(text, findMatches(set, text), set.replacement)
}

const getProblems = (config: Parameters<typeof compilePatterns>[0]) => compilePatterns(config).problems

describe('compilePatterns', () => {
  it.each([
    ['a list of names with expressions', [{ badge: String.raw`B-\d{4}` }]],
    ['one map', { badge: String.raw`B-\d{4}` }],
    ['a list of objects with name and pattern', [{ name: 'badge', pattern: String.raw`B-\d{4}` }]],
  ])('accepts patterns as %s', (_form, detect_patterns) => {
    expect(redactWith({ detect_patterns }, 'badge B-1234 lost')).toBe('badge [REDACTED] lost')
  })

  it('accepts names of built-in patterns, alone or among others', () => {
    const text = 'jo@example.com 10.0.0.1 B-1'
    expect(redactWith({ detect_patterns: ['email', { ip_address: null }, { badge: 'B-1' }] }, text)).toBe(
      '[REDACTED] [REDACTED] [REDACTED]',
    )
  })

  it('accepts a pattern that is called name', () => {
    expect(redactWith({ detect_patterns: [{ name: 'Jo+e' }] }, 'for Jooe')).toBe('for [REDACTED]')
  })

  it('a pattern with a built-in name is searched in addition to the built-in pattern', () => {
    const detect_patterns = [{ credit_card: String.raw`\b\d{4}[- ]?\d{4}[- ]?\d{4}[- ]?\d{4}\b` }]
    const text = 'amex 3782 822463 10005, no card 1234 5678 9012 3456'
    expect(redactWith({ detect_patterns, replacement: '#' }, text)).toBe('amex #, no card #')
  })

  it('finds a phrase to block in any case, with confusable letters and across line breaks', () => {
    const { set } = compilePatterns({ block_patterns: ['Top Secret'] })
    for (const text of [
      'TOP SECRET',
      'top\nsecret',
      'ｔｏｐ ѕесrеt',
      't\u200bop sec\u00adret',
      'tóp sécret',
    ]) {
      expect(findMatches(set, `so ${text}!`)).toEqual([
        { start: 3, end: 3 + text.length, label: 'Top Secret', kind: 'block' },
      ])
    }
    expect(findMatches(set, 't o p s e c r e t')).toEqual([])
  })

  it('a phrase to block is plain text, not an expression', () => {
    const { set } = compilePatterns({ block_patterns: ['a.c (x)'] })
    expect(findMatches(set, 'abc (x)')).toEqual([])
    expect(findMatches(set, 'A.C (X)')).toHaveLength(1)
  })

  it.each([
    ['uses lookahead', 'a(?=b)', 'uses lookahead or lookbehind'],
    ['uses lookbehind', '(?<!a)b', 'uses lookahead or lookbehind'],
    ['uses a backreference', String.raw`(a)\1`, 'uses a backreference'],
    ['can match the empty string', 'a*', 'can match the empty string'],
    ['is only a boundary', String.raw`\b`, 'can match the empty string'],
    ['is not closed', '(a', 'is not a valid RE2 expression'],
    ['is too long', 'a'.repeat(1001), 'has 1001 characters'],
    [
      'compiles to too many instructions',
      '(?:a{1000}|b{1000}|c{1000}|d{1000}){1}(?:e{1000}f{1000}g{1000}h{1000}){1}(?:i{1000}j{1000}k{1000})',
      'is too large',
    ],
  ])('rejects a pattern that %s, with its path and name', (_what, pattern, why) => {
    const problems = getProblems({ detect_patterns: ['email', { mine: pattern }] })
    expect(Object.keys(problems)).toEqual(['detect_patterns/1/mine'])
    expect(problems['detect_patterns/1/mine']).toContain(`pattern "mine" ${why}`)
  })

  it('reports all problems at once', () => {
    const config = {
      detect_patterns: ['e-mail', 5, {}, { a: 1 }, { name: 'b', pattern: '(' }],
      block_patterns: ['', 1],
      replacement: 7,
    }
    expect(Object.keys(getProblems(config))).toEqual([
      'detect_patterns/1',
      'detect_patterns/2',
      'detect_patterns/3/a',
      'detect_patterns/0',
      'detect_patterns/4/pattern',
      'block_patterns/0',
      'block_patterns/1',
      'replacement',
    ])
    expect(Object.keys(getProblems({ detect_patterns: 'email', block_patterns: 'x' }))).toEqual([
      'detect_patterns',
      'block_patterns',
    ])
  })

  it('warns if a pattern matches the replacement', () => {
    expect(compilePatterns({ detect_patterns: ['email'] }).warnings).toEqual({})
    expect(compilePatterns({ detect_patterns: ['email'], replacement: 'no@example.com' }).warnings).toEqual({
      replacement: 'is itself matched by pattern "email"',
    })
  })

  it('searches the original text for characters beyond ASCII', () => {
    expect(redactWith({ detect_patterns: [{ dash: '—' }] }, 'a—b-c')).toBe('a[REDACTED]b-c')
    expect(redactWith({ detect_patterns: [{ hidden: String.raw`\x{200b}` }] }, 'a\u200bb')).toBe(
      'a[REDACTED]b',
    )
  })

  it('runs in linear time on patterns that make backtracking engines hang', () => {
    const { set } = compilePatterns({ detect_patterns: [{ evil: '(a+)+$' }, { worse: '(a|a)*b' }] })
    expect(findMatches(set, `${'a'.repeat(20_000)}!`)).toEqual([])
  })
})
