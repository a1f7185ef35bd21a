/**
 * The minimum detectable difference: the smallest one that this number of paired examples would show in 80 % of comparisons
 * (power) at a two-sided level of 5 %. "No significant difference" means little without it.
 */
import { normalQuantile } from './normal.js'

const Z_LEVEL = normalQuantile(0.975)
const Z_POWER = normalQuantile(0.8)

/**
 * Between pass rates, for the exact McNemar test.
 * @param discordant the share of examples on which both sides differ; the difference of rates cannot be larger.
 * @returns null if even the largest difference could not be shown.
 */
export const detectableRateDifference = (pairs: number, discordant: number): number | null => {
  const isDetectable = (difference: number): boolean => pairsNeeded(difference, discordant) <= pairs
  if (pairs < 1 || discordant <= 0 || !isDetectable(discordant)) return null
  let low = 0
  let high = discordant
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2
    if (isDetectable(middle)) high = middle
    else low = middle
  }
  return high
}

/** Sample size after Connor (1987), with the continuity correction that the exact test needs. */
const pairsNeeded = (difference: number, discordant: number): number => {
  const root =
    Z_LEVEL * Math.sqrt(discordant) + Z_POWER * Math.sqrt(Math.max(0, discordant - difference ** 2))
  const asymptotic = (root / difference) ** 2
  return (asymptotic / 4) * (1 + Math.sqrt(1 + 4 / (asymptotic * difference))) ** 2
}

/** Between means, from the deviation of the differences, with Guenther's (1981) correction for the t distribution. */
export const detectableMeanDifference = (pairs: number, deviation: number): number | null => {
  const effectivePairs = pairs - Z_LEVEL ** 2 / 2
  return effectivePairs <= 0 ? null : ((Z_LEVEL + Z_POWER) * deviation) / Math.sqrt(effectivePairs)
}
