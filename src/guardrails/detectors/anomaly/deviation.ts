/**
 * Tests whether a value deviates from earlier values.
 *
 * Two conditions must hold. (1) The distance from the center is more than the limit in standard deviations. The limit is widened
 * for small samples, whose center and deviation are uncertain; for normally distributed values this alone keeps the promised
 * rate of false alarms. (2) Hardly any earlier value was as far away. This bounds false alarms for every distribution, for
 * example for a sentiment that is neutral nine times in ten.
 */
export type Method = 'mean' | 'median'

export interface DeviationOptions {
  sigmas: number
  method: Method
  /** The smallest deviation that counts: if all earlier values are equal, a tiny difference must not raise an alarm. */
  minDeviation: number
  /** `above`: only values above the center can be anomalous. */
  side: 'both' | 'above'
}

export interface DeviationResult {
  value: number
  /** The center: the mean, or the median if `method` is `median`. */
  mean: number
  /** The standard deviation, or its estimate from the median distance; at least `minDeviation`. */
  deviation: number
  /** The distance from the center in deviations. */
  z: number
  /** The limit in deviations: `sigmas`, widened for the sample size. */
  limit: number
  isAnomalous: boolean
}

export const measureDeviation = (
  value: number,
  samples: readonly number[],
  options: DeviationOptions,
): DeviationResult => {
  const { sigmas, method, minDeviation, side } = options
  const { center, spread, degreesOfFreedom, centerError } = SPREADS[method](samples)
  const deviation = Math.max(spread, minDeviation)
  const z = (value - center) / deviation
  const limit = getStudentQuantile(sigmas, degreesOfFreedom) * Math.sqrt(1 + centerError)
  const isFar = (side === 'above' ? z : Math.abs(z)) > limit
  return { value, mean: center, deviation, z, limit, isAnomalous: isFar && isRare(value, samples, options) }
}

interface Spread {
  center: number
  spread: number
  degreesOfFreedom: number
  /** The variance of the center, relative to the variance of one value. */
  centerError: number
}

const getSpreadByMean = (samples: readonly number[]): Spread => {
  const center = computeMean(samples)
  const squares = samples.reduce((sum, sample) => sum + (sample - center) ** 2, 0)
  const degreesOfFreedom = Math.max(1, samples.length - 1)
  return {
    center,
    spread: Math.sqrt(squares / degreesOfFreedom),
    degreesOfFreedom,
    centerError: 1 / samples.length,
  }
}

/** The median distance is as precise as 37 % of the samples for the deviation, the median as 64 % for the center. */
const getSpreadByMedian = (samples: readonly number[]): Spread => {
  const center = computeMedian(samples)
  const size = samples.length
  // The factor 1.4826 converts it to the standard deviation of a normal distribution; small samples need a bit more.
  const spread =
    1.4826 * (size / (size - 0.8)) * computeMedian(samples.map((sample) => Math.abs(sample - center)))
  return { center, spread, degreesOfFreedom: Math.max(1, 0.37 * (size - 1)), centerError: 1.57 / size }
}

const SPREADS = { mean: getSpreadByMean, median: getSpreadByMedian }

/**
 * Ranks the value among all values by the distance from their common center. If nothing changed, every value is equally likely
 * to be the farthest, so this condition alone allows false alarms in at most (allowedFarther + 1) of (n + 1) cases.
 */
const isRare = (
  value: number,
  samples: readonly number[],
  { sigmas, method, side }: DeviationOptions,
): boolean => {
  const values = [...samples, value]
  const center = method === 'mean' ? computeMean(values) : computeMedian(values)
  const distance = (x: number): number => (side === 'above' ? x - center : Math.abs(x - center))
  const { allowedFarther, margin } = getRarityLimit(getTailProbability(sigmas, side), samples.length)
  const ownDistance = distance(value)
  return samples.filter((sample) => distance(sample) * margin >= ownDistance).length <= allowedFarther
}

/**
 * If the sample is too small for the requested probability, being the farthest value is not rare enough. Then the value must be
 * the farthest by a margin, sized for exponential tails (whose maximum of n values is near the n-th harmonic number).
 */
const getRarityLimit = (chance: number, size: number): { allowedFarther: number; margin: number } => {
  const expected = chance * (size + 1)
  if (expected >= 1) return { allowedFarther: Math.floor(expected) - 1, margin: 1 }
  return { allowedFarther: 0, margin: 1 + Math.min(1, -Math.log(expected) / (Math.log(size) + 0.577)) }
}

/** The probability that a normal value is beyond `sigmas` deviations; accurate to 1 % between 1 and 4 sigmas. */
const getTailProbability = (sigmas: number, side: DeviationOptions['side']): number =>
  Math.exp(-0.717 * sigmas - 0.416 * sigmas * sigmas) / (side === 'above' ? 2 : 1)

/** The Student quantile with the probability that `sigmas` has for a normal value (Wallace's approximation, solved for t). */
const getStudentQuantile = (sigmas: number, degreesOfFreedom: number): number => {
  const normal = (sigmas * (8 * degreesOfFreedom + 3)) / (8 * degreesOfFreedom + 1)
  return Math.sqrt(degreesOfFreedom * Math.expm1((normal * normal) / degreesOfFreedom))
}

const computeMean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

const computeMedian = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}
