import fc from 'fast-check'
import { expect, test } from 'vitest'
import { measureDeviation, type DeviationOptions } from './deviation.js'

const TWO_SIGMA: DeviationOptions = { sigmas: 2, method: 'mean', minDeviation: 0.01, side: 'both' }
const spreadOut = Array.from({ length: 100 }, (_, index) => (index % 10) - 4.5)

test('a value at the center is not anomalous and has a z of zero', () => {
  expect(measureDeviation(0, spreadOut, TWO_SIGMA)).toMatchObject({ mean: 0, z: 0, isAnomalous: false })
})

test('a value far from the center on either side is anomalous', () => {
  expect(measureDeviation(12, spreadOut, TWO_SIGMA).isAnomalous).toBe(true)
  expect(measureDeviation(-12, spreadOut, TWO_SIGMA).isAnomalous).toBe(true)
})

test('in a one-sided test only a value above the center is anomalous', () => {
  expect(measureDeviation(12, spreadOut, { ...TWO_SIGMA, side: 'above' }).isAnomalous).toBe(true)
  expect(measureDeviation(-12, spreadOut, { ...TWO_SIGMA, side: 'above' }).isAnomalous).toBe(false)
})

test('a small difference from equal values stays below the minimum deviation', () => {
  const alike = Array.from({ length: 50 }, () => 5)
  expect(measureDeviation(5.1, alike, { ...TWO_SIGMA, minDeviation: 0.1 }).isAnomalous).toBe(false)
  expect(measureDeviation(5.5, alike, { ...TWO_SIGMA, minDeviation: 0.1 }).isAnomalous).toBe(true)
})

test('the limit is higher for small samples and close to the requested sigmas for large ones', () => {
  const limit = (size: number) => measureDeviation(0, spreadOut.slice(0, size), TWO_SIGMA).limit
  expect(limit(5)).toBeCloseTo(2.87 * Math.sqrt(1.2), 1)
  expect(limit(10)).toBeLessThan(limit(5))
  expect(limit(100)).toBeCloseTo(2.04, 1)
})

test('a value that one in ten samples has is not anomalous, however far it is from the rest', () => {
  const mostlyZero = Array.from({ length: 100 }, (_, index) => (index % 10 === 0 ? 1 : 0))
  const verdict = measureDeviation(1, mostlyZero, TWO_SIGMA)
  expect(verdict.z).toBeGreaterThan(2.5)
  expect(verdict.isAnomalous).toBe(false)
})

test('a few outliers do not change the median', () => {
  const withStrange = [...spreadOut, 900, 1000]
  expect(measureDeviation(30, withStrange, TWO_SIGMA).isAnomalous).toBe(false)
  expect(measureDeviation(30, withStrange, { ...TWO_SIGMA, method: 'median' }).isAnomalous).toBe(true)
})

test('shifting and scaling a value together with its samples does not change the result', () => {
  const value = fc.integer({ min: -1000, max: 1000 })
  fc.assert(
    fc.property(value, fc.array(value, { minLength: 5, maxLength: 60 }), (x, samples) => {
      const exact: DeviationOptions = { ...TWO_SIGMA, minDeviation: 1e-9 }
      const moved = (n: number) => n * 4 + 8
      const verdict = measureDeviation(x, samples, exact)
      fc.pre(Math.abs(Math.abs(verdict.z) - verdict.limit) > 1e-6)
      expect(measureDeviation(moved(x), samples.map(moved), exact).isAnomalous).toBe(verdict.isAnomalous)
    }),
  )
})
