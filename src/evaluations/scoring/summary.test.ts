import { describe, expect, it } from 'vitest'
import { wilsonInterval } from '../stats/wilson.js'
import type { Result, Verdict } from './verdict.js'
import { makeSummary } from './summary.js'

const yes: Verdict = { score: 1, passed: true }
const no: Verdict = { score: 0, passed: false }
const open: Verdict = { score: null, passed: null }
const result = (example_id: string, scores: Record<string, Verdict>, failed = false): Result => ({ example_id, failed, scores }) // prettier-ignore
const ONE = [{ name: 'a', weight: 1 }]
const TWO = [{ name: 'a', weight: 3 }, { name: 'b', weight: 1 }] // prettier-ignore

const summarize = (results: Result[], criteria = ONE) => {
  const summary = makeSummary(criteria, 'evaluation')
  for (const one of results) summary.add(one)
  return summary.summary()
}

describe('the summary', () => {
  it('the summary counts examples and weights criteria', () => {
    const found = summarize([result('1', { a: yes, b: yes }), result('2', { a: yes, b: no })], TWO)
    expect(found).toMatchObject({ total_examples: 2, passed: 1, failed: 1, pass_rate: 0.5, avg_score: 0.875, scored: 2, errors: 0 }) // prettier-ignore
    expect(found.by_criterion['b']).toMatchObject({ pass_rate: 0.5, avg_score: 0.5, weight: 1, errors: 0 })
    expect(found.pass_rate_interval).toEqual(wilsonInterval(1, 2))
  })

  it('a missing score is not zero', () => {
    const found = summarize([result('1', { a: yes }), result('2', { a: open })])
    expect(found).toMatchObject({ total_examples: 2, passed: 1, failed: 0, unscored: 1, pass_rate: 1, avg_score: 1, scored: 1 }) // prettier-ignore
    expect(found.by_criterion['a']).toMatchObject({ scored: 1, errors: 1 })
  })

  it('an example whose run failed fails, unless every criterion could score it', () => {
    const found = summarize([result('1', { a: open }, true), result('2', { a: yes }, true)])
    expect(found).toMatchObject({ passed: 1, failed: 1, errors: 2, avg_score: 1, scored: 1 })
  })

  it('criteria with weight 0 do not count', () => {
    const found = summarize([result('1', { a: yes, b: no })], [...ONE, { name: 'b', weight: 0 }])
    expect(found).toMatchObject({ passed: 1, avg_score: 1 })
    expect(found.by_criterion['b']).toMatchObject({ failed: 1 })
  })

  it('repetitions are one example, which passes if all runs pass', () => {
    const found = summarize([result('1', { a: yes }), result('1', { a: no }), result('2', { a: yes }), result('2', { a: yes })]) // prettier-ignore
    expect(found).toMatchObject({ total_examples: 2, runs: 4, passed: 1, failed: 1, avg_score: 0.75, run_pass_rate: 0.75 }) // prettier-ignore
  })

  it('reading the summary in between does not change it', () => {
    const summary = makeSummary(ONE, 'evaluation')
    expect(summary.summary()).toMatchObject({ total_examples: 0, pass_rate: null, avg_score: null })
    const results = Array.from({ length: 30 }, (_, at) =>
      result(String(at >> 1), { a: at % 3 === 0 ? no : yes }),
    )
    for (const one of results) {
      summary.add(one)
      summary.summary()
    }
    expect(summary.summary()).toEqual(summarize(results))
  })

  it('the interval of a hundred thousand examples is computed from their moments', () => {
    const found = summarize(Array.from({ length: 100_000 }, (_, at) => result(String(at), { a: at % 10 === 0 ? no : yes }))) // prettier-ignore
    expect(found.avg_score).toBeCloseTo(0.9, 10)
    const [low, high] = found.avg_score_interval ?? [0, 0]
    const [from, to] = found.pass_rate_interval ?? [0, 0]
    expect(low).toBeCloseTo(from, 4)
    expect(high).toBeCloseTo(to, 4)
  })
})
