/**
 * Whether a value stands out from those before it.
 *
 * Two things must hold. Its distance from the centre is more than k deviations, where k is widened for what a small
 * sample does not know of its own centre and deviation; by this alone false alarms come as often as k promises if
 * values are normally distributed. And hardly any of the values before were as far off: that bounds false alarms
 * whatever the distribution, such as moods that are neutral nine times in ten.
 */
export type Method = 'mean' | 'median'

export interface DeviationOptions {
  sigmas: number
  method: Method
  /** The least deviation that counts: replies that were all alike must not make the next comma an alarm. */
  minDeviation: number
  /** `above`: only values over the centre stand out. */
  side: 'both' | 'above'
}

export interface DeviationResult {
  value: number
  /** The centre: the mean, or the median with that method. */
  mean: number
  /** The standard deviation, or what the median distance makes of it; at least the floor. */
  deviation: number
  /** The value's distance in deviations. */
  z: number
  /** How many deviations it takes here: k, widened for the size of the sample. */
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
  /** Variance of the centre, in variances of one value. */
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

/** The median distance knows as much of the deviation as 37 % of the samples would, the median 64 % of the centre. */
const getSpreadByMedian = (samples: readonly number[]): Spread => {
  const center = computeMedian(samples)
  const size = samples.length
  // 1.4826 makes it the standard deviation of a normal distribution; small samples need a little more.
  const spread =
    1.4826 * (size / (size - 0.8)) * computeMedian(samples.map((sample) => Math.abs(sample - center)))
  return { center, spread, degreesOfFreedom: Math.max(1, 0.37 * (size - 1)), centerError: 1.57 / size }
}

const SPREADS = { mean: getSpreadByMean, median: getSpreadByMedian }

/**
 * The value is put among those before it and all are measured from the centre of all: under no change each of them is
 * as likely to be the farthest as the last, so this alone allows false alarms in (mayBeFarther + 1) of (n + 1) at most.
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
 * In a sample too small for the chance wanted even the farthest of all is too common: there it must be the farthest by
 * a margin, as large as tails that fall off exponentially need (the farthest of n is at their harmonic number).
 */
const getRarityLimit = (chance: number, size: number): { allowedFarther: number; margin: number } => {
  const expected = chance * (size + 1)
  if (expected >= 1) return { allowedFarther: Math.floor(expected) - 1, margin: 1 }
  return { allowedFarther: 0, margin: 1 + Math.min(1, -Math.log(expected) / (Math.log(size) + 0.577)) }
}

/** Of a normal value to be beyond k deviations; the formula is right to 1 % of itself from 1 to 4. */
const getTailProbability = (sigmas: number, side: DeviationOptions['side']): number =>
  Math.exp(-0.717 * sigmas - 0.416 * sigmas * sigmas) / (side === 'above' ? 2 : 1)

/** The Student quantile as likely as k is for a normal value (Wallace's approximation, solved for t). */
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
