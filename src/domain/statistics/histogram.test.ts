import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDuration, addHistogram, getPercentile, type Histogram } from './histogram.js'

const toHistogram = (durations: readonly number[]): Histogram => {
  const histogram: Histogram = {}
  for (const ms of durations) addDuration(histogram, ms)
  return histogram
}

const getExactPercentile = (durations: readonly number[], share: number): number =>
  durations.toSorted((a, b) => a - b)[Math.max(1, Math.ceil(share * durations.length)) - 1] ?? NaN

const duration = fc.double({ min: 0.1, max: 1e9, noNaN: true })

test('a percentile is off by at most 2.5 %, and by at most a twentieth of a millisecond for rounding', () => {
  fc.assert(
    fc.property(fc.array(duration, { minLength: 1 }), fc.constantFrom(0.5, 0.95, 1), (durations, share) => {
      const exact = getExactPercentile(durations, share)
      const estimate = getPercentile(toHistogram(durations), share) ?? NaN
      expect(Math.abs(estimate - exact)).toBeLessThanOrEqual(exact * 0.025 + 0.0501)
    }),
  )
})

test('the sum of two histograms is the histogram of both lists', () => {
  fc.assert(
    fc.property(fc.array(duration), fc.array(duration), (first, second) => {
      const sum = toHistogram(first)
      addHistogram(sum, toHistogram(second))
      expect(sum).toEqual(toHistogram([...first, ...second]))
    }),
  )
})

test('an empty histogram has no percentiles, and durations below the smallest bin are zero', () => {
  expect(getPercentile({}, 0.5)).toBeNull()
  expect(getPercentile(toHistogram([0, 0.05]), 0.95)).toBe(0)
})
