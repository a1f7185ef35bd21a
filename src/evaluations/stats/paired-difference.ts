/**
 * Whether two lists of scores on the same examples differ. The interval is that of the mean difference, by resampling the
 * pairs. The p is from flipping the signs of the differences: were both sides equal, each could as well be the other way
 * round. Resampling would be too sure of itself for few pairs (five equal differences: p of 0 where flipping gives 1/16).
 *
 * The differences come one at a time, and no more than the first few of them are kept.
 */
import { bootstrapMean, keepForResampling } from './bootstrap.js'
import { addToMoments, standardDeviation, EMPTY_MOMENTS, type Moments } from './moments.js'
import { normalCdf } from './normal.js'
import { makeRandom, type Random } from './seeded-random.js'

const SAMPLED_FLIPS = 10_000
/** Up to here all 2^n ways are gone through. */
const MAX_EXHAUSTIVE = 13

export interface PairedDifference {
  /** Pairs with a score on both sides. */
  pairs: number
  /** After less before. */
  difference: number
  interval: [number, number] | null
  deviation: number
  p: number
}

/** The differences of pairs, after less before. */
export interface PairAccumulator {
  moments: Moments
  /** All of them, for resampling; null: too many to keep. */
  values: number[] | null
  /** Those that are not 0, for flipping, which a 0 takes no part in; null: too many to keep. */
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

/** Of the pairs added so far; more may be added after. Null: there is none. */
export const computePairedDifference = (pairs: PairAccumulator, seed: number): PairedDifference | null => {
  const { moments, values } = pairs
  if (moments.count === 0) return null
  const { mean, interval } = bootstrapMean(moments, values, { seed })
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
  // What the sums of so many flips tend to.
  if (nonZero === null) return 2 * normalCdf(-observed / Math.sqrt(sumOfSquares))
  if (nonZero.length === 0) return 1
  // Sums in another order differ in the last digits.
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

/** What was seen counts as one of the ways: a p of 0 does not exist. */
const sampledSignFlipTest = (nonZero: Float64Array, threshold: number, random: Random): number => {
  const sums = computeBlockSums(nonZero)
  let extremeCount = 1
  for (let flip = 0; flip < SAMPLED_FLIPS; flip++) {
    let sum = 0
    let bits = 0
    for (let offset = 0; offset < sums.length; offset += BLOCK_COMBINATIONS) {
      // One random number does for 24 signs; when they are used up, nothing but the mark above them is left.
      if (bits <= 1) bits = (random() * 16_777_216) | 16_777_216
      sum += sums[offset + (bits & 255)] ?? 0
      bits >>= 8
    }
    if (Math.abs(sum) >= threshold) extremeCount++
  }
  return extremeCount / (SAMPLED_FLIPS + 1)
}

const BLOCK_COMBINATIONS = 256

/** The sums of eight differences at a time, for all ways to flip these: seven times as fast as one by one. */
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
