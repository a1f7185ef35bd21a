/**
 * Estimates the true pass rate from the pass rate of a judge with known error rates (Rogan and Gladen 1978). The interval of
 * Lang and Reiczigel (2014) accounts for the uncertainty of the error rates themselves.
 */
import { normalQuantile } from './normal.js'

/** How the verdicts of a judge compare with human labels. */
export interface JudgeRecord {
  /** Outputs that people passed, and how many of them the judge passed. */
  good: number
  good_passed: number
  /** Outputs that people failed, and how many of them the judge failed. */
  bad: number
  bad_failed: number
}

export interface CorrectedRate {
  rate: number
  interval: [number, number]
}

const clamp = (share: number): number => Math.min(1, Math.max(0, share))

/** Null if it cannot be estimated: there are no labels, or the judge is no better than chance. */
export const correctedPassRate = (
  passed: number,
  total: number,
  { good, good_passed, bad, bad_failed }: JudgeRecord,
): CorrectedRate | null => {
  if (total === 0 || good === 0 || bad === 0) return null
  const youdenIndex = good_passed / good + bad_failed / bad - 1
  if (youdenIndex <= 0) return null
  const rate = clamp((passed / total + bad_failed / bad - 1) / youdenIndex)

  const z = normalQuantile(0.975)
  const observed = (passed + (z * z) / 2) / (total + z * z)
  const sensitivity = (good_passed + 1) / (good + 2)
  const specificity = (bad_failed + 1) / (bad + 2)
  const spread = sensitivity + specificity - 1
  if (spread <= 0) return { rate, interval: [0, 1] }
  const center = (observed + specificity - 1) / spread
  const sensitivityVariance = (sensitivity * (1 - sensitivity)) / (good + 2)
  const specificityVariance = (specificity * (1 - specificity)) / (bad + 2)
  const shift = 2 * z * z * (center * sensitivityVariance - (1 - center) * specificityVariance)
  const variance =
    (observed * (1 - observed)) / (total + z * z) +
    center ** 2 * sensitivityVariance +
    (1 - center) ** 2 * specificityVariance
  const halfWidth = (z / spread) * Math.sqrt(variance)
  return { rate, interval: [clamp(center + shift - halfWidth), clamp(center + shift + halfWidth)] }
}
