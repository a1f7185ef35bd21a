import { expect, it } from 'vitest'
import { compilePatterns } from './compile-patterns.js'
import { findMatches, redact } from './find-matches.js'
import { makeStreamRedactor } from './stream-redactor.js'

/** Each search reads to the end of the text: all matches take quadratic time, 17 s for 20,000 characters. */
const QUADRATIC = ['a(.*b)?', 'a[^b]*b|a']
const TEXT = `safe ${'a'.repeat(20_000)}`

it.each(QUADRATIC)('all matches of %s in a long text are redacted within a number of steps', (pattern) => {
  const { set } = compilePatterns({ detect_patterns: [{ quadratic: pattern }] })
  const [detector] = set.detectors
  const redacted = redact(TEXT, findMatches(set, TEXT), '')
  expect(redacted).toBe(redact('safe ', findMatches(set, 'safe '), ''))
  // A little more than the budget: a search that has started is not aborted.
  expect(detector?.program?.dfa.steps).toBeLessThan(10_000_000)
})

it.each(QUADRATIC)('a stream on which %s takes too long is held back', (pattern) => {
  const { set } = compilePatterns({ detect_patterns: [{ quadratic: pattern }] })
  const redactor = makeStreamRedactor(set, { replacement: '' })
  let shown = ''
  for (let at = 0; at < TEXT.length; at += 1_000) shown += redactor.push(TEXT.slice(at, at + 1_000))
  shown += redactor.end()
  expect(shown).toBe(redact('safe ', findMatches(set, 'safe '), ''))
  expect(set.detectors[0]?.program?.dfa.steps).toBeLessThan(20_000_000)
})

it('a pattern of ordinary cost finds every match in a long text', () => {
  const { set } = compilePatterns({ detect_patterns: [{ id: 'ID-[0-9]{4}' }] })
  const text = 'see ID-1234, '.repeat(20_000)
  expect(findMatches(set, text)).toHaveLength(20_000)
})
