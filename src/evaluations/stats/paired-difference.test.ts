import { describe, expect, it } from 'vitest'
import { detectableMeanDifference, detectableRateDifference } from './detectable-difference.js'
import { holmCorrection } from './holm.js'
import { mcNemar } from './mcnemar.js'
import { addPair, computePairedDifference, newPairAccumulator } from './paired-difference.js'
import { signTest } from './sign-test.js'

const differenceOf = (differences: number[]) => {
  const pairs = newPairAccumulator()
  for (const difference of differences) addPair(pairs, difference)
  return computePairedDifference(pairs, 1)
}

describe("McNemar's test", () => {
  // scipy 1.17.1: stats.binomtest(min(b, c), b + c).pvalue
  it.each([
    [2, 10, 0.03857421875],
    [1, 9, 0.021484375],
    [6, 16, 0.052478790283203125],
    [121, 59, 4.434449263755163e-6],
    [400, 600, 2.728464156065948e-10],
    [49_500, 50_500, 0.0015823598788515156],
    [52_000, 48_000, 1.1530938666727834e-36],
  ])('%d regressed and %d fixed give a p value of %d', (regressed, fixed, exact) =>
    expect(mcNemar(regressed, fixed).p / exact).toBeCloseTo(1, 9),
  )

  it('ten equal scores do not prove that the next one is equal', () => {
    const [low = NaN, high = NaN] = differenceOf(new Array<number>(10).fill(0))?.interval ?? []
    expect(low).toBeCloseTo(-0.2775, 3)
    expect(high).toBeCloseTo(0.2775, 3)
  })

  it('the p value is 1 if nothing or equally much changed', () => {
    expect(mcNemar(0, 0).p).toBe(1)
    expect(mcNemar(5, 5).p).toBe(1)
    expect(signTest(1, 0)).toBe(1)
  })
})

describe('the paired difference', () => {
  it('the p value of few differences is exact', () => {
    // scipy 1.17.1: stats.permutation_test(permutation_type='samples', n_resamples=inf)
    const before = [0.5, 0.6, 0.4, 0.9, 0.7, 0.3, 0.8, 0.55, 0.65, 0.2]
    const after = [0.6, 0.7, 0.4, 0.95, 0.9, 0.5, 0.75, 0.7, 0.8, 0.3]
    const result = differenceOf(after.map((score, index) => score - (before[index] ?? 0)))
    expect(result?.difference).toBeCloseTo(0.1, 12)
    expect(result?.p).toBe(0.01171875)
    expect(result?.interval?.[0]).toBeGreaterThan(0)
  })

  it('the p value of more differences is sampled', () => {
    // scipy 1.17.1: the same with 200,000 of the ways gives 0.578
    const moved = [
      -0.11, -0.21, 0, 0.13, 0.28, 0.07, -0.06, -0.11, 0.2, 0.38, 0.1, -0.2, -0.14, 0.37, 0.09, -0.3, 0.03, -0.18, -0.08, -0.05,
      -0.09, 0.16, 0.04, -0.07, 0.13, 0.22, -0.28, 0, -0.15, 0.02, -0.21, 0.05, 0.04, -0.01, -0.16, -0.03, -0.17, -0.22, 0.09,
      -0.17,
    ] // prettier-ignore
    expect(Math.abs((differenceOf(moved)?.p ?? 0) - 0.578)).toBeLessThan(0.02)
  })

  it('there is no difference without pairs, and p is 1 if all differences are 0', () => {
    expect(differenceOf([])).toBeNull()
    expect(differenceOf([0])).toMatchObject({ pairs: 1, difference: 0, interval: null, p: 1 })
  })

  it('five equal differences have a p value of 1/16', () =>
    expect(differenceOf([1, 1, 1, 1, 1])?.p).toBe(1 / 16))

  it('the p value of many differences comes from the normal distribution', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => (index % 2 === 0 ? 0.1 : -0.098))
    // z = 10 / sqrt(5000 · 0.1² + 5000 · 0.098²) = 1.0100…
    expect(differenceOf(many)?.p).toBeCloseTo(0.3125, 3)
  })

  it('differences of 0 do not change the p value', () => {
    const few = [0.1, 0.1, -0.05, 0.1, 0.05, 0.1]
    const result = differenceOf([...few, ...new Array<number>(5_000).fill(0)])
    expect(result?.p).toBe(differenceOf(few)?.p)
    expect(result?.pairs).toBe(5_006)
  })
})

describe("Holm's correction", () => {
  // Step by step after Holm (1979): 4 · 0.005, 3 · 0.01, 2 · 0.03, and never less than the one before.
  it('the Holm correction raises the smallest p value most and keeps the order', () =>
    expect(holmCorrection([0.01, 0.04, 0.03, 0.005]).map((p) => +p.toFixed(10))).toEqual([
      0.03, 0.06, 0.06, 0.02,
    ]))

  it('the Holm correction keeps a single p value and never exceeds 1', () => {
    expect(holmCorrection([0.02])).toEqual([0.02])
    expect(holmCorrection([0.9, 0.8])).toEqual([1, 1])
    expect(holmCorrection([])).toEqual([])
  })
})

describe('the detectable difference', () => {
  // The power of the exact test at this difference, summed over both binomials with scipy 1.17.1: 0.856, 0.843, 0.818, 0.803.
  it.each([
    [50, 0.3, 0.2309],
    [100, 0.2, 0.1336],
    [500, 0.1, 0.0415],
    [1000, 0.2, 0.0406],
  ])(
    'the detectable difference of pass rates with %d pairs, of which %d differ, is %d',
    (pairs, discordant, difference) =>
      expect(detectableRateDifference(pairs, discordant)).toBeCloseTo(difference, 4),
  )

  it('five pairs cannot show any difference', () => expect(detectableRateDifference(5, 0.4)).toBeNull())

  // The power of the paired t test at this difference with scipy 1.17.1 (stats.nct): 0.792, 0.799, 0.800.
  it.each([
    [10, 0.9856],
    [34, 0.4946],
    [200, 0.1991],
  ])('the detectable difference of means with %d pairs is %d deviations', (pairs, difference) =>
    expect(detectableMeanDifference(pairs, 1)).toBeCloseTo(difference, 4),
  )
})
