/**
 * Bootstrap confidence interval of a mean score. The repetitions of one example are correlated and must be averaged first:
 * resampling them as separate examples would make the interval too narrow.
 *
 * With more than `MAX_RESAMPLED_VALUES` examples the quantiles come from the Cornish–Fisher expansion of mean, deviation and
 * skewness, to which resampling converges: resampling 100,000 examples 2,000 times takes three seconds and differs by less
 * than its own noise. The values need not be kept then.
 *
 * Resampling equal values gives an interval without width, although further examples may differ. Then the interval assumes
 * that a share of them, at most the upper Wilson limit of "none of n", has the lowest or the highest possible score.
 */
import { bcaAcceleration, type Moments } from './moments.js'
import { normalCdf, normalQuantile } from './normal.js'
import { sortedQuantile } from './quantile.js'
import { makeRandom } from './seeded-random.js'
import { wilsonInterval } from './wilson.js'

const MAX_RESAMPLED_VALUES = 300
/** Random draws, about 10 ms (November 2026). Fewer examples get more resamples, because their noise is larger. */
const MAX_DRAWS = 600_000
const MAX_RESAMPLES = 10_000

export interface BootstrapOptions {
  seed: number
  /** `bca` corrects for bias and skewness, `percentile` does not. */
  method?: 'bca' | 'percentile'
  confidence?: number
  /** The lowest and the highest possible value. */
  range?: readonly [number, number]
}

export interface MeanEstimate {
  mean: number
  /** Null for a single example, which has no variance. */
  interval: [number, number] | null
}

/** Adds a value to those kept for resampling. Returns null if there are too many, so that none is needed. */
export const keepForResampling = (values: number[] | null, value: number): number[] | null => {
  if (values === null || values.length === MAX_RESAMPLED_VALUES) return null
  values.push(value)
  return values
}

/** @param values the values of the moments, or null if there were too many to keep. */
export const bootstrapMean = (
  moments: Moments,
  values: readonly number[] | null,
  { seed, method = 'bca', confidence = 0.95, range = [0, 1] }: BootstrapOptions,
): MeanEstimate => {
  const { mean, count } = moments
  if (count < 2) return { mean, interval: null }
  if (moments.min === moments.max) return { mean, interval: intervalOfConstant(moments, range) }
  const tail = (1 - confidence) / 2
  const acceleration = bcaAcceleration(moments)
  if (values === null || count > MAX_RESAMPLED_VALUES) {
    const quantileAt = (share: number) => cornishFisherQuantile(moments, share)
    const shares =
      method === 'bca' ? [tail, 1 - tail].map((share) => bcaShare(share, acceleration, acceleration)) : null
    return { mean, interval: [quantileAt(shares?.[0] ?? tail), quantileAt(shares?.[1] ?? 1 - tail)] }
  }
  const means = resampledMeans(values, seed)
  const bias = method === 'bca' ? bcaBias(means, mean) : 0
  const adjustShare = (tailShare: number) =>
    method === 'bca' ? bcaShare(tailShare, bias, acceleration) : tailShare
  return {
    mean,
    interval: [sortedQuantile(means, adjustShare(tail)), sortedQuantile(means, adjustShare(1 - tail))],
  }
}

/** For scores of 0 or 1 this is the Wilson interval. */
const intervalOfConstant = (
  { min, count }: Moments,
  [lowest, highest]: readonly [number, number],
): [number, number] => {
  const [, share] = wilsonInterval(0, count)
  return [min - share * Math.max(0, min - lowest), min + share * Math.max(0, highest - min)]
}

const resampledMeans = (values: readonly number[], seed: number): Float64Array => {
  const random = makeRandom(seed)
  const source = Float64Array.from(values)
  const { length } = source
  const means = new Float64Array(Math.min(MAX_RESAMPLES, Math.floor(MAX_DRAWS / length)))
  for (let i = 0; i < means.length; i++) {
    let sum = 0
    for (let draw = 0; draw < length; draw++) sum += source[(random() * length) | 0] ?? 0
    means[i] = sum / length
  }
  return means.sort()
}

/** Bias correction of BCa: the z value of the share of resampled means below the mean. Ties are compared with a tolerance. */
const bcaBias = (means: Float64Array, mean: number): number => {
  const tolerance = Math.abs(mean) * 1e-12
  let below = 0
  for (const resampledMean of means)
    below += resampledMean < mean - tolerance ? 1 : resampledMean <= mean + tolerance ? 0.5 : 0
  const smallestShare = 1 / (2 * means.length)
  return normalQuantile(Math.min(1 - smallestShare, Math.max(smallestShare, below / means.length)))
}

const bcaShare = (share: number, bias: number, acceleration: number): number => {
  const z = bias + normalQuantile(share)
  return normalCdf(bias + z / (1 - acceleration * z))
}

const cornishFisherQuantile = (moments: Moments, share: number): number => {
  const z = normalQuantile(share)
  const standardError = Math.sqrt(moments.squaredDeviations) / moments.count
  const value = moments.mean + standardError * (z + bcaAcceleration(moments) * (z * z - 1))
  // The mean of a resample cannot lie outside the range of the values.
  return Math.min(moments.max, Math.max(moments.min, value))
}
