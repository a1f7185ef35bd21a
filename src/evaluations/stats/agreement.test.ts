import { describe, expect, it } from 'vitest'
import { krippendorffAlpha, percentAgreement } from './agreement.js'
import { countConfusion, computeRates } from './confusion-matrix.js'
import { cohensKappa } from './kappa.js'
import { correctedPassRate } from './rogan-gladen.js'

describe("Cohen's kappa", () => {
  const THREE = [[44, 5, 1], [7, 20, 3], [9, 5, 6]] // prettier-ignore
  const FOUR = [[10, 3, 1, 0], [2, 12, 4, 1], [0, 3, 9, 2], [1, 0, 2, 14]] // prettier-ignore
  // Intervals: the delta method with gradients taken numerically, in NumPy 2.4.6. The first kappa is Wikipedia's example.
  it.each([
    [[[20, 5], [10, 15]], 'none', 0.4, 0.15109, 0.64891],
    [THREE, 'none', 0.49153, 0.35016, 0.63289],
    [THREE, 'linear', 0.47368, 0.32281, 0.62456],
    [THREE, 'quadratic', 0.45455, 0.27035, 0.63874],
    [FOUR, 'none', 0.60248, 0.45257, 0.75239],
    [FOUR, 'linear', 0.7063, 0.57691, 0.8357],
    [FOUR, 'quadratic', 0.78528, 0.64648, 0.92407],
  ] as const)('kappa of %j with weights %s is %d', (table, weights, value, low, high) => {
    const result = cohensKappa(table, weights)
    expect(result?.kappa).toBeCloseTo(value, 4)
    expect(result?.interval[0]).toBeCloseTo(low, 4)
    expect(result?.interval[1]).toBeCloseTo(high, 4)
  }) // prettier-ignore

  it('the standard error of kappa matches the literature', () => {
    // Fleiss, Levin and Paik, Statistical Methods for Rates and Proportions: 100 subjects, kappa 0.68, error 0.087.
    const result = cohensKappa([[75, 1, 4], [5, 4, 1], [0, 0, 10]]) // prettier-ignore
    const [low = NaN, high = NaN] = result?.interval ?? []
    expect(result?.kappa).toBeCloseTo(0.6765, 4)
    expect((high - low) / 2 / 1.96).toBeCloseTo(0.0877, 4)
  })

  it('kappa is undefined if both raters always choose the same category', () => {
    expect(cohensKappa([[1, 0], [0, 1]])?.kappa).toBe(1) // prettier-ignore
    expect(cohensKappa([[1, 1], [1, 1]])?.kappa).toBe(0) // prettier-ignore
    expect(cohensKappa([[2, 0], [0, 0]])).toBeNull() // prettier-ignore
    expect(cohensKappa([])).toBeNull()
  })
})

describe('agreement of several raters', () => {
  // Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011), section C: nominal .743, interval .849.
  const _ = null
  const OBSERVERS = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, _, _, _],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, _, 3],
    [_, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, _],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, _],
  ]
  const units = Array.from({ length: 12 }, (_unit, index) => OBSERVERS.map((ratings) => ratings[index]))

  it("Krippendorff's alpha matches his published example", () => {
    expect(krippendorffAlpha(units, 'nominal')).toBeCloseTo(0.743, 3)
    expect(krippendorffAlpha(units, 'interval')).toBeCloseTo(0.849, 3)
  })

  it('alpha is undefined if nothing was rated twice or all ratings are equal', () => {
    expect(krippendorffAlpha([['a', null]], 'nominal')).toBeNull()
    expect(krippendorffAlpha([[0.7, 0.7], [0.7, 0.7]], 'interval')).toBeNull() // prettier-ignore
  })

  it('percent agreement is the share of equal pairs', () => {
    expect(percentAgreement([['a', 'a', 'b'], ['a', null]])).toBeCloseTo(1 / 3, 12) // prettier-ignore
    expect(percentAgreement([['a', undefined]])).toBeNull()
  })
})

describe('rates of a detector', () => {
  it('rates are computed from the confusion matrix and null without a denominator', () => {
    const counts = countConfusion([[true, true], [true, true], [true, false], [false, true], [false, false]]) // prettier-ignore
    expect(counts).toEqual({ true_positive: 2, false_positive: 1, false_negative: 1, true_negative: 1 })
    const rates = computeRates(counts)
    expect([rates.precision?.rate, rates.recall?.rate, rates.f1, rates.specificity?.rate]).toEqual([2 / 3, 2 / 3, 2 / 3, 0.5])
    expect(computeRates({ true_positive: 0, false_positive: 0, false_negative: 0, true_negative: 3 })).toMatchObject({
      precision: null,
      recall: null,
      f1: null,
    })
  }) // prettier-ignore
})

describe('the corrected pass rate', () => {
  // The interval covered 95.1 %, 95.4 % and 95.7 % of 20,000 simulated judges each, at true rates of 0.5, 0.8 and 0.95 (NumPy 2.4.6).
  it('the pass rate is corrected with the error rates of the judge', () => {
    const record = { good: 60, good_passed: 54, bad: 40, bad_failed: 32 }
    const result = correctedPassRate(160, 200, record)
    expect(result?.rate).toBeCloseTo(0.6 / 0.7, 12)
    expect(result?.interval[0]).toBeCloseTo(0.735795, 5)
    expect(result?.interval[1]).toBe(1)
  })

  it('there is no corrected rate for a judge without labels or no better than chance', () => {
    expect(correctedPassRate(5, 10, { good: 10, good_passed: 5, bad: 10, bad_failed: 5 })).toBeNull()
    expect(correctedPassRate(5, 10, { good: 0, good_passed: 0, bad: 0, bad_failed: 0 })).toBeNull()
  })
})
