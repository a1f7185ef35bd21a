import { describe, expect, it } from 'vitest'
import { bootstrapMean, type BootstrapOptions } from './bootstrap.js'
import { computeMoments } from './moments.js'
import { makeRandom } from './seeded-random.js'
import { wilsonInterval } from './wilson.js'

const SCORES = [0.1, 0.4, 0.35, 0.8, 1, 1, 0.9, 0.6, 0.2, 0.75, 0.95, 1, 1, 0.5, 0.85]

const estimate = (values: number[], options: BootstrapOptions) =>
  bootstrapMean(computeMoments(values), values, options)

describe('the interval of a mean', () => {
  // scipy 1.17.1: stats.bootstrap(…, n_resamples=200000), default_rng(1)
  it.each([
    ['bca', 0.5233, 0.83],
    ['percentile', 0.5333, 0.84],
  ] as const)('the %s interval matches scipy', (method, low, high) => {
    const { mean, interval } = estimate(SCORES, { seed: 1, method })
    expect(mean).toBeCloseTo(0.69333, 4)
    expect(interval?.[0]).toBeCloseTo(low, 1.7)
    expect(interval?.[1]).toBeCloseTo(high, 1.7)
  })

  it('the same seed gives the same interval', () => {
    const interval = (seed: number) => estimate(SCORES, { seed }).interval
    expect(interval(7)).toEqual(interval(7))
    expect(interval(7)).not.toEqual(interval(8))
  })

  it.each([2, 5, 30, 1_000])('%d scores of 0 or 1 that are all equal have the Wilson interval', (count) => {
    for (const score of [0, 1]) {
      const { interval } = estimate(new Array<number>(count).fill(score), { seed: 1 })
      const [low, high] = wilsonInterval(score * count, count)
      expect(interval?.[0]).toBeCloseTo(low, 10)
      expect(interval?.[1]).toBeCloseTo(high, 10)
    }
  })

  it('other equal values have an interval that becomes narrower with their number', () => {
    const width = (count: number): number => {
      const [low = NaN, high = NaN] = estimate(new Array<number>(count).fill(0.7), { seed: 1 }).interval ?? []
      expect(low).toBeLessThan(0.7)
      expect(high).toBeGreaterThan(0.7)
      return high - low
    }
    expect(width(10)).toBeCloseTo(0.2775, 3)
    expect(width(100)).toBeLessThan(width(10) / 7)
  })

  it('a single value has no interval', () =>
    expect(estimate([0.5], { seed: 1 })).toEqual({ mean: 0.5, interval: null }))

  it('the interval of many values is computed from moments and matches resampling', () => {
    // scipy 1.17.1: stats.bootstrap of 4,900 ones and 100 zeros, 20,000 resamples
    const moments = computeMoments([...new Array<number>(4_900).fill(1), ...new Array<number>(100).fill(0)])
    const [low = NaN, high = NaN] = bootstrapMean(moments, null, { seed: 1 }).interval ?? []
    expect(Math.abs(low - 0.9758)).toBeLessThan(2.5e-4)
    expect(Math.abs(high - 0.9836)).toBeLessThan(2.5e-4)
  })

  it('the interval stays within the range of the values', () => {
    const values = [...new Array<number>(5_000).fill(1), 0.999]
    const [low = NaN, high = NaN] = bootstrapMean(computeMoments(values), null, { seed: 1 }).interval ?? []
    expect(low).toBeGreaterThan(0.999)
    expect(high).toBeLessThanOrEqual(1)
  })

  it('the switch from resampling to the expansion hardly changes the interval', () => {
    const random = makeRandom(5)
    const values = Array.from({ length: 300 }, () => random() ** 3)
    const moments = computeMoments(values)
    const resampled = bootstrapMean(moments, values, { seed: 2 }).interval ?? [NaN, NaN]
    const expanded = bootstrapMean(moments, null, { seed: 2 }).interval ?? [NaN, NaN]
    // A fifth of the standard error, which is about the noise of resampling.
    const near = Math.sqrt(moments.squaredDeviations) / 300 / 5
    expect(Math.abs(resampled[0] - expanded[0])).toBeLessThan(near)
    expect(Math.abs(resampled[1] - expanded[1])).toBeLessThan(near)
  })

  it('the interval covers the true mean at about its confidence level', () => {
    const random = makeRandom(11)
    const trials = 200
    let covered = 0
    for (let trial = 0; trial < trials; trial++) {
      // A skewed score: the mean of the square of a uniform variable is a third.
      const values = Array.from({ length: 40 }, () => random() ** 2)
      const [low = 0, high = 0] = estimate(values, { seed: trial }).interval ?? []
      if (low <= 1 / 3 && 1 / 3 <= high) covered++
    }
    expect(covered / trials).toBeGreaterThan(0.9)
  })
})
