/**
 * Where the mean of a score lies, by resampling examples. The repetitions of one example are alike, so they have to be
 * averaged first: to resample them as if each were an example would make the interval too narrow.
 *
 * Over `LARGEST_RESAMPLED` examples the quantiles are those that resampling tends to, by the Cornish–Fisher expansion from
 * mean, deviation and skewness: resampling 100,000 examples 2,000 times takes three seconds, and differs by less than its own
 * noise. The values themselves need not be kept then.
 */
import { bcaAcceleration, type Moments } from './moments.js'
import { normalCdf, normalQuantile } from './normal.js'
import { sortedQuantile } from './quantile.js'
import { makeRandom } from './seeded-random.js'

const MAX_RESAMPLED_VALUES = 300
/** Numbers drawn, some 10 ms (November 2026): few examples are resampled more often, for the noise is larger with them. */
const MAX_DRAWS = 600_000
const MAX_RESAMPLES = 10_000

export interface BootstrapOptions {
  seed: number
  /** `bca` corrects for bias and skewness, `percentile` does not. */
  method?: 'bca' | 'percentile'
  confidence?: number
}

export interface MeanEstimate {
  mean: number
  /** Null: one example says nothing of how examples differ. */
  interval: [number, number] | null
}

/** Adds to the values that are kept for resampling. Null: there are too many by now, and none is needed. */
export const keepForResampling = (values: number[] | null, value: number): number[] | null => {
  if (values === null || values.length === MAX_RESAMPLED_VALUES) return null
  values.push(value)
  return values
}

/** @param values all of which the moments are, or null when they were too many to keep. */
export const bootstrapMean = (
  moments: Moments,
  values: readonly number[] | null,
  { seed, method = 'bca', confidence = 0.95 }: BootstrapOptions,
): MeanEstimate => {
  const { mean, count } = moments
  if (count < 2) return { mean, interval: null }
  const tail = (1 - confidence) / 2
  const acceleration = bcaAcceleration(moments)
  if (values === null || count > MAX_RESAMPLED_VALUES) {
    const at = (share: number) => cornishFisherQuantile(moments, share)
    const shares =
      method === 'bca' ? [tail, 1 - tail].map((share) => bcaShare(share, acceleration, acceleration)) : null
    return { mean, interval: [at(shares?.[0] ?? tail), at(shares?.[1] ?? 1 - tail)] }
  }
  const means = resampledMeans(values, seed)
  const bias = method === 'bca' ? bcaBias(means, mean) : 0
  const share = (tailShare: number) =>
    method === 'bca' ? bcaShare(tailShare, bias, acceleration) : tailShare
  return {
    mean,
    interval: [sortedQuantile(means, share(tail)), sortedQuantile(means, share(1 - tail))],
  }
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

/** How far from the middle of its own resamples the mean lies, as a z. Sums differ in the last digit, so ties are near. */
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
  // No resample has a mean beyond its values.
  return Math.min(moments.max, Math.max(moments.min, value))
}
