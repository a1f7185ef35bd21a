import type { Observation } from './observation.js'

/**
 * Selects the observations to compare with: the last `size` of `recent`, oldest first, without outliers. An outlier counts again
 * after a whole window of later outputs: a single outlier does not widen the baseline, but a permanent change becomes the new
 * baseline. `recent` should have 2 × `size` entries, so that left-out outliers can be replaced.
 */
export const selectBaseline = (recent: readonly Observation[], size: number): Observation[] => {
  const baseline: Observation[] = []
  for (let age = 0; age < recent.length && baseline.length < size; age += 1) {
    const observation = recent[recent.length - 1 - age]
    if (observation !== undefined && (observation.isOutlier !== true || age >= size)) {
      baseline.push(observation)
    }
  }
  return baseline.reverse()
}

/** With fewer samples no anomaly is reported. */
export const getMinimumSamples = (size: number): number => Math.max(5, Math.ceil(size / 5))
