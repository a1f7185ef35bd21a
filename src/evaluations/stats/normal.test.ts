import { describe, expect, it } from 'vitest'
import { fairBinomialCdf } from './binomial.js'
import { standardDeviation, bcaAcceleration, computeMoments } from './moments.js'
import { normalCdf, normalQuantile } from './normal.js'
import { quantile } from './quantile.js'
import { makeRandom, toSeed } from './seeded-random.js'
import { wilsonInterval } from './wilson.js'

describe('the normal distribution', () => {
  // scipy 1.17.1: stats.norm.cdf, stats.norm.ppf
  it.each([
    [-8, 6.22096057427174e-16],
    [-3, 0.001349898031630093],
    [-1.5, 0.06680720126885806],
    [0.3, 0.6179114221889526],
    [1.959963984540054, 0.975],
    [8, 1],
  ])('the normal CDF at %d is %d', (z, share) => {
    expect(Math.abs(normalCdf(z) / share - 1)).toBeLessThan(z === -8 ? 1e-3 : 1e-12)
  })

  it.each([
    [0.001, -3.090232306167813],
    [0.025, -1.9599639845400545],
    [0.8, 0.8416212335729143],
    [0.999, 3.090232306167813],
  ])('the normal quantile of %d is %d', (share, z) => expect(normalQuantile(share)).toBeCloseTo(z, 10))
})

describe('the fair binomial distribution', () => {
  // scipy 1.17.1: half of stats.binomtest(49500, 100000).pvalue
  it('the binomial CDF is exact where 0.5^n underflows', () =>
    expect(fairBinomialCdf(49_500, 100_000)).toBeCloseTo(0.0015823598788515156 / 2, 10))

  it('the binomial CDF is symmetric', () =>
    expect(fairBinomialCdf(7, 12) + fairBinomialCdf(4, 12)).toBeCloseTo(1, 14))
})

describe('quantiles', () => {
  // NumPy 2.4.6: np.quantile([3, 1, 4, 1, 5, 9, 2, 6], q)
  it.each([
    [0, 1],
    [0.1, 1],
    [0.5, 3.5],
    [0.95, 7.95],
    [1, 9],
  ])('the quantile %d is %d', (share, value) =>
    expect(quantile([3, 1, 4, 1, 5, 9, 2, 6], share)).toBeCloseTo(value, 12),
  )
})

describe('random numbers', () => {
  it('the generator matches mulberry32 in Python', () => {
    const random = makeRandom(1)
    expect([random(), random(), random()]).toEqual([
      0.6270739405881613, 0.002735721180215478, 0.5274470399599522,
    ])
  })

  it('the seed of a text is its FNV-1a hash', () => expect(toSeed('foobar')).toBe(0xbf9cf968))
})

describe('moments', () => {
  it('moments of values added one by one match the direct computation', () => {
    const values = [0.1, 0.4, 0.35, 0.8, 1, 1, 0.9]
    const mean = values.reduce((sum, value) => sum + value, 0) / 7
    const power = (k: number) => values.reduce((sum, value) => sum + (value - mean) ** k, 0)
    const moments = computeMoments(values)
    expect(moments.mean).toBeCloseTo(mean, 14)
    expect(standardDeviation(moments)).toBeCloseTo(Math.sqrt(power(2) / 6), 12)
    expect(bcaAcceleration(moments)).toBeCloseTo(power(3) / (6 * power(2) ** 1.5), 12)
  })
})

describe('the Wilson interval', () => {
  // Newcombe (1998), Statistics in Medicine 17, table I, method 3.
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('the interval of %d in %d is %d to %d', (part, whole, low, high) => {
    const [from, to] = wilsonInterval(part, whole)
    expect(from).toBeCloseTo(low, 4)
    expect(to).toBeCloseTo(high, 4)
  })
})
