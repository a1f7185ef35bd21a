import { describe, expect, it } from 'vitest'
import { decideGates, type Limits, type Summary } from './gates.js'
import type { ComparisonReport } from './regression-gate.js'

const criterion = (pass_rate: number | null) => ({
  passed: 0,
  failed: 0,
  pass_rate,
  avg_score: pass_rate,
  scored: 100,
  errors: 0,
  pass_rate_interval: null,
  avg_score_interval: null,
})

const summary = (changes: Partial<Summary> = {}): Summary => ({
  total_examples: 100,
  passed: 90,
  failed: 10,
  pass_rate: 0.9,
  avg_score: 0.95,
  by_criterion: { polite: criterion(0.97), silent: criterion(null) },
  scored: 100,
  errors: 0,
  pass_rate_interval: [0.826, 0.945],
  avg_score_interval: [0.93, 0.97],
  ...changes,
})

const ALL = { total: 100, done: 100, percent: 100, errors: 0 }

const verdicts = (limits: Partial<Limits>, overrides = {}, compared: ComparisonReport | null = null) =>
  decideGates(
    { summary: summary(), progress: ALL, ...overrides },
    { criteria: [], maxErrors: 0.05, alpha: 0.05, ...limits },
    compared,
  ).map(({ passed, name, why }) => `${passed ? 'passed' : 'failed'} | ${name} | ${why}`)

const test = (before: number, after: number, p_corrected: number) => ({
  pairs: 100,
  before,
  after,
  difference: after - before,
  interval: null,
  p: p_corrected,
  p_corrected,
  detectable: 0.12,
})

const compared = (changes: Partial<ComparisonReport> = {}): ComparisonReport => ({
  shared_examples: 100,
  regressed: [],
  regressed_count: 0,
  pass: test(0.9, 0.9, 1),
  score: test(0.95, 0.95, 1),
  by_criterion: {},
  ...changes,
})

const regression = (changes: Partial<ComparisonReport>, alpha = 0.05) =>
  verdicts({ alpha }, {}, compared(changes))[0]

describe('the gates', () => {
  it('the pass rate, the score and the criteria pass at their limits', () => {
    expect(
      verdicts({
        failUnder: 0.9,
        minScore: 0.96,
        criteria: [
          { criterion: 'polite', minimum: 0.97 },
          { criterion: 'silent', minimum: 0 },
        ],
      }),
    ).toEqual([
      'passed | pass rate at least 0.9 | it is 0.9',
      'failed | score at least 0.96 | it is 0.95',
      'passed | pass rate of polite at least 0.97 | it is 0.97',
      'failed | pass rate of silent at least 0 | nothing was scored',
      'passed | at most 0.05 without a score | 0 of 100 results',
    ])
  })

  it('a value just below a limit is not rounded up to it', () => {
    expect(verdicts({ failUnder: 0.9 }, { summary: summary({ pass_rate: 0.899996 }) })[0]).toBe(
      'failed | pass rate at least 0.9 | it is 0.8999',
    )
    expect(verdicts({ failUnder: 0.57 }, { summary: summary({ pass_rate: 0.57 }) })[0]).toContain('passed')
    expect(verdicts({ failUnder: 0.57 }, { summary: summary({ pass_rate: 0.57 }) })[0]).toContain(
      'it is 0.57',
    )
  })

  it('failUnderLowerBound uses the lower bound of the interval', () => {
    const limits = { failUnder: 0.85, failUnderLowerBound: true }
    expect(verdicts(limits)[0]).toBe('failed | lower bound of the pass rate at least 0.85 | it is 0.826')
    expect(verdicts(limits, { summary: summary({ pass_rate_interval: null }) })[0]).toContain(
      'nothing was scored',
    )
  })

  it('the gates fail if too many results have no score, or if there are no results', () => {
    const some = { progress: { ...ALL, errors: 6 } }
    expect(verdicts({}, some)).toEqual(['failed | at most 0.05 without a score | 6 of 100 results'])
    expect(verdicts({ maxErrors: 0.06 }, some)[0]).toContain('passed')
    expect(verdicts({}, { progress: { ...ALL, done: 90 } })[0]).toContain('10 of 100 results')
    const none = { progress: { total: 0, done: 0, percent: 100, errors: 0 } }
    expect(verdicts({ maxErrors: 1 }, none)[0]).toContain('there were no examples')
  })
})

describe('the regression gate', () => {
  it('an insignificant difference passes and reports the detectable difference', () => {
    expect(regression({ pass: test(0.9, 0.85, 0.2) })).toBe(
      'passed | no significant regression | pass rate 0.9 → 0.85, p = 0.200; 100 shared examples, ' +
        'enough to detect a difference of 0.12',
    )
    expect(regression({ pass: test(0.8, 0.9, 0.0001) })).toContain('passed')
  })

  it.each([
    ['pass rate', { pass: test(0.9, 0.75, 0.0002) }, 'pass rate 0.9 → 0.75, p < 0.001'],
    ['score', { score: test(0.9, 0.75, 0.03) }, 'score 0.9 → 0.75, p = 0.030'],
    [
      'criterion',
      { by_criterion: { polite: { pass: test(0.9, 0.75, 0.01), score: test(0.9, 0.89, 0.5) } } },
      'pass rate of polite 0.9 → 0.75, p = 0.010',
    ],
  ])('a significant drop of the %s fails', (_, changes, why) => {
    expect(regression(changes)).toBe(`failed | no significant regression | ${why}`)
    expect(regression(changes, 0.0001)).toContain('passed')
  })

  it('the gate fails if nothing can be compared', () => {
    expect(regression({ shared_examples: 0, pass: null, score: null })).toContain('no example in common')
    expect(regression({ pass: null, score: null })).toContain(
      'none of 100 shared examples was scored in both',
    )
  })
})
