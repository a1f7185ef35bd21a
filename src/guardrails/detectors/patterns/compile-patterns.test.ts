import { describe, expect, it } from 'vitest'
import { compilePatterns } from './compile-patterns.js'
import { findMatches, redact } from './find-matches.js'

const redactWith = (config: Parameters<typeof compilePatterns>[0], text: string): string => {
  const { set, problems } = compilePatterns(config)
  expect(problems).toEqual({})
  return redact(text, findMatches(set, text), set.replacement)
}

const getProblems = (config: Parameters<typeof compilePatterns>[0]) => compilePatterns(config).problems

describe('the configuration of an output filter', () => {
  it.each([
    ['a list of names with expressions', [{ badge: String.raw`B-\d{4}` }]],
    ['one map', { badge: String.raw`B-\d{4}` }],
    ['a list of objects with name and pattern', [{ name: 'badge', pattern: String.raw`B-\d{4}` }]],
  ])('may give patterns as %s', (_form, detect_patterns) => {
    expect(redactWith({ detect_patterns }, 'badge B-1234 lost')).toBe('badge [REDACTED] lost')
  })

  it('may name built-in patterns, alone or among others', () => {
    const text = 'jo@example.com 10.0.0.1 B-1'
    expect(redactWith({ detect_patterns: ['email', { ip_address: null }, { badge: 'B-1' }] }, text)).toBe(
      '[REDACTED] [REDACTED] [REDACTED]',
    )
  })

  it('may have a pattern that is called name', () => {
    expect(redactWith({ detect_patterns: [{ name: 'Jo+e' }] }, 'for Jooe')).toBe('for [REDACTED]')
  })

  it('searches for what a pattern says and for what its name says', () => {
    const detect_patterns = [{ credit_card: String.raw`\b\d{4}[- ]?\d{4}[- ]?\d{4}[- ]?\d{4}\b` }]
    const text = 'amex 3782 822463 10005, no card 1234 5678 9012 3456'
    expect(redactWith({ detect_patterns, replacement: '#' }, text)).toBe('amex #, no card #')
  })

  it('looks for plain text to block whatever its case, letters and line breaks', () => {
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

  it('treats plain text to block as text, not as an expression', () => {
    const { set } = compilePatterns({ block_patterns: ['a.c (x)'] })
    expect(findMatches(set, 'abc (x)')).toEqual([])
    expect(findMatches(set, 'A.C (X)')).toHaveLength(1)
  })

  it.each([
    ['looks ahead', 'a(?=b)', 'looks ahead or behind'],
    ['looks behind', '(?<!a)b', 'looks ahead or behind'],
    ['refers back', String.raw`(a)\1`, 'refers back'],
    ['can be empty', 'a*', 'can match the empty string'],
    ['is only a boundary', String.raw`\b`, 'can match the empty string'],
    ['is not closed', '(a', 'is no regular expression'],
    ['is too long', 'a'.repeat(1001), 'has 1001 characters'],
    [
      'multiplies',
      '(?:a{1000}|b{1000}|c{1000}|d{1000}){1}(?:e{1000}f{1000}g{1000}h{1000}){1}(?:i{1000}j{1000}k{1000})',
      'is too large',
    ],
  ])('tells of a pattern that %s, by its path and name', (_what, pattern, why) => {
    const problems = getProblems({ detect_patterns: ['email', { mine: pattern }] })
    expect(Object.keys(problems)).toEqual(['detect_patterns/1/mine'])
    expect(problems['detect_patterns/1/mine']).toContain(`pattern "mine" ${why}`)
  })

  it('tells of everything that is wrong at once', () => {
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

  it('warns of a replacement that would be replaced', () => {
    expect(compilePatterns({ detect_patterns: ['email'] }).warnings).toEqual({})
    expect(compilePatterns({ detect_patterns: ['email'], replacement: 'no@example.com' }).warnings).toEqual({
      replacement: 'is itself matched by pattern "email"',
    })
  })

  it('looks for characters beyond ASCII in the text as it came', () => {
    expect(redactWith({ detect_patterns: [{ dash: '—' }] }, 'a—b-c')).toBe('a[REDACTED]b-c')
    expect(redactWith({ detect_patterns: [{ hidden: String.raw`\x{200b}` }] }, 'a\u200bb')).toBe(
      'a[REDACTED]b',
    )
  })

  it('stays linear on patterns made to hang others', () => {
    const { set } = compilePatterns({ detect_patterns: [{ evil: '(a+)+$' }, { worse: '(a|a)*b' }] })
    expect(findMatches(set, `${'a'.repeat(20_000)}!`)).toEqual([])
  })
})
