import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDuration, addHistogram, toPercentiles, type Histogram } from './histogram.js'

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
    fc.property(fc.array(duration, { minLength: 1 }), (durations) => {
      const { p50, p95 } = toPercentiles(toHistogram(durations))
      for (const [estimate, share] of [
        [p50, 0.5],
        [p95, 0.95],
      ] as const) {
        const exact = getExactPercentile(durations, share)
        expect(Math.abs((estimate ?? NaN) - exact)).toBeLessThanOrEqual(exact * 0.025 + 0.0501)
      }
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
  expect(toPercentiles({})).toEqual({ p50: null, p95: null })
  expect(toPercentiles(toHistogram([0, 0.05]))).toEqual({ p50: 0, p95: 0 })
  expect(toPercentiles(toHistogram([9, 9, 0, 0, 0])).p50).toBe(0)
})
