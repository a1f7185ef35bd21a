/**
 * Whether two lists of scores on the same examples differ. The interval is that of the mean difference, by resampling the
 * pairs. The p is from flipping the signs of the differences: were both sides equal, each could as well be the other way
 * round. Resampling would be too sure of itself for few pairs (five equal differences: p of 0 where flipping gives 1/16).
 *
 * The differences come one at a time, and no more than the first few of them are kept.
 */
import { bootstrapOf, keep } from './bootstrap.js'
import { addMoment, deviationOf, NO_MOMENTS, type Moments } from './moments.js'
import { normalBelow } from './normal.js'
import { makeRandom, type Random } from './seeded-random.js'

const FLIPS = 10_000
/** Up to here all 2^n ways are gone through. */
const FEW = 13

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
export interface Pairs {
  moments: Moments
  /** All of them, for resampling; null: too many to keep. */
  values: number[] | null
  /** Those that are not 0, for flipping, which a 0 takes no part in; null: too many to keep. */
  moved: number[] | null
  sum: number
  squares: number
}

export const newPairs = (): Pairs => ({ moments: NO_MOMENTS, values: [], moved: [], sum: 0, squares: 0 })

export const addPair = (pairs: Pairs, difference: number): void => {
  pairs.moments = addMoment(pairs.moments, difference)
  pairs.values = keep(pairs.values, difference)
  if (difference === 0) return
  pairs.moved = keep(pairs.moved, difference)
  pairs.sum += difference
  pairs.squares += difference * difference
}

/** Of the pairs added so far; more may be added after. Null: there is none. */
export const differenceOfPairs = (pairs: Pairs, seed: number): PairedDifference | null => {
  const { moments, values } = pairs
  if (moments.count === 0) return null
  const { mean, interval } = bootstrapOf(moments, values, { seed })
  return {
    pairs: moments.count,
    difference: mean,
    interval,
    deviation: deviationOf(moments),
    p: flipTest(pairs, seed),
  }
}

const flipTest = ({ moved, sum, squares }: Pairs, seed: number): number => {
  const seen = Math.abs(sum)
  // What the sums of so many flips tend to.
  if (moved === null) return 2 * normalBelow(-seen / Math.sqrt(squares))
  if (moved.length === 0) return 1
  // Sums in another order differ in the last digits.
  const reached = seen - 1e-9 * moved.reduce((total, one) => total + Math.abs(one), 0)
  const source = Float64Array.from(moved)
  return source.length <= FEW ? allFlips(source, reached) : someFlips(source, reached, makeRandom(seed))
}

const allFlips = (moved: Float64Array, reached: number): number => {
  const ways = 2 ** moved.length
  let asFar = 0
  for (let way = 0; way < ways; way++) {
    if (Math.abs(flippedSum(moved, way)) >= reached) asFar++
  }
  return asFar / ways
}

/** What was seen counts as one of the ways: a p of 0 does not exist. */
const someFlips = (moved: Float64Array, reached: number, random: Random): number => {
  const sums = sumsOfEights(moved)
  let asFar = 1
  for (let flip = 0; flip < FLIPS; flip++) {
    let sum = 0
    let bits = 0
    for (let from = 0; from < sums.length; from += WAYS_OF_EIGHT) {
      // One random number does for 24 signs; when they are used up, nothing but the mark above them is left.
      if (bits <= 1) bits = (random() * 16_777_216) | 16_777_216
      sum += sums[from + (bits & 255)] ?? 0
      bits >>= 8
    }
    if (Math.abs(sum) >= reached) asFar++
  }
  return asFar / (FLIPS + 1)
}

const WAYS_OF_EIGHT = 256

/** The sums of eight differences at a time, for all ways to flip these: seven times as fast as one by one. */
const sumsOfEights = (moved: Float64Array): Float64Array => {
  const sums = new Float64Array(Math.ceil(moved.length / 8) * WAYS_OF_EIGHT)
  for (let at = 0; at < sums.length; at++) {
    const first = (at >> 8) * 8
    sums[at] = flippedSum(moved.subarray(first, first + 8), at & 255)
  }
  return sums
}

const flippedSum = (moved: Float64Array, way: number): number => {
  let sum = 0
  for (let at = 0; at < moved.length; at++) sum += (way >> at) & 1 ? (moved[at] ?? 0) : -(moved[at] ?? 0)
  return sum
}
