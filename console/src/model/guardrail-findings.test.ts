import { expect, test } from 'vitest'
import { listFindings, splitText } from './guardrail-findings.ts'

const TEXT = 'Write to jane@example.com now.'
const decision = (action: string, ...spans: [number, number, string][]) => ({
  guardrail: 'pii',
  action,
  score: null,
  reason: 'redacted email',
  detector: 'lexical',
  spans: spans.map(([start, end, label]) => ({ start, end, label })),
})

const write = (text: string, ...decisions: ReturnType<typeof decision>[]): string =>
  splitText(text, listFindings(decisions))
    .map((segment) =>
      segment.findings.length === 0
        ? segment.text
        : `<${segment.findings.map(({ number, label }) => `${String(number)} ${label}`).join('+')}|${segment.text}>`,
    )
    .join('')

test('a finding is a part of its own, numbered in the order of the text', () => {
  expect(write(TEXT, decision('warn', [26, 29, 'later']), decision('redact', [9, 25, 'email']))).toBe(
    'Write to <1 email|jane@example.com> <2 later|now>.',
  )
})

test('findings that overlap share a part of the text', () => {
  expect(write(TEXT, decision('redact', [9, 25, 'email']), decision('warn', [14, 25, 'domain']))).toBe(
    'Write to <1 email|jane@><1 email+2 domain|example.com> now.',
  )
})

test('overlapping findings of one guardrail with one label are one finding, numbered where it ends', () => {
  const findings = listFindings([decision('redact', [0, 8, 'email'], [4, 12, 'email'], [20, 25, 'email'])])
  expect(findings.map(({ number, start, end }) => [number, start, end])).toEqual([
    [1, 0, 12],
    [2, 20, 25],
  ])
  const overlap = listFindings([decision('redact', [9, 25, 'email']), decision('warn', [14, 20, 'name'])])
  const ends = splitText(TEXT, overlap).map(({ ending }) => ending.map(({ label }) => label).join())
  expect(ends).toEqual(['', '', 'name', 'email', ''])
})

test('a passed check marks nothing, and offsets outside of the text are cut', () => {
  expect(write(TEXT, decision('pass', [0, 5, 'x']))).toBe(TEXT)
  expect(write('abc', decision('block', [-2, 1, 'a'], [2, 99, 'c']))).toBe('<1 a|a>b<2 c|c>')
  expect(write('', decision('block', [0, 4, 'a']))).toBe('')
})
