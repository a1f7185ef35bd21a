import { describe, expect, it } from 'vitest'
import type { Comparison } from '../api/types.ts'
import { describeChance, describeComparison, formatP, listCriterionChanges } from './comparison-words.ts'

const difference = (change: number, p: number) => ({
  wins: 0,
  losses: 0,
  ties: 0,
  sign_p: 1,
  regressed: [],
  regressed_count: 0,
  fixed: [],
  fixed_count: 0,
  pass: {
    before: 0.8,
    after: 0.8 + change,
    difference: change,
    p,
    p_corrected: p,
    pairs: 100,
    detectable: 0.1,
    interval: null,
  },
  score: null,
})

const comparison = (
  change: number,
  p: number,
  criteria: Record<string, [number, number]> = {},
): Comparison => ({
  name: 'after',
  baseline: 'before',
  shared_examples: 100,
  only_before: 0,
  only_after: 0,
  ...difference(change, p),
  by_criterion: Object.fromEntries(
    Object.entries(criteria).map(([name, [criterionChange, criterionP]]) => [
      name,
      difference(criterionChange, criterionP),
    ]),
  ),
})

describe('the words for a comparison', () => {
  it.each([
    [-0.03, 0.04, 'worse', 'Probably worse'],
    [-0.2, 0.0004, 'worse', 'Worse'],
    [0.2, 0.002, 'better', 'Better'],
    [0.02, 0.4, 'same', 'No clear difference'],
  ])('a change of %d with p = %d is called %s', (change, p, tone, headline) => {
    expect(describeComparison(comparison(change, p))).toMatchObject({ tone, headline })
  })

  it('p values are said as numbers of comparisons', () => {
    expect([formatP(0.0001), formatP(0.0432)]).toEqual(['<0.001', '0.043'])
    expect(describeChance(0.043)).toContain('4 of 100')
    expect(describeChance(0.004)).toContain('4 of 1,000')
    expect(describeChance(0.0001)).toContain('fewer than 1 of 1,000')
    expect(describeChance(1)).toBe('such a difference is what chance alone makes')
  })

  it('criteria that changed are named, and whether the examples could show the change', () => {
    const { details } = describeComparison(
      comparison(-0.03, 0.04, { polite: [-0.1, 0.01], short: [0.05, 0.03], tool: [0.01, 1] }),
    )
    expect(details).toEqual([
      'Worse in polite.',
      'Better in short.',
      '100 pairs reliably show a change of 0.100 in the pass rate; this one is smaller.',
    ])
  })

  it('criteria are listed with the share of failing examples, the largest change first', () => {
    const changes = listCriterionChanges(comparison(0, 1, { a: [0.01, 1], b: [-0.3, 0.001] }))
    expect(changes.map(({ name, tone }) => [name, tone])).toEqual([
      ['b', 'worse'],
      ['a', 'same'],
    ])
    expect(changes[0]?.before).toBeCloseTo(0.2)
    expect(changes[0]?.after).toBeCloseTo(0.5)
  })
})
