import { describe, expect, it } from 'vitest'
import { wilsonInterval } from '../stats/wilson.js'
import type { Result, Verdict } from './verdict.js'
import { makeSummary } from './summary.js'

const yes: Verdict = { score: 1, passed: true }
const no: Verdict = { score: 0, passed: false }
const undecided: Verdict = { score: null, passed: null }
const result = (example_id: string, scores: Record<string, Verdict>, failed = false): Result => ({ example_id, failed, scores }) // prettier-ignore
const ONE = [{ name: 'a', weight: 1 }]
const TWO = [{ name: 'a', weight: 3 }, { name: 'b', weight: 1 }] // prettier-ignore

const summarize = (results: Result[], criteria = ONE) => {
  const summary = makeSummary(criteria, 'evaluation')
  for (const each of results) summary.add(each)
  return summary.summary()
}

describe('the summary', () => {
  it('the summary counts examples and weights criteria', () => {
    const summary = summarize([result('1', { a: yes, b: yes }), result('2', { a: yes, b: no })], TWO)
    expect(summary).toMatchObject({ total_examples: 2, passed: 1, failed: 1, pass_rate: 0.5, avg_score: 0.875, scored: 2, errors: 0 }) // prettier-ignore
    expect(summary.by_criterion['b']).toMatchObject({ pass_rate: 0.5, avg_score: 0.5, weight: 1, errors: 0 })
    expect(summary.pass_rate_interval).toEqual(wilsonInterval(1, 2))
  })

  it('a missing score is not zero', () => {
    const summary = summarize([result('1', { a: yes }), result('2', { a: undecided })])
    expect(summary).toMatchObject({ total_examples: 2, passed: 1, failed: 0, unscored: 1, pass_rate: 1, avg_score: 1, scored: 1 }) // prettier-ignore
    expect(summary.by_criterion['a']).toMatchObject({ scored: 1, errors: 1 })
  })

  it('an example whose run failed fails, unless every criterion could score it', () => {
    const summary = summarize([result('1', { a: undecided }, true), result('2', { a: yes }, true)])
    expect(summary).toMatchObject({ passed: 1, failed: 1, errors: 2, avg_score: 1, scored: 1 })
  })

  it('criteria with weight 0 do not count', () => {
    const summary = summarize([result('1', { a: yes, b: no })], [...ONE, { name: 'b', weight: 0 }])
    expect(summary).toMatchObject({ passed: 1, avg_score: 1 })
    expect(summary.by_criterion['b']).toMatchObject({ failed: 1 })
  })

  it('repetitions are one example, which passes if all runs pass', () => {
    const summary = summarize([result('1', { a: yes }), result('1', { a: no }), result('2', { a: yes }), result('2', { a: yes })]) // prettier-ignore
    expect(summary).toMatchObject({ total_examples: 2, runs: 4, passed: 1, failed: 1, avg_score: 0.75, run_pass_rate: 0.75 }) // prettier-ignore
  })

  it('reading the summary in between does not change it', () => {
    const summary = makeSummary(ONE, 'evaluation')
    expect(summary.summary()).toMatchObject({ total_examples: 0, pass_rate: null, avg_score: null })
    const results = Array.from({ length: 30 }, (_, index) =>
      result(String(index >> 1), { a: index % 3 === 0 ? no : yes }),
    )
    for (const each of results) {
      summary.add(each)
      summary.summary()
    }
    expect(summary.summary()).toEqual(summarize(results))
  })

  it('the interval of a hundred thousand examples is computed from their moments', () => {
    const summary = summarize(Array.from({ length: 100_000 }, (_, index) => result(String(index), { a: index % 10 === 0 ? no : yes }))) // prettier-ignore
    expect(summary.avg_score).toBeCloseTo(0.9, 10)
    const [low, high] = summary.avg_score_interval ?? [0, 0]
    const [from, to] = summary.pass_rate_interval ?? [0, 0]
    expect(low).toBeCloseTo(from, 4)
    expect(high).toBeCloseTo(to, 4)
  })
})
