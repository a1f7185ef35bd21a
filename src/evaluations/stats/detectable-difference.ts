/**
 * The smallest difference that so many paired examples could be expected to show: found in 80 % of such comparisons, at a
 * level of 5 %, two-sided. "No significant difference" means little without it.
 */
import { normalQuantile } from './normal.js'

const LEVEL = normalQuantile(0.975)
const POWER = normalQuantile(0.8)

/**
 * Between pass rates, for the exact McNemar test.
 * @param discordant the share of examples on which both sides differ; a difference of rates cannot be larger.
 * @returns null where even the largest difference could not be shown.
 */
export const detectableRate = (pairs: number, discordant: number): number | null => {
  const enough = (difference: number): boolean => pairsNeeded(difference, discordant) <= pairs
  if (pairs < 1 || discordant <= 0 || !enough(discordant)) return null
  let low = 0
  let high = discordant
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2
    if (enough(middle)) high = middle
    else low = middle
  }
  return high
}

/** Connor (1987), with the correction for continuity that the exact test makes necessary. */
const pairsNeeded = (difference: number, discordant: number): number => {
  const root = LEVEL * Math.sqrt(discordant) + POWER * Math.sqrt(Math.max(0, discordant - difference ** 2))
  const asymptotic = (root / difference) ** 2
  return (asymptotic / 4) * (1 + Math.sqrt(1 + 4 / (asymptotic * difference))) ** 2
}

/** Between means, from the deviation of the differences. The term under the root is what Student's t costs (Guenther 1981). */
export const detectableMean = (pairs: number, deviation: number): number | null => {
  const worth = pairs - LEVEL ** 2 / 2
  return worth <= 0 ? null : ((LEVEL + POWER) * deviation) / Math.sqrt(worth)
}
