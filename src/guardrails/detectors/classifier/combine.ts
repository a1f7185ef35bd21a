/** Combines the score of the word lists with the margin of the classifier into a calibrated score. */
export interface Combination {
  intercept: number
  /** The factor of the log odds of the word lists. */
  lexicon: number
  /** Added if the word lists alone find the category. */
  found: number
  /** The lowest score of a text that the word lists alone find; 0 if the classifier may overrule them. */
  floor: number
  /** The factor of the margin; 0 if the classifier does not help. */
  classifier: number
}

/** The default threshold of guardrails. */
export const FOUND_THRESHOLD = 0.5

/** A small offset keeps the log odds of 0 and 1 finite. */
const OFFSET = 0.02

export const toLogOdds = (score: number): number => Math.log((score + OFFSET) / (1 - score + OFFSET))

/** Beyond this a margin says nothing more: texts that resemble nothing in the training data must not decide alone. */
const MAX_MARGIN = 8
export const clampMargin = (margin: number): number => Math.max(-MAX_MARGIN, Math.min(MAX_MARGIN, margin))

export const combineScores = (
  { intercept, lexicon, found, floor, classifier }: Combination,
  score: number,
  margin: number,
): number => {
  const logOdds =
    intercept +
    lexicon * toLogOdds(score) +
    found * (score >= FOUND_THRESHOLD ? 1 : 0) +
    classifier * clampMargin(margin)
  const combined = 1 / (1 + Math.exp(-logOdds))
  return score >= FOUND_THRESHOLD ? Math.max(floor, combined) : combined
}
