import type { Observation } from './observation.js'

/**
 * The observations to compare with: the last `size` that count, of those given, oldest first. An outlier does not
 * count until a whole window of replies has come after it: one strange reply does not widen the baseline, and
 * replies that have changed for good become it. Give the last 2 × `size`, so that what is left out can be made up.
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

/** With fewer samples nothing is said. */
export const getMinimumSamples = (size: number): number => Math.max(5, Math.ceil(size / 5))
