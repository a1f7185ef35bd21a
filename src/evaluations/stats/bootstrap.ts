/**
 * Where the mean of a score lies, by resampling examples. The repetitions of one example are alike, so they have to be
 * averaged first: to resample them as if each were an example would make the interval too narrow.
 *
 * Over `LARGEST_RESAMPLED` examples the quantiles are those that resampling tends to, by the Cornish–Fisher expansion from
 * mean, deviation and skewness: resampling 100,000 examples 2,000 times takes three seconds, and differs by less than its own
 * noise. The values themselves need not be kept then.
 */
import { leanOf, type Moments } from './moments.js'
import { normalBelow, normalQuantile } from './normal.js'
import { quantileOfSorted } from './quantile.js'
import { makeRandom } from './seeded-random.js'

const LARGEST_RESAMPLED = 300
/** Numbers drawn, some 10 ms (November 2026): few examples are resampled more often, for the noise is larger with them. */
const DRAWN = 600_000
const MOST_RESAMPLES = 10_000

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
export const keep = (values: number[] | null, value: number): number[] | null => {
  if (values === null || values.length === LARGEST_RESAMPLED) return null
  values.push(value)
  return values
}

/** @param values all of which the moments are, or null when they were too many to keep. */
export const bootstrapOf = (
  moments: Moments,
  values: readonly number[] | null,
  { seed, method = 'bca', confidence = 0.95 }: BootstrapOptions,
): MeanEstimate => {
  const { mean, count } = moments
  if (count < 2) return { mean, interval: null }
  const tail = (1 - confidence) / 2
  const lean = leanOf(moments)
  if (values === null || count > LARGEST_RESAMPLED) {
    const at = (share: number) => expandedQuantile(moments, share)
    const shares = method === 'bca' ? [tail, 1 - tail].map((share) => bcaShare(share, lean, lean)) : null
    return { mean, interval: [at(shares?.[0] ?? tail), at(shares?.[1] ?? 1 - tail)] }
  }
  const means = resampledMeans(values, seed)
  const bias = method === 'bca' ? biasOf(means, mean) : 0
  const share = (given: number) => (method === 'bca' ? bcaShare(given, bias, lean) : given)
  return {
    mean,
    interval: [quantileOfSorted(means, share(tail)), quantileOfSorted(means, share(1 - tail))],
  }
}

const resampledMeans = (values: readonly number[], seed: number): Float64Array => {
  const random = makeRandom(seed)
  const source = Float64Array.from(values)
  const { length } = source
  const means = new Float64Array(Math.min(MOST_RESAMPLES, Math.floor(DRAWN / length)))
  for (let i = 0; i < means.length; i++) {
    let sum = 0
    for (let drawn = 0; drawn < length; drawn++) sum += source[(random() * length) | 0] ?? 0
    means[i] = sum / length
  }
  return means.sort()
}

/** How far from the middle of its own resamples the mean lies, as a z. Sums differ in the last digit, so ties are near. */
const biasOf = (means: Float64Array, mean: number): number => {
  const near = Math.abs(mean) * 1e-12
  let below = 0
  for (const one of means) below += one < mean - near ? 1 : one <= mean + near ? 0.5 : 0
  const least = 1 / (2 * means.length)
  return normalQuantile(Math.min(1 - least, Math.max(least, below / means.length)))
}

const bcaShare = (share: number, bias: number, lean: number): number => {
  const z = bias + normalQuantile(share)
  return normalBelow(bias + z / (1 - lean * z))
}

const expandedQuantile = (moments: Moments, share: number): number => {
  const z = normalQuantile(share)
  const error = Math.sqrt(moments.second) / moments.count
  const value = moments.mean + error * (z + leanOf(moments) * (z * z - 1))
  // No resample has a mean beyond its values.
  return Math.min(moments.most, Math.max(moments.least, value))
}
