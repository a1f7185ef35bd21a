import { describe, expect, it } from 'vitest'
import { correctPValues, makeComparison, type Comparison } from './comparison.js'
import type { Result } from './verdict.js'

const CRITERIA = [{ name: 'a', weight: 1 }]

type Runs = (boolean | number | null)[]

const runsOf = (example_id: string, runs: Runs): Result[] =>
  runs.map((run) => {
    const score = run === null ? null : Number(run)
    return {
      example_id,
      failed: false,
      scores: { a: { score, passed: score === null ? null : score >= 0.5 } },
    }
  })

/** The runs of each example by index; undefined if a side does not have the example. */
const compare = (before: (Runs | undefined)[], after: (Runs | undefined)[], name = 'new'): Comparison => {
  const comparison = makeComparison({ name, baseline: 'old', criteria: CRITERIA, seed: 's' })
  for (let index = 0; index < Math.max(before.length, after.length); index++) {
    const [was, is] = [before[index], after[index]]
    if (was !== undefined && is !== undefined)
      comparison.add(String(index), runsOf(String(index), was), runsOf(String(index), is))
    else comparison.addUnpaired(was === undefined ? 'after' : 'before')
  }
  return comparison.comparison()
}

const twelve = (passed: boolean): Runs[] => Array.from({ length: 12 }, () => [passed])

describe('a comparison', () => {
  it('a comparison lists fixed and regressed examples with p values', () => {
    const before = [...twelve(true), ...twelve(false)]
    const after = before.map((runs, index) =>
      index === 0 || index === 1 ? [false] : index >= 14 ? [true] : runs,
    )
    const result = compare(before, after)
    expect(result).toMatchObject({ name: 'new', baseline: 'old', shared_examples: 24, wins: 10, losses: 2, ties: 12 }) // prettier-ignore
    expect(result).toMatchObject({ regressed: ['0', '1'], regressed_count: 2, fixed_count: 10 })
    expect(result.fixed).toHaveLength(10)
    // scipy 1.17.1: stats.binomtest(2, 12).pvalue
    expect(result.pass).toMatchObject({ pairs: 24, before: 0.5, p: expect.closeTo(0.03857421875, 12) })
    expect(result.pass?.difference).toBeCloseTo(8 / 24, 12)
    expect(result.score?.interval?.[0]).toBeGreaterThan(0)
    expect(result.by_criterion['a']?.pass?.p).toBeCloseTo(0.03857421875, 12)
  })

  it('p values are corrected for the number of candidates', () => {
    const before = twelve(false)
    const better = before.map((_, index) => [index < 7])
    const [first, second] = correctPValues([compare(before, better, 'b'), compare(before, before, 'c')])
    const corrected = { p: expect.closeTo(0.015625, 12), p_corrected: expect.closeTo(0.03125, 12) }
    expect(first).toMatchObject({ name: 'b', pass: corrected, by_criterion: { a: { pass: corrected } } })
    expect(second?.pass).toMatchObject({ p: 1, p_corrected: 1, detectable: null })
  })

  it('the correction counts only tests that were made', () => {
    const [first, second] = correctPValues([
      compare(twelve(false), twelve(true), 'b'),
      compare([[true]], [undefined, [true]], 'c'),
    ])
    expect(first?.pass?.p_corrected).toBe(first?.pass?.p)
    expect(second).toMatchObject({
      pass: null,
      score: null,
      by_criterion: { a: { pass: null, score: null } },
    })
  })

  it('a comparison uses the examples that both sides have', () => {
    const none = [undefined, undefined]
    const result = compare([...twelve(true), ...none], [...none, ...twelve(true)])
    expect(result).toMatchObject({ shared_examples: 10, only_before: 2, only_after: 2, wins: 0, ties: 10 })
    const nothing = compare([[true]], [undefined, [true]])
    expect(nothing).toMatchObject({ shared_examples: 0, pass: null, score: null, sign_p: 1 })
  })

  it('repetitions count as one example, and examples without a score on one side are left out', () => {
    const result = compare([[true, false], [true, true], [true]], [[true, true], [true, null], [null]]) // prettier-ignore
    expect(result).toMatchObject({ fixed: ['0'], wins: 1, ties: 1 })
    expect(result).toMatchObject({ pass: { pairs: 1 }, score: { pairs: 2, before: 0.75, after: 1 } })
  })

  it('floating-point differences from the order of summation are ties', () => {
    const result = compare(
      Array.from({ length: 20 }, () => [0.1, 0.2, 0.3]),
      Array.from({ length: 20 }, () => [0.3, 0.2, 0.1]),
    )
    expect(result).toMatchObject({ ties: 20, score: { difference: 0, p: 1, detectable: null } })
  })

  it('a comparison lists at most a thousand ids and is deterministic', () => {
    const [before, after] = [true, false].map((passed) => Array.from({ length: 1_500 }, () => [passed]))
    const result = compare(before ?? [], after ?? [])
    expect(result).toMatchObject({ regressed_count: 1_500, fixed_count: 0, losses: 1_500 })
    expect(result.regressed).toHaveLength(1_000)
    expect(result.regressed.at(-1)).toBe('999')
    expect(compare(before ?? [], after ?? [])).toEqual(result)
  })
})
