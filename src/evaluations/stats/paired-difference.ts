/**
 * Tests whether the scores of two sides on the same examples differ. The interval of the mean difference comes from
 * resampling the pairs. The p value comes from a sign-flip permutation test: if both sides are equal, each difference could
 * have the opposite sign. Resampling would be overconfident with few pairs (five equal differences give p = 0, flipping 1/16).
 *
 * Differences are added one at a time, and only the first 300 are kept.
 */
import { bootstrapMean, keepForResampling } from './bootstrap.js'
import { addToMoments, standardDeviation, EMPTY_MOMENTS, type Moments } from './moments.js'
import { normalCdf } from './normal.js'
import { makeRandom, type Random } from './seeded-random.js'

const SAMPLED_FLIPS = 10_000
/** Up to this number of differences, all 2^n sign combinations are tested. */
const MAX_EXHAUSTIVE = 13

export interface PairedDifference {
  /** Number of pairs with a score on both sides. */
  pairs: number
  /** After minus before. */
  difference: number
  interval: [number, number] | null
  deviation: number
  p: number
}

/** The accumulated differences, after minus before. */
export interface PairAccumulator {
  moments: Moments
  /** All differences, for resampling; null if there are too many. */
  values: number[] | null
  /** The differences that are not 0, for flipping; null if there are too many. */
  nonZero: number[] | null
  sum: number
  sumOfSquares: number
}

export const newPairAccumulator = (): PairAccumulator => ({
  moments: EMPTY_MOMENTS,
  values: [],
  nonZero: [],
  sum: 0,
  sumOfSquares: 0,
})

export const addPair = (pairs: PairAccumulator, difference: number): void => {
  pairs.moments = addToMoments(pairs.moments, difference)
  pairs.values = keepForResampling(pairs.values, difference)
  if (difference === 0) return
  pairs.nonZero = keepForResampling(pairs.nonZero, difference)
  pairs.sum += difference
  pairs.sumOfSquares += difference * difference
}

/** The result for the pairs added so far; null if there are none. */
export const computePairedDifference = (pairs: PairAccumulator, seed: number): PairedDifference | null => {
  const { moments, values } = pairs
  if (moments.count === 0) return null
  const { mean, interval } = bootstrapMean(moments, values, { seed, range: [-1, 1] })
  return {
    pairs: moments.count,
    difference: mean,
    interval,
    deviation: standardDeviation(moments),
    p: signFlipTest(pairs, seed),
  }
}

const signFlipTest = ({ nonZero, sum, sumOfSquares }: PairAccumulator, seed: number): number => {
  const observed = Math.abs(sum)
  // With many differences, the flipped sums are normally distributed.
  if (nonZero === null) return 2 * normalCdf(-observed / Math.sqrt(sumOfSquares))
  if (nonZero.length === 0) return 1
  // A tolerance, because sums in another order differ in the last digits.
  const threshold = observed - 1e-9 * nonZero.reduce((total, value) => total + Math.abs(value), 0)
  const source = Float64Array.from(nonZero)
  return source.length <= MAX_EXHAUSTIVE
    ? exactSignFlipTest(source, threshold)
    : sampledSignFlipTest(source, threshold, makeRandom(seed))
}

const exactSignFlipTest = (nonZero: Float64Array, threshold: number): number => {
  const combinations = 2 ** nonZero.length
  let extremeCount = 0
  for (let signMask = 0; signMask < combinations; signMask++) {
    if (Math.abs(signedSum(nonZero, signMask)) >= threshold) extremeCount++
  }
  return extremeCount / combinations
}

/** The observed combination counts as one of the samples, so that p is never 0. */
const sampledSignFlipTest = (nonZero: Float64Array, threshold: number, random: Random): number => {
  const sums = computeBlockSums(nonZero)
  let extremeCount = 1
  for (let flip = 0; flip < SAMPLED_FLIPS; flip++) {
    let sum = 0
    let bits = 0
    for (let offset = 0; offset < sums.length; offset += BLOCK_COMBINATIONS) {
      // One random number provides 24 signs. Bit 24 is a marker: when only it is left, the signs are used up.
      if (bits <= 1) bits = (random() * 16_777_216) | 16_777_216
      sum += sums[offset + (bits & 255)] ?? 0
      bits >>= 8
    }
    if (Math.abs(sum) >= threshold) extremeCount++
  }
  return extremeCount / (SAMPLED_FLIPS + 1)
}

const BLOCK_COMBINATIONS = 256

/** Precomputes the sums of blocks of eight differences for all 256 sign combinations: seven times as fast. */
const computeBlockSums = (nonZero: Float64Array): Float64Array => {
  const sums = new Float64Array(Math.ceil(nonZero.length / 8) * BLOCK_COMBINATIONS)
  for (let index = 0; index < sums.length; index++) {
    const first = (index >> 8) * 8
    sums[index] = signedSum(nonZero.subarray(first, first + 8), index & 255)
  }
  return sums
}

const signedSum = (nonZero: Float64Array, signMask: number): number => {
  let sum = 0
  for (let index = 0; index < nonZero.length; index++)
    sum += (signMask >> index) & 1 ? (nonZero[index] ?? 0) : -(nonZero[index] ?? 0)
  return sum
}
