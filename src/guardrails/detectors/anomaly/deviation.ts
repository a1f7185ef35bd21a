/**
 * Whether a value stands out from those before it.
 *
 * Two things must hold. Its distance from the centre is more than k deviations, where k is widened for what a small
 * sample does not know of its own centre and deviation; by this alone false alarms come as often as k promises if
 * values are normally distributed. And hardly any of the values before were as far off: that bounds false alarms
 * whatever the distribution, such as moods that are neutral nine times in ten.
 */
export type Method = 'mean' | 'median'

export interface Yardstick {
  k: number
  method: Method
  /** The least deviation that counts: replies that were all alike must not make the next comma an alarm. */
  floor: number
  /** `above`: only values over the centre stand out. */
  side: 'both' | 'above'
}

export interface Verdict {
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

export const judgeValue = (value: number, samples: readonly number[], yardstick: Yardstick): Verdict => {
  const { k, method, floor, side } = yardstick
  const { centre, spread, freedom, centreError } = SPREADS[method](samples)
  const deviation = Math.max(spread, floor)
  const z = (value - centre) / deviation
  const limit = quantileOfT(k, freedom) * Math.sqrt(1 + centreError)
  const isFar = (side === 'above' ? z : Math.abs(z)) > limit
  return { value, mean: centre, deviation, z, limit, isAnomalous: isFar && isRare(value, samples, yardstick) }
}

interface Spread {
  centre: number
  spread: number
  freedom: number
  /** Variance of the centre, in variances of one value. */
  centreError: number
}

const byMean = (samples: readonly number[]): Spread => {
  const centre = meanOf(samples)
  const squares = samples.reduce((sum, sample) => sum + (sample - centre) ** 2, 0)
  const freedom = Math.max(1, samples.length - 1)
  return { centre, spread: Math.sqrt(squares / freedom), freedom, centreError: 1 / samples.length }
}

/** The median distance knows as much of the deviation as 37 % of the samples would, the median 64 % of the centre. */
const byMedian = (samples: readonly number[]): Spread => {
  const centre = medianOf(samples)
  const size = samples.length
  // 1.4826 makes it the standard deviation of a normal distribution; small samples need a little more.
  const spread = 1.4826 * (size / (size - 0.8)) * medianOf(samples.map((sample) => Math.abs(sample - centre)))
  return { centre, spread, freedom: Math.max(1, 0.37 * (size - 1)), centreError: 1.57 / size }
}

const SPREADS = { mean: byMean, median: byMedian }

/**
 * The value is put among those before it and all are measured from the centre of all: under no change each of them is
 * as likely to be the farthest as the last, so this alone allows false alarms in (mayBeFarther + 1) of (n + 1) at most.
 */
const isRare = (value: number, samples: readonly number[], { k, method, side }: Yardstick): boolean => {
  const all = [...samples, value]
  const centre = method === 'mean' ? meanOf(all) : medianOf(all)
  const distance = (x: number): number => (side === 'above' ? x - centre : Math.abs(x - centre))
  const { mayBeFarther, margin } = rarity(chanceBeyond(k, side), samples.length)
  const own = distance(value)
  return samples.filter((sample) => distance(sample) * margin >= own).length <= mayBeFarther
}

/**
 * In a sample too small for the chance wanted even the farthest of all is too common: there it must be the farthest by
 * a margin, as large as tails that fall off exponentially need (the farthest of n is at their harmonic number).
 */
const rarity = (chance: number, size: number): { mayBeFarther: number; margin: number } => {
  const expected = chance * (size + 1)
  if (expected >= 1) return { mayBeFarther: Math.floor(expected) - 1, margin: 1 }
  return { mayBeFarther: 0, margin: 1 + Math.min(1, -Math.log(expected) / (Math.log(size) + 0.577)) }
}

/** Of a normal value to be beyond k deviations; the formula is right to 1 % of itself from 1 to 4. */
const chanceBeyond = (k: number, side: Yardstick['side']): number =>
  Math.exp(-0.717 * k - 0.416 * k * k) / (side === 'above' ? 2 : 1)

/** The Student quantile as likely as k is for a normal value (Wallace's approximation, solved for t). */
const quantileOfT = (k: number, freedom: number): number => {
  const normal = (k * (8 * freedom + 3)) / (8 * freedom + 1)
  return Math.sqrt(freedom * Math.expm1((normal * normal) / freedom))
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

const medianOf = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}
